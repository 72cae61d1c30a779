// SPDX-License-Identifier: Apache-2.0
// Distance of two closed triangles.
#pragma once

#include "geometry/triangle_triangle.h"

namespace graze::detail {

struct ClosestPoints {
  Vec3 p, q;  // on a, on b
  double distance = 0;
};

/// In double; degenerate triangles included. Zero for triangles that meet.
ClosestPoints closest_points(const Corners& a, const Corners& b);

struct DistanceBounds {
  Vec3 p, q;  // on a, on b
  double lower = 0, upper = 0;
};

/// Of triangles that do not meet. The true distance is between the bounds, which are some 2^-45 of the larger triangle
/// and the distance apart.
DistanceBounds distance_bounds(const Corners& a, const Corners& b);

/// Is the distance at most `limit` (finite, not negative)? Exact: a filter in double, exact rationals where it cannot
/// tell.
bool triangles_within(const Corners& a, const Corners& b, double limit);

}  // namespace graze::detail
