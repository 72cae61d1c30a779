// SPDX-License-Identifier: Apache-2.0
// Two triangles, one of them moving along a line: when they may meet first.
#pragma once

#include "geometry/triangle_triangle.h"

namespace graze::detail {

/// When two convex bodies may meet, as far as the axes tried tell. An axis on which their shadows overlap from `enter`
/// to `exit` separates them before and after, whatever axis it is; so the bounds hold however rounded it is.
class SweepWindow {
 public:
  /// Each coordinate, of a corner or of the motion, is right to `error`; rounding of the products is part of it.
  SweepWindow(const Corners& a, const Corners& b, const Vec3& motion, double error)
      : a_(a), b_(b), motion_(motion), error_(error) {}

  /// False when the bodies certainly do not meet for any s in [0, limit].
  bool narrow(const Vec3& axis, double limit);

  double enter() const { return enter_; }        // certainly apart before
  double exit() const { return exit_; }          // and after
  double estimate() const { return estimate_; }  // of the first time, without the error's share; may be negative
  const Vec3& axis() const { return axis_; }     // of the estimate, from A to B

 private:
  const Corners& a_;
  const Corners& b_;
  Vec3 motion_;
  double error_;
  double enter_ = 0, exit_ = 1;
  double estimate_ = -1;
  Vec3 axis_;
};

/// All three in one frame, coordinates of about 1 at most. False when the triangles certainly do not meet for any s in
/// [0, limit] when `b` moves by s * motion; else the window is as narrow as rounding allows.
bool sweep_triangles(const Corners& a, const Corners& b, const Vec3& motion, double limit, double error,
                     SweepWindow& window);

}  // namespace graze::detail
