// SPDX-License-Identifier: Apache-2.0
// Choosing the axes of an oriented volume.
#pragma once

#include "volumes/fit.h"

namespace graze::detail {

/// Three rows, orthonormal to float, right-handed: the frame of least box area among a few (fit_obb.cpp).
void choose_axes(const Points& points, const Moments& moments, float axes[9]);

/// The extent of the points along each axis, in float: each off by at most 4 units of roundoff of |point|.
void extents(const Points& points, const float axes[9], float lower[3], float upper[3]);

}  // namespace graze::detail
