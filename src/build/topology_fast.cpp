// SPDX-License-Identifier: Apache-2.0
// Building in a fifth of the time: sorting along a space-filling curve finds cells of a few dozen triangles (Lauterbach
// et al. 2009), a tree by the surface area heuristic stands over the cells (Garanzha et al. 2011).
#include "build/topology_fast.h"

#include <array>
#include <limits>

#include "base/parallel.h"
#include "build/morton.h"
#include "build/split_sweep.h"

namespace graze::detail {
namespace {

/// Clusters worked off by one task.
constexpr std::size_t kGrain = 256;

template <class Body>
void for_each(std::size_t n, bool parallel, const Body& body) {
  const auto chunk = [&](std::size_t c) {
    for (std::size_t i = c * kGrain; i < std::min(n, (c + 1) * kGrain); ++i) body(i);
  };
  const std::size_t chunks = (n + kGrain - 1) / kGrain;
  if (parallel) {
    parallel_for(std::size_t{0}, chunks, chunk);
  } else {
    for (std::size_t c = 0; c < chunks; ++c) chunk(c);
  }
}

class FastBuilder {
 public:
  FastBuilder(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel)
      : primitives_(primitives), parallel_(parallel), sorted_(primitives.size()) {
    context_ = {options, {primitives.data(), nullptr}, splat(1), parallel};
    Range root{0, static_cast<std::uint32_t>(primitives.size()), 0, 0, {}, {}};
    measure(context_, root);
    context_.area_scale = splat(area_scale(root.box.extent()));
    const BulkVector<MortonKey> keys = morton_order(primitives, root.centres);
    clusters_ = cut_into_cells(keys, kSweepSize);
    gather(keys);
    context_.buffers[0] = sorted_.data();
    context_.buffers[1] = primitives.data();
  }

  Topology run() {
    const std::size_t clusters = clusters_.size();
    TopologyOptions top_options = context_.options;
    top_options.leaf_size = 1;
    top_options.threads = parallel_ ? 0 : 1;
    const Topology top = build_topology(std::span<Primitive>(heads_), top_options);

    Topology out;
    out.order.resize(primitives_.size());
    std::vector<std::uint32_t> begin(clusters + 1), count(clusters + 1);  // by place in the order of the top
    for (std::size_t i = 0; i < clusters; ++i) begin[i + 1] = begin[i] + clusters_[top.order[i]].size();
    std::vector<std::vector<BinaryNode>> nodes((clusters + kGrain - 1) / kGrain);  // of kGrain clusters
    for_each(clusters, parallel_, [&](std::size_t i) {
      std::vector<BinaryNode>& all = nodes[i / kGrain];
      const std::size_t most = 2 * std::size_t{clusters_[top.order[i]].size()};
      BinaryNode few[2 * kSweepSize];
      std::vector<BinaryNode> many(most <= std::size(few) ? 0 : most);
      NodeWriter writer{many.empty() ? few : many.data()};
      build_cluster(top.order[i], writer, out.order.data() + begin[i]);
      if (all.empty()) all.reserve(kGrain * kSweepSize / 2);
      all.insert(all.end(), writer.nodes, writer.nodes + writer.count);
      count[i + 1] = writer.count;
    });
    for (std::size_t i = 0; i < clusters; ++i) count[i + 1] += count[i];

    // Places of the top's nodes. Those that hold no more than a leaf does become one.
    std::vector<std::uint32_t> place(top.nodes.size(), kNoNode);
    const auto is_small = [&](const BinaryNode& node) {
      return begin[node.end] - begin[node.begin] <= static_cast<std::uint32_t>(context_.options.leaf_size);
    };
    std::uint32_t total = 0;
    for (std::size_t t = 0; t < top.nodes.size();) {
      const BinaryNode& node = top.nodes[t];
      place[t] = total;
      total += node.is_leaf() && !is_small(node) ? count[node.begin + 1] - count[node.begin] : 1;
      t += is_small(node) ? 2 * (node.end - node.begin) - 1 : 1;
    }
    out.nodes.resize(total);
    for_each(top.nodes.size(), parallel_, [&](std::size_t t) {
      const std::uint32_t at = place[t];
      if (at == kNoNode) return;
      BinaryNode node = top.nodes[t];
      const std::uint32_t first = node.begin;
      const bool is_cluster = node.is_leaf();
      node.begin = begin[first];
      node.end = begin[node.end];
      if (is_small(top.nodes[t])) {
        node.left = node.right = kNoNode;
        std::sort(out.order.begin() + node.begin, out.order.begin() + node.end);
        out.nodes[at] = node;
      } else if (!is_cluster) {
        node.left = place[node.left];
        node.right = place[node.right];
        out.nodes[at] = node;
      } else {
        const std::uint32_t shift = node.begin - clusters_[top.order[first]].begin;
        const BinaryNode* from = nodes[first / kGrain].data() + (count[first] - count[first / kGrain * kGrain]);
        for (std::uint32_t i = 0; i < count[first + 1] - count[first]; ++i) {
          BinaryNode below = from[i];
          if (!below.is_leaf()) {
            below.left += at;
            below.right += at;
          }
          below.begin += shift;
          below.end += shift;
          out.nodes[at + i] = below;
        }
      }
    });
    return out;
  }

 private:
  /// Primitives along the curve, and for each cluster one that stands for it.
  void gather(const BulkVector<MortonKey>& keys) {
    heads_.resize(clusters_.size());
    for_each(clusters_.size(), parallel_, [&](std::size_t c) {
      Box4 box;
      for (std::uint32_t i = clusters_[c].begin; i < clusters_[c].end; ++i) {
        constexpr std::size_t kAhead = 16;
        if (i + kAhead < keys.size()) __builtin_prefetch(&primitives_[index_of_key(keys[i + kAhead])]);
        sorted_[i] = primitives_[index_of_key(keys[i])];
        box.add(box_of(sorted_[i]));
      }
      Primitive& head = heads_[c];
      std::memcpy(head.lower, &box.lower, sizeof head.lower);
      std::memcpy(head.upper, &box.upper, sizeof head.upper);
      head.triangle = static_cast<std::uint32_t>(c);
      head.reserved = 0;
    });
  }

  void build_cluster(std::uint32_t c, NodeWriter& writer, std::uint32_t* order) const {
    const Cluster& cluster = clusters_[c];
    Range range{cluster.begin, cluster.end, 0, 0, {}, {}};
    order -= cluster.begin;
    if (range.size() <= kSweepSize) {
      build_along_curve(context_, range, writer, order);
      return;
    }
    measure(context_, range);
    build_subtree(context_, range, writer, order);
  }

  std::span<Primitive> primitives_;
  bool parallel_;
  SplitContext context_;
  BulkVector<Primitive> sorted_;
  std::vector<Cluster> clusters_;
  std::vector<Primitive> heads_;
};

}  // namespace

Topology build_fast(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel) {
  return FastBuilder(primitives, options, parallel).run();
}

}  // namespace graze::detail
