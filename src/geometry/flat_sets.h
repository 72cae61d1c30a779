// SPDX-License-Identifier: Apache-2.0
// What the generic triangle test leaves over: triangles in one plane, and triangles that are segments or points.
#pragma once

#include "geometry/predicates.h"
#include "geometry/triangle_triangle.h"

namespace graze::detail {

inline bool lexicographic_less(const Vec3& a, const Vec3& b) {
  if (a.x != b.x) return a.x < b.x;
  if (a.y != b.y) return a.y < b.y;
  return a.z < b.z;
}

/// The point between p and q at which a linear function with values of different signs vanishes. Not
/// an expression in q - p, which may overflow; the same for both orders.
inline Vec3 zero_between(const Vec3& p, const Vec3& q, const ValuePair& at) {
  const double of_p = 0.5 * std::abs(at.q), of_q = 0.5 * std::abs(at.p);  // halved: the sum may overflow, too
  const double sum = of_p + of_q;
  const double s = of_p / sum, t = of_q / sum;
  return {s * p.x + t * q.x, s * p.y + t * q.y, s * p.z + t * q.z};
}

/// The exact answer for two triangles of which one is degenerate or that lie in one plane. The points are not clamped.
Meet meet_flat(const Corners& a, const Corners& b);

}  // namespace graze::detail
