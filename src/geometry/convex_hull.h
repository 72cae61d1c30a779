// SPDX-License-Identifier: Apache-2.0
// Convex hulls with exact predicates, as graphs to climb on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math.h"

namespace graze::detail {

/// The hull of points in any position: corners, and the edges of its surface. Points inside and duplicates are left
/// out; points within a face or an edge may be among the corners. Flat sets give their polygon, sets on a line two
/// corners.
struct HullGraph {
  std::vector<Vec3> corners;
  std::vector<std::uint32_t> first;       // corner i has the neighbours [first[i], first[i + 1])
  std::vector<std::uint32_t> neighbours;  // every edge twice
  /// Counter-clockwise from outside. None for flat sets.
  std::vector<std::array<std::uint32_t, 3>> facets;
};

/// Quickhull (Barber, Dobkin, Huhdanpaa 1996). Orientations are exact, so that neither flat faces nor slivers can make
/// a surface that is not convex. At least one point, all finite.
HullGraph convex_hull(std::span<const Vec3> points);

/// Marks of a plateau search, kept by the caller; for any number of graphs.
struct ClimbMarks {
  std::vector<std::uint32_t> seen;  // by corner
  std::uint32_t stamp = 0;
  std::vector<std::uint32_t> level;
};

/// A corner than which none lies farther along d: uphill from `start`, along the edges. Comparisons are exact, so that
/// a top is the top: on a convex surface every plateau without a way up is a global maximum.
std::uint32_t climb(const HullGraph& hull, const Vec3& d, std::uint32_t start, ClimbMarks& marks);

/// The exact sign of d·(p - q).
int compare_along(const Vec3& d, const Vec3& p, const Vec3& q);

}  // namespace graze::detail
