// SPDX-License-Identifier: Apache-2.0
// The convex hull of points, exactly, as a graph to climb on.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math.h"

namespace graze::lab {

struct Hull {
  bool proper = false;                  ///< false when all points lie in a plane; then there is nothing else
  std::vector<std::uint32_t> vertices;  ///< every corner of the hull, ascending; maybe also points inside its faces
  std::vector<std::uint32_t> first_edge, edges;  ///< neighbours of vertices[i]: edges[first_edge[i]...], as indices i
  std::vector<std::array<std::uint32_t, 3>> faces;  ///< of the points, counter-clockwise from outside
};

/// Of points[chosen[0]], points[chosen[1]], ... Coordinates are finite; duplicates and coplanar points are fine.
Hull convex_hull(std::span<const Vec3> points, std::span<const std::uint32_t> chosen);

}  // namespace graze::lab
