// SPDX-License-Identifier: Apache-2.0
#include "build/leaves.h"

#include <algorithm>

#include "build/chunks.h"
#include "build/fit_packets.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// Triangles ahead whose corners are asked for, and those whose indices are, while one is copied.
constexpr std::size_t kCornersAhead = 32, kIndicesAhead = 64;

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

/// Gathers the corners of triangles in leaf order. For a soup, whose triangles lie anywhere in memory, that is what
/// takes the time: with indices that need not be read, a quarter less.
template <bool kUnshared>
class Gatherer {
 public:
  Gatherer(const Mesh& mesh, const Normalisation& frame, const Topology& topology, Surface& surface)
      : mesh_(mesh), order_(topology.order), origin_(frame.origin), inverse_(1 / frame.unit), surface_(surface) {}

  /// Of the packet of triangles [begin, begin + count).
  void gather(std::size_t begin, std::size_t count, PacketCorners& out) {
    for (std::size_t k = 0; k < count; ++k) {
      prefetch(begin + k);
      const Triangle triangle = corners_of(begin + k);
      for (std::size_t c = 0; c < 3; ++c) {
        const Vec3 p = inverse_ * (mesh_.vertices[triangle[c]] - origin_);
        const std::size_t at = 3 * (begin + k) + c;
        surface_.x[at] = static_cast<float>(out.at[c][0][k] = p.x);
        surface_.y[at] = static_cast<float>(out.at[c][1][k] = p.y);
        surface_.z[at] = static_cast<float>(out.at[c][2][k] = p.z);
      }
    }
    for (std::size_t k = count; k < 4; ++k) {
      for (auto& corner : out.at) {
        for (auto& row : corner) row[k] = row[0];
      }
    }
  }

 private:
  Triangle corners_of(std::size_t i) const {
    const std::uint32_t triangle = order_[i];
    if constexpr (kUnshared) return {3 * triangle, 3 * triangle + 1, 3 * triangle + 2};
    return mesh_.triangles[triangle];
  }

  // Inlined by force: g++ takes a function that does nothing but prefetch for one without effects and leaves it out.
  [[gnu::always_inline]] void prefetch(std::size_t i) const {
    if (!kUnshared && i + kIndicesAhead < order_.size()) {
      __builtin_prefetch(&mesh_.triangles[order_[i + kIndicesAhead]]);
    }
    if (i + kCornersAhead >= order_.size()) return;
    for (const std::uint32_t v : corners_of(i + kCornersAhead)) {
      __builtin_prefetch(&mesh_.vertices[v].x);
      __builtin_prefetch(&mesh_.vertices[v].z);  // of every third corner, on the next line
    }
  }

  const Mesh& mesh_;
  const BulkVector<std::uint32_t>& order_;
  Vec3 origin_;
  double inverse_;
  Surface& surface_;
};

/// Packets whose corners are gathered before the first is made: what was stored by halves of a vector can be loaded
/// whole only when it has left the core's store buffer.
constexpr std::size_t kBatch = 8;

template <bool kUnshared>
Leaves gather_leaves(const Mesh& mesh, const Normalisation& frame, const Topology& topology) {
  Leaves out;
  const std::vector<std::uint32_t> first = count_packets(topology.nodes);
  out.first_packet.resize(topology.nodes.size());
  out.packets.resize(first.back());
  for (auto* row : {&out.surface.x, &out.surface.y, &out.surface.z}) row->resize(3 * topology.order.size());
  pass(topology.nodes.size(), [&](std::size_t begin, std::size_t end) {
    Gatherer<kUnshared> gatherer(mesh, frame, topology, out.surface);
    PacketCorners corners[kBatch];
    std::size_t waiting = 0;
    LeafPacket* packet = out.packets.data() + first[begin / kChunkOfPass];
    const auto flush = [&] {
      fit_packets(corners, waiting, packet - waiting);
      waiting = 0;
    };
    for (std::size_t i = begin; i < end; ++i) {
      const BinaryNode& node = topology.nodes[i];
      out.first_packet[i] = node.is_leaf() ? static_cast<std::uint32_t>(packet - out.packets.data()) : kNoNode;
      if (!node.is_leaf()) continue;
      LeafPacket& first_of_leaf = *packet;
      for (std::size_t from = node.begin; from < node.end; from += 4) {
        const std::size_t count = std::min<std::size_t>(4, node.end - from);
        gatherer.gather(from, count, corners[waiting++]);
        name_triangles(topology.order.data() + from, count, *packet++);
        if (waiting == kBatch) flush();
      }
      first_of_leaf.packets = static_cast<std::uint16_t>(packets_of(node));
    }
    flush();
  });
  return out;
}

}  // namespace

void name_triangles(const std::uint32_t* triangles, std::size_t count, LeafPacket& out) {
  for (std::size_t k = 0; k < 4; ++k) out.id[k] = k < count ? triangles[k] : kNoRef;
  out.count = static_cast<std::uint16_t>(count);
  out.packets = 0;
  out.slot = 0;
  out.reserved = 0;
}

Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const Topology& topology) {
  return frame.unshared ? gather_leaves<true>(mesh, frame, topology) : gather_leaves<false>(mesh, frame, topology);
}

}  // namespace graze::detail
