// SPDX-License-Identifier: Apache-2.0
// Whether a volume as stored is usable and holds a point: what `validate` rests on.
#pragma once

#include <cstddef>

#include "graze/model.h"
#include "volumes/dop.h"

namespace graze::detail {

/// Whether the numbers make a volume that the lane tests may rely on: finite, no width negative, axes orthonormal to
/// float, unused lanes of a k-DOP zero. Fields as in volumes/layout.h; the float that a Ref overlays is not read.
bool is_sound(Volume volume, const float* fields);

/// Whether no width exceeds `radius`, and the centre is as near as the middle of points within it is: what pads count
/// on. Of a registered volume nothing is known: true.
bool is_within(Volume volume, const float* fields, double radius);

/// Whether the ball of this radius about p, in the hierarchy's units, lies inside; a point when the radius is 0.
/// Evaluated in double: off by at most a few 2^-53 of |p|, of which a fit leaves 2^-21 to spare. False for NaNs.
bool contains(Volume volume, const float* fields, const double p[3], double radius);

/// The extent of some points along the directions of a k-DOP.
struct DopExtent {
  double lower[kMaxDirections], upper[kMaxDirections];
  DopExtent(Volume volume, const double (*points)[3], std::size_t count);
};

/// Whether the k-DOP holds all those points: cheaper than one by one, as many k-DOPs are to hold the same points.
bool contains(Volume volume, const float* fields, const DopExtent& extent);

}  // namespace graze::detail
