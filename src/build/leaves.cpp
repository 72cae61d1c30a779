// SPDX-License-Identifier: Apache-2.0
#include "build/leaves.h"

#include <algorithm>
#include <cmath>

#include "build/chunks.h"
#include "geometry/vec.h"

namespace graze::detail {
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

namespace {

std::uint32_t packets_of(const BinaryNode& leaf) { return (leaf.end - leaf.begin + 3) / 4; }

/// The first packet of the leaves among each chunk of nodes, and the number of all.
std::vector<std::uint32_t> count_packets(const BulkVector<BinaryNode>& nodes) {
  std::vector<std::uint32_t> first(nodes.size() / kChunkOfPass + 2, 0);
  pass(nodes.size(), [&](std::size_t begin, std::size_t end) {
    std::uint32_t packets = 0;
    for (std::size_t i = begin; i < end; ++i) packets += nodes[i].is_leaf() ? packets_of(nodes[i]) : 0;
    first[begin / kChunkOfPass + 1] = packets;
  });
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  return first;
}

}  // namespace

Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const Topology& topology) {
  Leaves out;
  const std::size_t n = topology.order.size();
  const std::vector<std::uint32_t> first = count_packets(topology.nodes);
  out.first_packet.resize(topology.nodes.size());
  out.packets.resize(first.back());
  Surface& surface = out.surface;
  const double inverse = 1 / frame.unit;
  surface.x.resize(3 * n);
  surface.y.resize(3 * n);
  surface.z.resize(3 * n);
  const auto fill = [&](const BinaryNode& node, LeafPacket* packets) {
    const std::uint32_t* order = topology.order.data();
    for (std::uint32_t from = node.begin; from < node.end; from += 4, ++packets) {
      const std::size_t count = std::min<std::size_t>(4, node.end - from);
      Corners corners[4];
      for (std::size_t k = 0; k < count; ++k) {
        prefetch(mesh, topology.order, from + k);
        load(mesh, frame, inverse, order[from + k], corners[k]);
        for (std::size_t c = 0; c < 3; ++c) {
          const std::size_t at = 3 * (from + k) + c;
          surface.x[at] = static_cast<float>(corners[k][c][0]);
          surface.y[at] = static_cast<float>(corners[k][c][1]);
          surface.z[at] = static_cast<float>(corners[k][c][2]);
        }
      }
      fill_packet(corners, order + from, count, *packets);
    }
  };
  pass(topology.nodes.size(), [&](std::size_t begin, std::size_t end) {
    std::uint32_t packet = first[begin / kChunkOfPass];
    for (std::size_t i = begin; i < end; ++i) {
      const BinaryNode& node = topology.nodes[i];
      out.first_packet[i] = node.is_leaf() ? packet : kNoNode;
      if (!node.is_leaf()) continue;
      fill(node, out.packets.data() + packet);
      out.packets[packet].packets = static_cast<std::uint16_t>(packets_of(node));
      packet += packets_of(node);
    }
  });
  return out;
}

}  // namespace graze::detail
