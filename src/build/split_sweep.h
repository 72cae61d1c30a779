// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/split_range.h"

namespace graze::detail {

/// Nodes of at most this many primitives are built by an exact sweep. Against 16: 1 % fewer leaves, up to 10 % less
/// time.
inline constexpr std::uint32_t kSweepSize = 32;

/// Appends nodes in depth-first order to a block of scratch; links are relative to the block.
struct NodeWriter {
  BinaryNode* nodes;
  std::uint32_t count = 0;

  std::uint32_t add(std::uint32_t begin, std::uint32_t end, const Box4& box) {
    BinaryNode& node = nodes[count];
    node.left = node.right = kNoNode;
    node.begin = begin;
    node.end = end;
    std::memcpy(node.lower, &box.lower, sizeof node.lower);
    std::memcpy(node.upper, &box.upper, sizeof node.upper);
    return count++;
  }
};

/// Builds the whole subtree of a range, on this thread.
void build_subtree(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order);

/// Builds the whole subtree of a range of at most kSweepSize by the surface area heuristic over every split of every
/// axis, and writes the leaf order. The three orders are sorted once and then divided with the nodes.
void build_by_sweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order);

/// The same over the order the range has, a curve through space: no sorting, a third of the splits.
void build_along_curve(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order);

}  // namespace graze::detail
