// SPDX-License-Identifier: Apache-2.0
// Which stretch of a line does a piece of a tool sweep on a straight move? The swept body is convex, so there is one.
// All in the tool's frame, the tip at the origin where the move begins.
#pragma once

#include "nc/stock/shape.h"

namespace graze::detail::stock {

/// A stretch of a line. Empty: lo > hi.
struct Span {
  double lo = 0, hi = -1;
  bool empty() const { return !(lo <= hi); }
};

/// The smallest that holds both.
inline Span hull(const Span& a, const Span& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

/// How far from the swept body an end of a stretch may lie where it is searched for and not computed, mm.
inline constexpr double kSearchGap = 1e-9;

/// Lines along the tool's axis.
class AlongAxis {
 public:
  AlongAxis(const Shape& shape, const Vec3& way);

  /// The stretch of the line through (x, y). What lies beyond `above` does not matter: the upper end is exact only
  /// where it is below that.
  Span operator()(double x, double y, double above) const;

 private:
  /// The lowest point of the swept body on a line `u` along the horizontal way and `c` of chord to each side of it.
  double lowest(const Shape& shape, const Underside& side, double slope, double u, double v, double c,
                double& at) const;

  Shape shape_, flipped_;
  Underside under_, over_;
  double ux_ = 1, uy_ = 0, length_ = 0, drop_ = 0, climb_ = 0, slope_ = 0, reach2_ = 0;
};

/// A ball of radius rho that goes from a to a + way: the line o + s d, d of unit length.
Span through_capsule(const Vec3& a, const Vec3& way, double rho, const Vec3& o, const Vec3& d);

/// A disc of radius r in the plane z = 0 that goes along way.xy; the line's z does not matter, its d is horizontal.
Span through_stadium(const Vec3& way, double r, const Vec3& o, const Vec3& d);

/// A segment along the axis from z0 to z1, rounded, that goes along `way`.
Span through_rounded_quad(const Shape& shape, const Vec3& way, const Vec3& o, const Vec3& d);

/// Any piece and any line, by search; what is swept of the line lies in `within`.
Span through_any(const Shape& shape, const Vec3& way, const Vec3& o, const Vec3& d, const Span& within);

}  // namespace graze::detail::stock
