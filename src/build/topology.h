// SPDX-License-Identifier: Apache-2.0
// Topology first, volumes second: builders see primitive boxes and write links; volumes are fitted afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "build/bulk.h"
#include "graze/model.h"

namespace graze::detail {

/// A triangle as the builders see it: its box, rounded outward to float, relative to the model's origin.
struct alignas(32) Primitive {
  float lower[3];
  std::uint32_t triangle;
  float upper[3];
  std::uint32_t reserved;
};

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFFu;

/// Nodes in depth-first order, the root first; a node covers `order[begin, end)`.
struct BinaryNode {
  std::uint32_t left, right;  // both kNoNode in a leaf
  std::uint32_t begin, end;
  float lower[3], upper[3];
  bool is_leaf() const { return left == kNoNode; }
};

struct Topology {
  BulkVector<BinaryNode> nodes;     // empty for an empty mesh
  BulkVector<std::uint32_t> order;  // triangles in leaf order
};

/// The extents of all primitives along some directions: the lower and the upper for each, by Primitive::triangle.
struct SlabTable {
  static constexpr std::size_t kMost = 32;
  std::size_t count = 0;
  double unit[kMost][3] = {};
  BulkVector<float> extents;
  const float* of(std::uint32_t triangle) const { return extents.data() + std::size_t{triangle} * 2 * count; }
};

struct TopologyOptions {
  Split split = Split::sah;
  SplitPoint point = SplitPoint::mean;
  int leaf_size = 4;
  int threads = 0;
  Quality quality = Quality::standard;  // fast: other splits than sah are built as they always are
  Building building = Building::top_down;
  SplitAxes split_axes = SplitAxes::three;  // all: those of `slabs`
  int regroup = 0;
  double regroup_balance = 1;
  int samples = 16;
  std::uint64_t seed = 0;
  const SlabTable* slabs = nullptr;  // of the k-DOP: with it, min_sum and min_max weigh k-DOPs instead of boxes
};

/// The same topology for any thread count; ties are broken by the order of the primitives given. Coordinates are
/// finite. Throws Error for an option out of range or not available. The primitives are used up.
Topology build_topology(std::span<Primitive> primitives, const TopologyOptions& options);
inline Topology build_topology(std::vector<Primitive> primitives, const TopologyOptions& options) {
  return build_topology(std::span<Primitive>(primitives), options);
}

/// A child of a wide node: the binary node it stands for, and, when that is not a leaf, its wide node.
struct WideChild {
  std::uint32_t binary;
  std::uint32_t wide;  // kNoNode for a leaf
};

/// Wide nodes in depth-first order; node 0 is the holder whose only child is the root.
/// Node i has children[child_begin[i], child_begin[i + 1]), at most `width`, in topological order.
struct WideTopology {
  int width = 4;
  int height = 0;  // edges from the root to the deepest leaf
  BulkVector<std::uint32_t> child_begin;
  BulkVector<WideChild> children;
  std::size_t node_count() const { return child_begin.empty() ? 0 : child_begin.size() - 1; }
};

/// Collapses a binary topology into nodes of at most `width` (2, 4, 8 or 16) children, so that the areas of all wide
/// nodes together, what a query is expected to open, are least; leaves stay what they are. An empty topology gives a
/// holder without a child.
WideTopology collapse(const Topology& topology, int width);

}  // namespace graze::detail
