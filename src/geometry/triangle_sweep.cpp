// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_sweep.h"

#include <algorithm>

#include "geometry/triangle_distance.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

struct Shadow {
  double low, high;
  Shadow(const Corners& t, const Vec3& axis) {
    const double x = dot(axis, t.v[0]), y = dot(axis, t.v[1]), z = dot(axis, t.v[2]);
    low = std::min({x, y, z});
    high = std::max({x, y, z});
  }
};

/// Of an axis: below, what products lose to underflow would not be small beside the error.
constexpr double kShortest = 0x1p-500;

/// Cutting planes through the closest points find the first time of two polytopes in a few steps; so many are needed
/// only where rounding keeps the last ones from ending it.
constexpr int kMostCuts = 40;

}  // namespace

bool SweepWindow::narrow(const Vec3& axis, double limit) {
  if (!(max_abs(axis) > kShortest)) return true;
  const Shadow a(a_, axis), b(b_, axis);
  const double speed = dot(axis, motion_);
  const double error = error_ * (std::abs(axis.x) + std::abs(axis.y) + std::abs(axis.z));
  // Turned so that B comes from above: `before` until the shadows meet, `after` until they have passed.
  const bool above = speed < 0 || (speed == 0 && b.low > a.high);
  const double before = above ? b.low - a.high : a.low - b.high;
  const double after = above ? b.high - a.low : a.high - b.low;
  const double closing = std::abs(speed);
  if (closing == 0) return !(before > error);
  const double enter = (before - error) / closing;
  if (enter > 0) enter_ = std::max(enter_, enter * (1 - 0x1p-50));
  exit_ = std::min(exit_, (after + error) / closing * (1 + 0x1p-50));
  if (before / closing > estimate_) {
    estimate_ = before / closing;
    axis_ = above ? axis : -axis;
  }
  return enter_ <= exit_ && enter_ <= limit;
}

bool sweep_triangles(const Corners& a, const Corners& b, const Vec3& motion, double limit, double error,
                     SweepWindow& window) {
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
    if (!window.narrow(axis, limit)) return false;
  }
  Vec3 e[3], f[3];
  for (int i = 0; i < 3; ++i) {
    e[i] = a.v[(i + 1) % 3] - a.v[i];
    f[i] = b.v[(i + 1) % 3] - b.v[i];
  }
  if (!window.narrow(cross(e[0], e[1]), limit) || !window.narrow(cross(f[0], f[1]), limit)) return false;
  for (const Vec3& x : e) {
    for (const Vec3& y : f) {
      if (!window.narrow(cross(x, y), limit)) return false;
    }
  }
  // Whatever is missing: coplanar and degenerate triangles, axes lost to rounding.
  const double close = 4 * error;
  for (int i = 0; i < kMostCuts; ++i) {
    const double before = window.enter();
    Corners moved = b;
    for (Vec3& v : moved.v) v = v + before * motion;
    const ClosestPoints closest = closest_points(a, moved);
    if (closest.distance <= close) break;
    if (!window.narrow(closest.q - closest.p, limit)) return false;
    if (!(window.enter() > before)) break;
  }
  return true;
}

}  // namespace graze::detail
