// SPDX-License-Identifier: Apache-2.0
// How far apart two oriented boxes are at least.
#pragma once

#include <algorithm>

#include "volumes/solid.h"

namespace graze::detail {

/// The point of a box that is closest to p, for axes that are orthonormal but for rounding.
inline Vec3 nearest_in(const SolidBox& box, const Vec3& p) {
  const Vec3 d = p - box.centre;
  Vec3 q = box.centre;
  for (int i = 0; i < 3; ++i) q = q + std::clamp(dot(box.axis[i], d), -box.half[i], box.half[i]) * box.axis[i];
  return q;
}

inline double reach_along(const SolidBox& box, const Vec3& axis) {
  return (box.half[0] * std::abs(dot(box.axis[0], axis)) + box.half[1] * std::abs(dot(box.axis[1], axis))) +
         box.half[2] * std::abs(dot(box.axis[2], axis));
}

/// The width of the slab between the boxes, perpendicular to the line between two points that alternating projections
/// have brought nearly closest, or to a face. A bound whatever the line is, negative where it separates nothing.
inline double gap_between(const SolidBox& a, const SolidBox& b) {
  const Vec3 d = b.centre - a.centre;
  double gap = -1;
  double s[3][3];
  for (int i = 0; i < 3; ++i) {
    double reach = a.half[i];
    for (int j = 0; j < 3; ++j) {
      s[i][j] = std::abs(dot(a.axis[i], b.axis[j]));
      reach += b.half[j] * s[i][j];
    }
    gap = std::max(gap, std::abs(dot(a.axis[i], d)) - reach);
  }
  for (int j = 0; j < 3; ++j) {
    const double reach = b.half[j] + (a.half[0] * s[0][j] + a.half[1] * s[1][j] + a.half[2] * s[2][j]);
    gap = std::max(gap, std::abs(dot(b.axis[j], d)) - reach);
  }
  Vec3 p = nearest_in(a, b.centre), q = nearest_in(b, p);
  p = nearest_in(a, q);
  q = nearest_in(b, p);
  const Vec3 n = q - p;
  const double square = dot(n, n);
  if (!(square > 1e-200)) return gap;
  return std::max(gap, (dot(n, d) - reach_along(a, n) - reach_along(b, n)) / std::sqrt(square));
}

}  // namespace graze::detail
