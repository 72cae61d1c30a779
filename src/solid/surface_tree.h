// SPDX-License-Identifier: Apache-2.0
// Aligned boxes over a mesh, four a node, in double: for lines along the axes and for single triangles. A Model's own
// hierarchy may hold any volume, in float and rounded outward; here every comparison with a box is exact.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "geometry/triangle_distance.h"
#include "geometry/vec.h"
#include "graze/mesh.h"

namespace graze::detail {

/// A child: empty, a node, or a leaf of one to four triangles.
struct TreeRef {
  std::uint32_t bits = 0xFFFFFFFFu;

  static TreeRef node(std::uint32_t index) { return {index}; }
  static TreeRef leaf(std::uint32_t first, std::uint32_t count) { return {kLeaf | (count - 1) << kShift | first}; }
  bool is_leaf() const { return (bits & kLeaf) != 0; }
  std::uint32_t index() const { return bits; }
  std::uint32_t first() const { return bits & ((1u << kShift) - 1); }
  std::uint32_t count() const { return (bits >> kShift & 3) + 1; }

  static constexpr std::uint32_t kLeaf = 0x80000000u;
  static constexpr unsigned kShift = 29;
};

struct alignas(64) TreeNode {
  double lower[3][4], upper[3][4];  // [axis][child]; +infinity and -infinity where there is none
  TreeRef child[4];
};

struct TreeTriangle {
  Vec3 v[3];
  std::uint32_t id = 0;
  bool flat = false;  // too thin for its plane to be of use: seen as its three edges
};

class SurfaceTree {
 public:
  /// A way down visits at most this many nodes and leaves at most three children of each behind.
  static constexpr int kMaxHeight = 80;
  static constexpr std::size_t kStack = 3 * kMaxHeight + 4;

  explicit SurfaceTree(const Mesh& mesh);

  const std::vector<TreeNode>& nodes() const { return nodes_; }  // the root is node 0; none for an empty mesh
  const std::vector<TreeTriangle>& triangles() const { return triangles_; }
  std::span<const TreeTriangle> leaf(TreeRef ref) const {
    return std::span(triangles_).subspan(ref.first(), ref.count());
  }
  /// Where the mesh's triangle lies among `triangles`.
  std::uint32_t slot_of(std::uint32_t triangle) const { return slot_[triangle]; }
  const Box& box() const { return box_; }

 private:
  std::vector<TreeNode> nodes_;
  std::vector<TreeTriangle> triangles_;
  std::vector<std::uint32_t> slot_;
  Box box_;
};

/// The point of a triangle that is nearest to p. Thin triangles (flat) are taken for their edges.
Vec3 nearest_point(const TreeTriangle& t, const Vec3& p);

/// Is the triangle so thin that rounding makes its normal useless? Its edges are then off by its height at most, which
/// is below 1e-12 of its length.
bool is_flat(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace graze::detail
