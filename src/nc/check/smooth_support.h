// SPDX-License-Identifier: Apache-2.0
// The point of a moving piece that is farthest along a direction, without jumps where there are many: there it is some
// point between them, nearly as far.
#pragma once

#include "graze/nc/tool.h"
#include "nc/check/swept_core.h"

namespace graze::nc::detail {

namespace core = graze::detail;

class SmoothSupport {
 public:
  /// Less far by `error` at most, for directions of length 1 at most.
  SmoothSupport(const core::SweptCore& core, double rounding, double error)
      : core_(core), rounding_(rounding), blur_(error / 2) {
    const double r = std::max(core.r0, core.r1);
    blur_across_ = r > 0 ? error / (4 * r) : 0;
  }

  /// About core.at; a point of the piece whatever the blur. `t`: where on the move.
  Vec3 point(const Vec3& d, double& t) const {
    if (core_.is_point()) {
      const double length = std::sqrt(core::dot(d, d)), ball = length > 0 ? rounding_ / length : 0;
      t = share(core::dot(d, core_.way));
      return {t * core_.way.x + ball * d.x, t * core_.way.y + ball * d.y, t * core_.way.z + core_.z0 + ball * d.z};
    }
    const double across = std::sqrt(d.x * d.x + d.y * d.y + blur_across_ * blur_across_);
    const double rise = across * (core_.r1 - core_.r0) + d.z * (core_.z1 - core_.z0);
    const double f = share(rise);
    const double r = (1 - f) * core_.r0 + f * core_.r1, z = (1 - f) * core_.z0 + f * core_.z1;
    const double length = std::sqrt(core::dot(d, d));
    const double ball = length > 0 ? rounding_ / length : 0, disc = across > 0 ? r / across : 0;
    t = share(core::dot(d, core_.way));
    return {t * core_.way.x + (disc + ball) * d.x, t * core_.way.y + (disc + ball) * d.y,
            t * core_.way.z + z + ball * d.z};
  }

  /// How far the piece reaches, about core.at.
  double extent(const Vec3& d) const { return core_.extent(d) + rounding_ * std::sqrt(core::dot(d, d)); }

 private:
  double share(double x) const {
    const double length = std::sqrt(x * x + blur_ * blur_);
    return length > 0 ? 0.5 * (1 + x / length) : 0.5;
  }

  const core::SweptCore& core_;
  double rounding_, blur_, blur_across_ = 0;
};

}  // namespace graze::nc::detail
