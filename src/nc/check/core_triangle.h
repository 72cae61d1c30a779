// SPDX-License-Identifier: Apache-2.0
// Distance of a swept core and a triangle, between two bounds: GJK with its duality gap (NC.md 4.4).
#pragma once

#include "geometry/triangle_triangle.h"
#include "nc/check/swept_core.h"

namespace graze::detail {

struct CoreDistance {
  double lower = 0, upper = 0;  // of the distance; both 0: they meet
  Vec3 on_core, on_triangle;    // `upper` apart
  double t = 0;                 // where on the move on_core is
};

/// Stops when the bounds are `gap` apart or lower reaches `enough`. What arithmetic in double can add or take is in the
/// bounds: some 2^-44 of the coordinates about the core. `along` is a direction from the triangle to the core to begin
/// with, of any length but 0.
CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           const Vec3& along);

}  // namespace graze::detail
