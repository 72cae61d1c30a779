// SPDX-License-Identifier: Apache-2.0
// The point of a triangle that is closest to the origin.
#pragma once

#include "geometry/triangle_triangle.h"
#include "graze/distance.h"

namespace graze::detail {

/// Of a triangle whose corners are given about the point asked for: corner `from` + weight[0] (corner `to` - corner
/// `from`), and for a face + weight[1] (corner 2 - corner 0), with from = 0, to = 1.
struct NearestOnTriangle {
  double squared = 0;
  Feature feature = Feature::vertex;
  std::uint8_t index = 0;
  std::uint8_t from = 0, to = 0;
  double weight[2] = {0, 0};
};

/// `squared` is that of a convex combination of the corners, so the distance is never below the true one but for its
/// rounding. An edge gives the same number whichever triangle has it, and in whichever direction. Products of four
/// coordinates must not overflow.
NearestOnTriangle nearest_to_origin(const Corners& t);

/// The point itself, of the triangle as it stands in its mesh.
Vec3 point_of(const NearestOnTriangle& nearest, const Corners& t);

}  // namespace graze::detail
