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
    TopologyOptions top_options = context_.options;
    top_options.leaf_size = 1;
    top_options.threads = parallel_ ? 0 : 1;
    const Topology top = build_topology(std::span<Primitive>(heads_), top_options);
    Topology out;
    out.order.resize(primitives_.size());
    build_clusters(top, out);
    join(top, out);
    return out;
  }

 private:
  /// The trees of all clusters, and the order of their triangles.
  void build_clusters(const Topology& top, Topology& out) {
    const std::size_t clusters = clusters_.size();
    begin_.resize(clusters + 1);
    count_.resize(clusters + 1);
    nodes_.resize((clusters + kGrain - 1) / kGrain);
    for (std::size_t i = 0; i < clusters; ++i) begin_[i + 1] = begin_[i] + clusters_[top.order[i]].size();
    for_each(clusters, parallel_, [&](std::size_t i) {
      std::vector<BinaryNode>& all = nodes_[i / kGrain];
      const std::size_t most = 2 * std::size_t{clusters_[top.order[i]].size()};
      BinaryNode few[2 * kSweepSize];
      std::vector<BinaryNode> many(most <= std::size(few) ? 0 : most);
      NodeWriter writer{many.empty() ? few : many.data()};
      build_cluster(top.order[i], writer, out.order.data() + begin_[i]);
      if (all.empty()) all.reserve(kGrain * kSweepSize / 2);
      all.insert(all.end(), writer.nodes, writer.nodes + writer.count);
      count_[i + 1] = writer.count;
    });
    for (std::size_t i = 0; i < clusters; ++i) count_[i + 1] += count_[i];
  }

  /// Whether a node of the top holds no more than a leaf does, and so becomes one.
  bool is_small(const BinaryNode& node) const {
    return begin_[node.end] - begin_[node.begin] <= static_cast<std::uint32_t>(context_.options.leaf_size);
  }

  /// Puts the clusters' trees in the place of the top's leaves.
  void join(const Topology& top, Topology& out) const {
    std::vector<std::uint32_t> place(top.nodes.size(), kNoNode);
    std::uint32_t total = 0;
    for (std::size_t t = 0; t < top.nodes.size();) {
      const BinaryNode& node = top.nodes[t];
      place[t] = total;
      total += node.is_leaf() && !is_small(node) ? count_[node.begin + 1] - count_[node.begin] : 1;
      t += is_small(node) ? 2 * (node.end - node.begin) - 1 : 1;
    }
    out.nodes.resize(total);
    for_each(top.nodes.size(), parallel_, [&](std::size_t t) {
      if (place[t] == kNoNode) return;
      BinaryNode node = top.nodes[t];
      node.begin = begin_[top.nodes[t].begin];
      node.end = begin_[top.nodes[t].end];
      if (is_small(top.nodes[t])) {
        node.left = node.right = kNoNode;
        std::sort(out.order.begin() + node.begin, out.order.begin() + node.end);
      } else if (node.is_leaf()) {
        copy_cluster(top.nodes[t].begin, node.begin - clusters_[top.order[top.nodes[t].begin]].begin, place[t], out);
        return;
      } else {
        node.left = place[node.left];
        node.right = place[node.right];
      }
      out.nodes[place[t]] = node;
    });
  }

  /// The i-th cluster's nodes, whose triangles moved by `shift`, to `place`.
  void copy_cluster(std::uint32_t i, std::uint32_t shift, std::uint32_t place, Topology& out) const {
    const BinaryNode* from = nodes_[i / kGrain].data() + (count_[i] - count_[i / kGrain * kGrain]);
    for (std::uint32_t k = 0; k < count_[i + 1] - count_[i]; ++k) {
      BinaryNode node = from[k];
      if (!node.is_leaf()) {
        node.left += place;
        node.right += place;
      }
      node.begin += shift;
      node.end += shift;
      out.nodes[place + k] = node;
    }
  }

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
  // By place in the order of the top: first triangle, nodes before; and the nodes, those of kGrain clusters together.
  std::vector<std::uint32_t> begin_, count_;
  std::vector<std::vector<BinaryNode>> nodes_;
};

}  // namespace

Topology build_fast(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel) {
  return FastBuilder(primitives, options, parallel).run();
}

}  // namespace graze::detail
