// SPDX-License-Identifier: Apache-2.0
#include "nc/check/climb.h"

#include <cmath>

namespace graze::nc::detail {
namespace {

double depth_by(const PartData& part, const Climb& climb, const Vec3& w, const ClosestPoint& nearest) {
  // The sign only of what is the closest of all.
  return climb.near.empty() || nearest.distance < climb.reach ? depth_at(part, w, nearest) : -nearest.distance;
}

ClosestPoint closest_to(const PartData& part, const Climb& climb, const Vec3& w) {
  return climb.near.empty() ? closest_point(part.model, w, climb.reach) : climb.near.closest(w);
}

}  // namespace

double tool_point_depth(const PartData& part, const Climb& climb, const Vec3& w) {
  if (climb.near.empty()) return point_depth(part, w, climb.reach);
  return depth_by(part, climb, w, climb.near.closest(w));
}

double climb_depth(const PartData& part, const core::SweptCore& core, double rounding, const Climb& climb, Vec3 m) {
  const double error = 0x1p-44 * (core::max_abs(core.at) + core::max_abs(core.way) + core::max_abs(part.box.lower) +
                                  core::max_abs(part.box.upper));
  double step = 0.5, best = -kInfinity;
  Vec3 towards;
  for (int i = 0; i < 24 && step > 1e-5; ++i) {
    const Vec3 tried = best == -kInfinity ? m : (1 - step) * m + step * towards;
    const double length = core::norm(tried);
    if (!(length > 0)) break;
    double t = 0;
    const Vec3 down = (-1 / length) * tried;
    const Vec3 w = core.at + core.support(down, t) + rounding * down;
    const ClosestPoint nearest = closest_to(part, climb, w);
    if (nearest.triangle == kNoTriangle) break;
    const double at = depth_by(part, climb, w, nearest);
    if (at > best) {
      best = at;
      m = tried;
      towards = front_of(part.corners_of(nearest.triangle));
    } else {
      step /= 2;
    }
  }
  return best - error;
}

}  // namespace graze::nc::detail
