// SPDX-License-Identifier: Apache-2.0
// A hierarchy as counting sees it: boxes and, for each, the triangles in it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "adb/adb_node.h"
#include "graze/model.h"

namespace graze::detail {

struct Skeleton {
  struct Range {
    std::uint64_t begin, end;
  };
  std::vector<AdbNode> nodes;       // all but the counts; a level after the other
  std::vector<Range> triangles_of;  // of node i, in `order`
  std::vector<std::uint32_t> order;
  Vec3 origin;
  int depth = 0;

  std::span<const std::uint32_t> triangles(std::size_t i) const {
    return std::span(order).subspan(triangles_of[i].begin, triangles_of[i].end - triangles_of[i].begin);
  }
};

/// The nodes of a binary hierarchy, boxes fitted to the triangles.
Skeleton binary_skeleton(const Model& model);

/// Cubes around the mesh's box, in its centre. A cube of more than `leaf` triangles is divided, `depth` times at most.
Skeleton octree_skeleton(const Mesh& mesh, int leaf, int depth);

/// A triangle about `origin`.
struct Corners {
  Vec3 v[3];
};
Corners corners_of(const Mesh& mesh, std::uint32_t triangle, const Vec3& origin);

/// Sets the box, rounded outward. A side is at least kThinnest of the longest one, and of `whole` at least 1e-9: flat
/// boxes have no volume to compare.
inline constexpr double kThinnest = 1.0 / 256;
void set_box(AdbNode& node, const Vec3& lower, const Vec3& upper, double whole);

/// The largest |coordinate| a mesh may have: squares and cubes of floats must stay in their range.
inline constexpr double kMaxCoordinate = 1e30;

}  // namespace graze::detail
