// SPDX-License-Identifier: Apache-2.0
// Bottom-up building (seed 004, 3.4.3, which leaves the comparison open): clusters lie along a space-filling curve; in
// each round those that are each other's nearest among the next few on the curve are joined (Meister and Bittner 2018).
// A round takes O(n) and leaves about half of the clusters: O(n log n) with the sort.
#include "build/topology_bottom_up.h"

#include <compare>
#include <vector>

#include "base/parallel.h"
#include "base/tuning.h"
#include "build/morton.h"
#include "build/split_range.h"
#include "build/split_sweep.h"

namespace graze::detail {
namespace {

constexpr std::uint32_t kGrain = 2048;

struct Join {
  std::uint32_t left = kNoNode, right = kNoNode;  // of single primitives both kNoNode
  std::uint32_t count = 1;
  Box4 box;
};

/// How far apart two clusters are. Symmetric, and no two pairs with a cluster in common are equal, so that the least of
/// all is mutual and every round joins some; among copies of a triangle, i ^ j pairs all of them at once.
struct Distance {
  float size;
  std::uint32_t pair;
  friend auto operator<=>(const Distance&, const Distance&) = default;
};

class BottomUp {
 public:
  BottomUp(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel)
      : primitives_(primitives), leaf_size_(static_cast<std::uint32_t>(options.leaf_size)), parallel_(parallel) {}

  Topology run() {
    const SplitContext context{{}, {primitives_.data(), nullptr}, splat(1), parallel_};
    const auto n = static_cast<std::uint32_t>(primitives_.size());
    Range root{0, n, 0, 0, {}, {}};
    measure(context, root);
    scale_ = splat(area_scale(root.box.extent()));
    const BulkVector<MortonKey> keys = morton_order(primitives_, root.centres);
    joins_.resize(2 * std::size_t{n} - 1);
    clusters_.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      clusters_[i] = index_of_key(keys[i]);
      joins_[i].box = box_of(primitives_[i]);
    }
    count_ = n;
    while (clusters_.size() > 1) join_round();
    return write();
  }

 private:
  Distance distance(std::uint32_t i, std::uint32_t j) const {
    Box4 box = joins_[clusters_[i]].box;
    box.add(joins_[clusters_[j]].box);
    const Float4 d = box.extent() * scale_;
    const Float4 square = d * d;
    // A little of the diagonal, for sets without area.
    return {half_area(d) + 0x1p-10f * (square[0] + square[1] + square[2]), i ^ j};
  }

  void join_round() {
    const auto n = static_cast<std::uint32_t>(clusters_.size());
    nearest_.resize(n);
    const std::uint32_t reach = tuning().reach;
    const auto find = [&](std::uint32_t chunk) {
      for (std::uint32_t i = chunk * kGrain; i < std::min(n, (chunk + 1) * kGrain); ++i) {
        std::uint32_t best = i;
        Distance least{};
        for (std::uint32_t j = i > reach ? i - reach : 0; j < std::min(n, i + reach + 1); ++j) {
          if (j == i) continue;
          const Distance d = distance(i, j);
          if (best != i && !(d < least)) continue;
          best = j;
          least = d;
        }
        nearest_[i] = best;
      }
    };
    const std::uint32_t chunks = (n + kGrain - 1) / kGrain;
    if (parallel_) {
      parallel_for(0u, chunks, find);
    } else {
      for (std::uint32_t c = 0; c < chunks; ++c) find(c);
    }
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t j = nearest_[i];
      const bool mutual = nearest_[j] == i;
      if (mutual && j < i) continue;  // joined when j was looked at
      std::uint32_t cluster = clusters_[i];
      if (mutual) {
        const std::uint32_t other = clusters_[j];
        Join& join = joins_[count_];
        join.left = cluster;
        join.right = other;
        join.count = joins_[cluster].count + joins_[other].count;
        join.box = joins_[cluster].box;
        join.box.add(joins_[other].box);
        cluster = count_++;
      }
      clusters_[kept++] = cluster;
    }
    clusters_.resize(kept);
  }

  /// Depth-first, with clusters of at most a leaf's size as leaves. Not by recursion: a chain is as deep as it is long.
  Topology write() const {
    struct Pending {
      std::uint32_t join, parent;
      bool right;
    };
    Topology out;
    out.order.reserve(primitives_.size());
    out.nodes.resize(joins_.size());
    NodeWriter writer{out.nodes.data()};
    std::vector<Pending> stack{{clusters_[0], kNoNode, false}};
    std::vector<std::uint32_t> members;
    while (!stack.empty()) {
      const Pending next = stack.back();
      stack.pop_back();
      const Join& join = joins_[next.join];
      const auto begin = static_cast<std::uint32_t>(out.order.size());
      const std::uint32_t node = writer.add(begin, begin + join.count, join.box);
      if (next.parent != kNoNode) (next.right ? out.nodes[next.parent].right : out.nodes[next.parent].left) = node;
      if (join.count <= leaf_size_) {
        members.assign(1, next.join);
        while (!members.empty()) {
          const Join& member = joins_[members.back()];
          const std::uint32_t single = members.back();
          members.pop_back();
          if (member.left == kNoNode) {
            out.order.push_back(primitives_[single].triangle);
          } else {
            members.push_back(member.right);
            members.push_back(member.left);
          }
        }
        std::sort(out.order.begin() + begin, out.order.end());
        continue;
      }
      stack.push_back({join.right, node, true});
      stack.push_back({join.left, node, false});
    }
    out.nodes.resize(writer.count);
    return out;
  }

  std::span<Primitive> primitives_;
  std::uint32_t leaf_size_;
  bool parallel_;
  Float4 scale_ = splat(1);
  BulkVector<Join> joins_;  // the primitives, then what was joined
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> clusters_, nearest_;  // along the curve
};

}  // namespace

Topology build_bottom_up(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel) {
  return BottomUp(primitives, options, parallel).run();
}

}  // namespace graze::detail
