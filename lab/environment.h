// SPDX-License-Identifier: Apache-2.0
// What the four methods of the thesis's chapter 2 know of the obstacles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "geometry/triangle_triangle.h"
#include "geometry/vec.h"
#include "graze/mesh.h"

namespace graze::lab {

inline bool overlap(const Box& a, const Box& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
         a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

inline Box box_of(const detail::Corners& c) {
  return {detail::min(detail::min(c.v[0], c.v[1]), c.v[2]), detail::max(detail::max(c.v[0], c.v[1]), c.v[2])};
}

/// The obstacle triangles, their boxes and the workspace: the cube the thesis scales to the unit cube.
struct Environment {
  Mesh mesh;
  std::vector<Box> boxes;  ///< of the triangles
  Vec3 corner;             ///< of the workspace, its lower one
  double side = 0;         ///< of the workspace; positive
  double pad = 0;          ///< more than any rounding error of a cut: 2^-46 of the largest coordinate

  /// Throws Error: invalid_mesh, or limit for a coordinate beyond 1e100, where products overflow.
  explicit Environment(Mesh mesh);

  std::uint32_t size() const { return static_cast<std::uint32_t>(mesh.triangles.size()); }
  detail::Corners corners(std::uint32_t t) const {
    const Triangle& v = mesh.triangles[t];
    return {{mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]}};
  }
  Box workspace() const { return {corner, {corner.x + side, corner.y + side, corner.z + side}}; }
};

/// Throws Error (limit) unless all coordinates are at most 1e100 in size; returns the largest.
double largest_coordinate(const Mesh& mesh);

}  // namespace graze::lab
