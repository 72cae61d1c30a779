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

/// A point of the difference core - triangle, and the points that it is the difference of.
struct GjkCorner {
  Vec3 x, on_core;
  double t = 0;
  int corner = 0;  // of the triangle
};

/// Where a search stands.
struct GjkSimplex {
  GjkCorner v[4];
  double weight[4] = {1, 0, 0, 0};
  int count = 0;

  void keep(const GjkCorner& corner, double w) {
    v[count] = corner;
    weight[count++] = w;
  }
  Vec3 point() const {
    Vec3 p = weight[0] * v[0].x;
    for (int i = 1; i < count; ++i) p = p + weight[i] * v[i].x;
    return p;
  }
};

/// Stops when the bounds are `gap` apart or lower reaches `enough`. What arithmetic in double can add or take is in the
/// bounds: some 2^-44 of the coordinates about the core. `along` is a direction from the triangle to the core to begin
/// with, of any length but 0.
CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           const Vec3& along);

/// The same; goes on from where `simplex` stands and leaves it where it stops.
CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           GjkSimplex& simplex);

/// Where the search begins.
GjkSimplex first_simplex(const SweptCore& core, const Corners& triangle, const Vec3& along);

}  // namespace graze::detail
