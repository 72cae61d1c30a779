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

void add(Moments& sum, const Moments& m) {
  sum.area += m.area;
  for (int i = 0; i < 3; ++i) sum.first[i] += m.first[i];
  for (int i = 0; i < 6; ++i) sum.second[i] += m.second[i];
  for (int i = 0; i < 3; ++i) sum.normal[i] += m.normal[i];
}

/// About (cx, cy, cz). ∫ xxᵀ dA over a triangle is area/12 · (9 ccᵀ + Σ vvᵀ), c the centroid.
Moments moments_about(const Points& points, const double about[3]) {
  Moments sum;
  for (std::size_t i = 0; i + 3 <= points.count; i += 3) {
    double v[3][3];
    for (std::size_t k = 0; k < 3; ++k) {
      v[k][0] = points.x[i + k] - about[0];
      v[k][1] = points.y[i + k] - about[1];
      v[k][2] = points.z[i + k] - about[2];
    }
    double e[3], f[3], c[3];
    for (int x = 0; x < 3; ++x) {
      e[x] = v[1][x] - v[0][x];
      f[x] = v[2][x] - v[0][x];
      c[x] = (v[0][x] + v[1][x] + v[2][x]) / 3;
    }
    const double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    const double area = 0.5 * std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    sum.area += area;
    constexpr int kPairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int x = 0; x < 3; ++x) {
      sum.first[x] += area * c[x];
      sum.normal[x] += 0.5 * n[x];
    }
    for (int k = 0; k < 6; ++k) {
      const int p = kPairs[k][0], q = kPairs[k][1];
      sum.second[k] += area / 12 * (9 * c[p] * c[q] + v[0][p] * v[0][q] + v[1][p] * v[1][q] + v[2][p] * v[2][q]);
    }
  }
  return sum;
}

}  // namespace

Normalisation normalise(const Mesh& mesh) {
  Normalisation frame;
  if (mesh.triangles.empty()) return frame;
  Vec3 lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) {
      const Vec3& v = mesh.vertices[i];
      lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
      upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
    }
  }
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
  double radius = 0;
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t i : t) {
      const Vec3 d = mesh.vertices[i] - frame.origin;
      const double x = d.x / frame.unit, y = d.y / frame.unit, z = d.z / frame.unit;
      radius = std::max(radius, x * x + y * y + z * z);
    }
  }
  frame.radius = std::sqrt(radius) * (1 + 1e-12);
  return frame;
}

std::vector<Primitive> primitives(const Mesh& mesh, const Normalisation& frame) {
  std::vector<Primitive> out(mesh.triangles.size());
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
        const double low = (std::min({a, b, c}) - o) / frame.unit, high = (std::max({a, b, c}) - o) / frame.unit;
        constexpr double kUlp = 0x1p-23, kLeast = 1e-37;
        p.lower[axis] = static_cast<float>(low - kUlp * std::abs(low) - kLeast);
        p.upper[axis] = static_cast<float>(high + kUlp * std::abs(high) + kLeast);
      }
    }
  });
  return out;
}

Surface surface_in_order(const Mesh& mesh, const Normalisation& frame, const std::vector<std::uint32_t>& order) {
  Surface s;
  s.x.resize(3 * order.size());
  s.y.resize(3 * order.size());
  s.z.resize(3 * order.size());
  for_chunks(order.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Triangle& t = mesh.triangles[order[i]];
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 d = mesh.vertices[t[k]] - frame.origin;
        s.x[3 * i + k] = static_cast<float>(d.x / frame.unit);
        s.y[3 * i + k] = static_cast<float>(d.y / frame.unit);
        s.z[3 * i + k] = static_cast<float>(d.z / frame.unit);
      }
    }
  });
  return s;
}

LeafMoments::LeafMoments(const Topology& topology, const Surface& surface) : surface_(surface) {
  for (const BinaryNode& node : topology.nodes) {
    if (node.is_leaf()) begins_.push_back(node.begin);
  }
  prefix_.resize(begins_.size() + 1);
  const auto total = static_cast<std::uint32_t>(topology.order.size());
  constexpr double kOrigin[3] = {0, 0, 0};
  for_chunks(begins_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t last = i + 1 < begins_.size() ? begins_[i + 1] : total;
      prefix_[i + 1] = moments_about(surface.range(begins_[i], last), kOrigin);
    }
  });
  for (std::size_t i = 1; i < prefix_.size(); ++i) add(prefix_[i], prefix_[i - 1]);
}

Moments LeafMoments::of(const BinaryNode& node) const {
  const Points points = surface_.range(node.begin, node.end);
  // Small pieces directly and about themselves: differences of sums over the whole model would drown them.
  if (points.count <= 48) {
    const double about[3] = {points.x[0], points.y[0], points.z[0]};
    return moments_about(points, about);
  }
  const auto leaf = [&](std::uint32_t begin) {
    return static_cast<std::size_t>(std::lower_bound(begins_.begin(), begins_.end(), begin) - begins_.begin());
  };
  Moments m = prefix_[leaf(node.end)];
  const Moments& before = prefix_[leaf(node.begin)];
  m.area -= before.area;
  for (int i = 0; i < 3; ++i) m.first[i] -= before.first[i];
  for (int i = 0; i < 6; ++i) m.second[i] -= before.second[i];
  for (int i = 0; i < 3; ++i) m.normal[i] -= before.normal[i];
  return m;
}

namespace {

void fill_packet(const Mesh& mesh, const Normalisation& frame, const std::uint32_t* triangles, std::size_t count,
                 LeafPacket& out) {
  double v[4][3][3], lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (std::size_t k = 0; k < count; ++k) {
    const Triangle& t = mesh.triangles[triangles[k]];
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3 d = mesh.vertices[t[corner]] - frame.origin;
      for (int x = 0; x < 3; ++x) {
        const double value = coordinate(d, x) / frame.unit;
        v[k][corner][x] = value;
        lower[x] = std::min(lower[x], value);
        upper[x] = std::max(upper[x], value);
      }
    }
  }
  for (int x = 0; x < 3; ++x) out.centre[x] = static_cast<float>(0.5 * (lower[x] + upper[x]));
  double radius = 0, edge = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t from = k < count ? k : 0;
    out.id[k] = k < count ? triangles[k] : kNoRef;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      double r = 0, e = 0;
      for (int x = 0; x < 3; ++x) {
        const double local = v[from][corner][x] - out.centre[x];
        out.v[corner][x][k] = static_cast<float>(local);
        const double along = v[from][(corner + 1) % 3][x] - v[from][corner][x];
        r += local * local;
        e += along * along;
      }
      radius = std::max(radius, r);
      edge = std::max(edge, e);
    }
  }
  out.radius = round_up(std::sqrt(radius) * kWiden);
  out.edge = round_up(std::sqrt(edge) * kWiden);
  out.count = static_cast<std::uint16_t>(count);
  out.packets = 0;
  out.slot = 0;
  out.reserved = 0;
}

}  // namespace

Packets make_packets(const Mesh& mesh, const Normalisation& frame, const Topology& topology) {
  Packets out;
  out.first_packet.assign(topology.nodes.size(), kNoNode);
  std::uint32_t total = 0;
  std::vector<std::uint32_t> leaves;
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    const BinaryNode& node = topology.nodes[i];
    if (!node.is_leaf()) continue;
    out.first_packet[i] = total;
    total += (node.end - node.begin + 3) / 4;
    leaves.push_back(static_cast<std::uint32_t>(i));
  }
  out.packets.resize(total);
  for_chunks(leaves.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BinaryNode& node = topology.nodes[leaves[i]];
      const std::uint32_t first = out.first_packet[leaves[i]];
      const std::uint32_t packets = (node.end - node.begin + 3) / 4;
      for (std::uint32_t p = 0; p < packets; ++p) {
        const std::uint32_t from = node.begin + 4 * p;
        fill_packet(mesh, frame, topology.order.data() + from, std::min<std::size_t>(4, node.end - from),
                    out.packets[first + p]);
      }
      out.packets[first].packets = static_cast<std::uint16_t>(packets);
    }
  });
  return out;
}

}  // namespace graze::detail
