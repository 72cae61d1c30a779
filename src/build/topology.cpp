// SPDX-License-Identifier: Apache-2.0
// Top-down building. Subtrees run as tasks; a subtree of at most kBlock primitives is one serial piece of work, whose
// nodes form a block in depth-first order. The blocks are put together at the end, so numbers do not depend on threads.
#include "build/topology.h"

#include <string>

#include "base/parallel.h"
#include "build/split_rules.h"
#include "build/split_sweep.h"
#include "build/topology_bottom_up.h"
#include "build/topology_fast.h"
#include "graze/error.h"

namespace graze::detail {
namespace {

constexpr std::uint32_t kBlock = 8192;
constexpr std::uint32_t kMaxPrimitives = 1u << 30;

/// Below this depth ranges are halved, so no tree is deeper than kMaxDepth + 30 and recursion cannot overflow.
constexpr int kMaxDepth = 64;

/// `count` nodes of scratch from `slot` on; their links count from the first of them.
struct Block {
  std::uint32_t slot, count;
};

class Builder {
 public:
  Builder(const SplitContext& context, BinaryNode* scratch, std::uint32_t* order)
      : context_(context), split_(rule_of(context.options.split)->split), scratch_(scratch), order_(order) {
    const TopologyOptions& o = context.options;
    sweep_ = o.split == Split::sah && o.point != SplitPoint::best && o.point != SplitPoint::sampled &&
             o.split_axes == SplitAxes::three && o.regroup == 0;
  }

  /// Blocks of the subtree in depth-first order; the subtree may use the 2n - 1 slots from `slot` on.
  std::vector<Block> build(const Range& range, std::uint32_t slot) const {
    NodeWriter writer{scratch_ + slot};
    if (range.size() <= kBlock) {
      build_serial(range, writer);
      return {{slot, writer.count}};
    }
    Range left, right;
    writer.add(range.begin, range.end, range.box);
    split(range, left, right);
    std::vector<Block> blocks = {{slot, 1}}, left_blocks, right_blocks;
    const auto go_left = [&] { left_blocks = build(left, slot + 1); };
    const auto go_right = [&] { right_blocks = build(right, slot + 2 * left.size()); };
    if (context_.parallel) {
      parallel_invoke(go_left, go_right);
    } else {
      go_left();
      go_right();
    }
    std::uint32_t n_left = 0;
    for (const Block& b : left_blocks) n_left += b.count;
    scratch_[slot].left = 1;
    scratch_[slot].right = 1 + n_left;
    blocks.insert(blocks.end(), left_blocks.begin(), left_blocks.end());
    blocks.insert(blocks.end(), right_blocks.begin(), right_blocks.end());
    return blocks;
  }

 private:
  void build_serial(const Range& range, NodeWriter& writer) const {
    const std::uint32_t n = range.size();
    if (n <= static_cast<std::uint32_t>(context_.options.leaf_size)) {
      writer.add(range.begin, range.end, range.box);
      const Primitive* p = context_.data(range);
      for (std::uint32_t i = 0; i < n; ++i) order_[range.begin + i] = p[i].triangle;
      std::sort(order_ + range.begin, order_ + range.end);
      return;
    }
    if (sweep_ && n <= kSweepSize) {
      build_by_sweep(context_, range, writer, order_);
      return;
    }
    const std::uint32_t node = writer.add(range.begin, range.end, range.box);
    Range left, right;
    split(range, left, right);
    writer.nodes[node].left = writer.count;
    build_serial(left, writer);
    writer.nodes[node].right = writer.count;
    build_serial(right, writer);
  }

  void split(const Range& range, Range& left, Range& right) const {
    if (range.depth >= kMaxDepth) {
      split_median(context_, range, left, right);
    } else if (context_.options.regroup > 0) {
      split_regrouped(split_, context_, range, left, right);
    } else {
      split_(context_, range, left, right);
    }
  }

  friend void graze::detail::build_subtree(const SplitContext&, const Range&, NodeWriter&, std::uint32_t*);

  const SplitContext& context_;
  SplitFunction split_;
  bool sweep_;  // small nodes by an exact sweep
  BinaryNode* scratch_;
  std::uint32_t* order_;
};

void check(const TopologyOptions& options, std::size_t n) {
  if (options.leaf_size < 1 || options.leaf_size > 256) {
    throw Error(ErrorCode::invalid_option, "leaf_size is " + std::to_string(options.leaf_size) + ", not in 1..256");
  }
  if (options.threads < 0) {
    throw Error(ErrorCode::invalid_option, "threads is " + std::to_string(options.threads) + ", below 0");
  }
  if (rule_of(options.split) == nullptr && options.split != Split::automatic) {
    throw Error(ErrorCode::invalid_option, "no splitting rule has this number");
  }
  if (options.split_axes == SplitAxes::all && options.slabs == nullptr && options.building == Building::top_down) {
    throw Error(ErrorCode::invalid_option, "there are no slabs to split along");
  }
  if (n > kMaxPrimitives) throw Error(ErrorCode::limit, "more than 2^30 triangles");
}

Topology build_here(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel) {
  const auto n = static_cast<std::uint32_t>(primitives.size());
  BulkVector<Primitive> other(n);
  SplitContext context{options, {primitives.data(), other.data()}, splat(1), parallel};
  Range root{0, n, 0, 0, {}, {}};
  measure(context, root);
  context.area_scale = splat(area_scale(root.box.extent()));
  if (options.split_axes == SplitAxes::all) {
    context.directions.count = static_cast<int>(options.slabs->count);
    for (std::size_t i = 0; i < options.slabs->count; ++i) {
      for (std::size_t x = 0; x < 3; ++x) {
        context.directions.unit[i][x] = static_cast<float>(options.slabs->unit[i][x]);
      }
    }
  }

  Topology topology;
  topology.order.resize(n);
  BulkVector<BinaryNode> scratch(2 * std::size_t{n});  // unbalanced trees with single leaves need 2n - 1
  const std::vector<Block> blocks = Builder(context, scratch.data(), topology.order.data()).build(root, 0);

  std::vector<std::uint32_t> base(blocks.size() + 1, 0);
  for (std::size_t i = 0; i < blocks.size(); ++i) base[i + 1] = base[i] + blocks[i].count;
  topology.nodes.resize(base.back());
  const auto place = [&](std::size_t i) {
    for (std::uint32_t j = 0; j < blocks[i].count; ++j) {
      BinaryNode node = scratch[blocks[i].slot + j];
      if (!node.is_leaf()) {
        node.left += base[i];
        node.right += base[i];
      }
      topology.nodes[base[i] + j] = node;
    }
  };
  if (parallel) {
    parallel_for(std::size_t{0}, blocks.size(), place);
  } else {
    for (std::size_t i = 0; i < blocks.size(); ++i) place(i);
  }
  return topology;
}

}  // namespace

void build_subtree(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order) {
  Builder(context, nullptr, order).build_serial(range, writer);
}

Topology build_topology(std::span<Primitive> primitives, const TopologyOptions& options) {
  check(options, primitives.size());
  TopologyOptions resolved = options;
  if (resolved.split == Split::automatic) resolved.split = Split::sah;
  if (resolved.point == SplitPoint::automatic) resolved.point = SplitPoint::mean;
  if (primitives.empty()) return {};
  const bool fast = options.quality == Quality::fast && resolved.split == Split::sah &&
                    resolved.point != SplitPoint::best && resolved.point != SplitPoint::sampled &&
                    resolved.split_axes == SplitAxes::three && resolved.regroup == 0;
  resolved.quality = Quality::standard;
  const auto build = [&](bool parallel) {
    if (resolved.building == Building::bottom_up) return build_bottom_up(primitives, resolved, parallel);
    return fast ? build_fast(primitives, resolved, parallel) : build_here(primitives, resolved, parallel);
  };
  if (options.threads == 1 || primitives.size() <= kBlock) return build(false);
  Topology topology;
  with_threads(options.threads, [&] { topology = build(true); });
  return topology;
}

}  // namespace graze::detail
