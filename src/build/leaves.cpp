// SPDX-License-Identifier: Apache-2.0
#include "build/leaves.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/vec.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

constexpr std::size_t kGrain = 4096;

/// body(begin, end) over chunks of [0, n), in parallel.
template <class Body>
void for_chunks(std::size_t n, const Body& body) {
  parallel_for(std::size_t{0}, (n + kGrain - 1) / kGrain,
               [&](std::size_t i) { body(i * kGrain, std::min(n, (i + 1) * kGrain)); });
}

/// fold(part(begin, end), ...) over chunks of [0, n); `fold` must not care about the order.
template <class T, class Part, class Fold>
T reduce_chunks(std::size_t n, const T& none, const Part& part, const Fold& fold) {
  std::vector<T> parts((n + kGrain - 1) / kGrain, none);
  for_chunks(n, [&](std::size_t begin, std::size_t end) { parts[begin / kGrain] = part(begin, end); });
  T all = none;
  for (const T& p : parts) all = fold(all, p);
  return all;
}

struct Bounds {
  Vec3 lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

/// Of the vertices that triangles use.
Bounds bounds_of(const Mesh& mesh) {
  const auto part = [&](std::size_t begin, std::size_t end) {
    Bounds b;
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : mesh.triangles[i]) {
        b.lower = min(b.lower, mesh.vertices[v]);
        b.upper = max(b.upper, mesh.vertices[v]);
      }
    }
    return b;
  };
  return reduce_chunks(mesh.triangles.size(), Bounds{}, part, [](const Bounds& a, const Bounds& b) {
    return Bounds{min(a.lower, b.lower), max(a.upper, b.upper)};
  });
}

}  // namespace

Normalisation normalise(const Mesh& mesh) {
  Normalisation frame;
  if (mesh.triangles.empty()) return frame;
  const auto [lower, upper] = bounds_of(mesh);
  frame.max_coordinate = std::max({std::abs(lower.x), std::abs(lower.y), std::abs(lower.z), std::abs(upper.x),
                                   std::abs(upper.y), std::abs(upper.z)});
  // Squares of coordinates and of translations must stay finite in double.
  constexpr double kLargest = 1e150;
  if (frame.max_coordinate > kLargest) {
    throw Error(ErrorCode::limit, "a coordinate exceeds 1e150 in magnitude; scale the mesh down");
  }
  frame.origin = {0.5 * (lower.x + upper.x), 0.5 * (lower.y + upper.y), 0.5 * (lower.z + upper.z)};
  const double dx = upper.x - frame.origin.x, dy = upper.y - frame.origin.y, dz = upper.z - frame.origin.z;
  const double half = std::max({dx, dy, dz});  // not the root of squares, which may underflow
  // Float products of three lengths stay in range for these sizes; others are brought to about 1.
  if (half > 0x1p33 || (half > 0 && half < 0x1p-33)) {
    int exponent = 0;
    std::frexp(half, &exponent);
    frame.unit = std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
  }
  const double inverse = 1 / frame.unit;  // exact: a power of two
  const auto farthest = [&](std::size_t begin, std::size_t end) {
    double squared = 0;
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : mesh.triangles[i]) {
        const Vec3 d = inverse * (mesh.vertices[v] - frame.origin);
        squared = std::max(squared, dot(d, d));
      }
    }
    return squared;
  };
  const double squared =
      reduce_chunks(mesh.triangles.size(), 0.0, farthest, [](double x, double y) { return std::max(x, y); });
  frame.radius = std::sqrt(squared) * (1 + 1e-12);
  return frame;
}

BulkVector<Primitive> primitives(const Mesh& mesh, const Normalisation& frame) {
  BulkVector<Primitive> out(mesh.triangles.size());
  const double inverse = 1 / frame.unit;
  // Rounding to nearest moves a coordinate by at most half an ulp: the next float outward bounds it.
  for_chunks(out.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Triangle& t = mesh.triangles[i];
      Primitive& p = out[i];
      p.triangle = static_cast<std::uint32_t>(i);
      p.reserved = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const double o = coordinate(frame.origin, axis);
        const double a = coordinate(mesh.vertices[t[0]], axis), b = coordinate(mesh.vertices[t[1]], axis),
                     c = coordinate(mesh.vertices[t[2]], axis);
        const double low = (std::min({a, b, c}) - o) * inverse, high = (std::max({a, b, c}) - o) * inverse;
        constexpr double kUlp = 0x1p-23, kLeast = 1e-37;
        p.lower[axis] = static_cast<float>(low - kUlp * std::abs(low) - kLeast);
        p.upper[axis] = static_cast<float>(high + kUlp * std::abs(high) + kLeast);
      }
    }
  });
  return out;
}

namespace {

/// Corners of a triangle about the origin, in units.
using Corners = double[3][3];

void load(const Mesh& mesh, const Normalisation& frame, double inverse, std::uint32_t triangle, Corners& out) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 d = inverse * (mesh.vertices[mesh.triangles[triangle][k]] - frame.origin);
    out[k][0] = d.x;
    out[k][1] = d.y;
    out[k][2] = d.z;
  }
}

/// Triangles ahead whose corners are asked for, and those whose indices are, while one is copied.
constexpr std::size_t kCornersAhead = 32, kIndicesAhead = 64;

// Inlined by force: g++ takes a function that does nothing but prefetch for one without effects and leaves it out.
[[gnu::always_inline]] inline void prefetch(const Mesh& mesh, const BulkVector<std::uint32_t>& order, std::size_t i) {
  if (i + kIndicesAhead < order.size()) __builtin_prefetch(&mesh.triangles[order[i + kIndicesAhead]]);
  if (i + kCornersAhead >= order.size()) return;
  for (const std::uint32_t v : mesh.triangles[order[i + kCornersAhead]]) {
    __builtin_prefetch(&mesh.vertices[v].x);
    __builtin_prefetch(&mesh.vertices[v].z);  // of every third corner, on the next line
  }
}

}  // namespace

void fill_packet(const double (*v)[3][3], const std::uint32_t* triangles, std::size_t count, LeafPacket& out) {
  // Two lanes in a register.
  using Double2 = double __attribute__((vector_size(16)));
  Double2 at[3][3][2];
  for (std::size_t k = 0; k < 4; ++k) {
    out.id[k] = k < count ? triangles[k] : kNoRef;
    const auto& triangle = v[k < count ? k : 0];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (std::size_t x = 0; x < 3; ++x) at[corner][x][k / 2][k % 2] = triangle[corner][x];
    }
  }
  Double2 centre[3];
  for (std::size_t x = 0; x < 3; ++x) {
    Double2 low = at[0][x][0], high = low;
    for (const auto& corner : at) {
      for (const Double2 value : corner[x]) {
        low = value < low ? value : low;
        high = value > high ? value : high;
      }
    }
    out.centre[x] = static_cast<float>(0.5 * (std::min(low[0], low[1]) + std::max(high[0], high[1])));
    centre[x] = Double2{out.centre[x], out.centre[x]};
  }
  Double2 radius{}, edge{};
  for (std::size_t corner = 0; corner < 3; ++corner) {
    for (std::size_t half = 0; half < 2; ++half) {
      Double2 r{}, e{};
      for (std::size_t x = 0; x < 3; ++x) {
        const Double2 local = at[corner][x][half] - centre[x];
        for (std::size_t k = 0; k < 2; ++k) out.v[corner][x][2 * half + k] = static_cast<float>(local[k]);
        const Double2 along = at[(corner + 1) % 3][x][half] - at[corner][x][half];
        r += local * local;
        e += along * along;
      }
      radius = r > radius ? r : radius;
      edge = e > edge ? e : edge;
    }
  }
  out.radius = round_up(std::sqrt(std::max(radius[0], radius[1])) * kWiden);
  out.edge = round_up(std::sqrt(std::max(edge[0], edge[1])) * kWiden);
  out.count = static_cast<std::uint16_t>(count);
  out.packets = 0;
  out.slot = 0;
  out.reserved = 0;
}

Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const Topology& topology) {
  Leaves out;
  const std::size_t n = topology.order.size();
  out.first_packet.resize(topology.nodes.size());
  std::uint32_t total = 0;
  std::vector<std::uint32_t> leaves;
  leaves.reserve(topology.nodes.size() / 2 + 1);
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    const BinaryNode& node = topology.nodes[i];
    out.first_packet[i] = node.is_leaf() ? total : kNoNode;
    if (!node.is_leaf()) continue;
    total += (node.end - node.begin + 3) / 4;
    leaves.push_back(static_cast<std::uint32_t>(i));
  }
  out.packets.resize(total);
  Surface& surface = out.surface;
  const double inverse = 1 / frame.unit;
  surface.x.resize(3 * n);
  surface.y.resize(3 * n);
  surface.z.resize(3 * n);
  for_chunks(leaves.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BinaryNode& node = topology.nodes[leaves[i]];
      const std::uint32_t first = out.first_packet[leaves[i]];
      const std::uint32_t packets = (node.end - node.begin + 3) / 4;
      for (std::uint32_t p = 0; p < packets; ++p) {
        const std::uint32_t from = node.begin + 4 * p;
        const std::size_t count = std::min<std::size_t>(4, node.end - from);
        Corners corners[4];
        for (std::size_t k = 0; k < count; ++k) {
          prefetch(mesh, topology.order, from + k);
          load(mesh, frame, inverse, topology.order[from + k], corners[k]);
          for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t at = 3 * (from + k) + c;
            surface.x[at] = static_cast<float>(corners[k][c][0]);
            surface.y[at] = static_cast<float>(corners[k][c][1]);
            surface.z[at] = static_cast<float>(corners[k][c][2]);
          }
        }
        fill_packet(corners, topology.order.data() + from, count, out.packets[first + p]);
      }
      out.packets[first].packets = static_cast<std::uint16_t>(packets);
    }
  });
  return out;
}

}  // namespace graze::detail
