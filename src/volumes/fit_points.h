// SPDX-License-Identifier: Apache-2.0
// Passes over many points, in SIMD. Nothing is fused or summed across lanes: the same floats on every instruction set.
#pragma once

#include "volumes/fit.h"

namespace graze::detail {

/// Groups of the directions of a k-DOP, in the order of volumes/dop.h.
inline constexpr unsigned kAxisSlabs = 1, kCornerSlabs = 2, kEdgeSlabs = 4;

/// The extents along the directions of the groups asked for, one group after the other, with entries 0 and ±1 (not of
/// unit length). Each is off by at most 2 units of roundoff of |x| + |y| + |z|.
void slab_extents(const Points& points, unsigned groups, float lower[13], float upper[13]);

struct Farthest {
  std::size_t index;
  float squared;  // of the distance, off by at most 8 units of roundoff; 0 below the range of float
};

/// The point farthest from the centre; of several the first.
Farthest farthest_point(const Points& points, const float centre[3]);

}  // namespace graze::detail
