// SPDX-License-Identifier: Apache-2.0
// Moving oriented boxes and balls: when they may meet first (seed 003, 3.4, has balls). In double; docs/numerics.md,
// "First impact", derives the pad.
#pragma once

#include <algorithm>
#include <limits>

#include "geometry/vec.h"
#include "volumes/solid.h"

namespace graze::detail {

inline constexpr double kTooLate = std::numeric_limits<double>::infinity();

/// For which s |offset + s * speed| is at most `reach`, on every axis so far.
struct MeetingTimes {
  double first = 0, last = 1;

  /// False when it is so no longer for any s up to `limit`.
  bool narrow(double offset, double speed, double reach, double limit) {
    if (offset < 0) {
      offset = -offset;
      speed = -speed;
    }
    if (offset > reach) {
      if (!(speed < 0)) return false;
      first = std::max(first, (offset - reach) / -speed);
    }
    if (speed != 0) last = std::min(last, speed < 0 ? (offset + reach) / -speed : (reach - offset) / speed);
    return first <= last && first <= limit;
  }
};

/// The first s in [0, 1] at which B, moved by s * motion, may come within `pad` of A; kTooLate if later than `limit`.
inline double first_time(const SolidBox& a, const SolidBox& b, const Vec3& motion, double pad, double limit) {
  const Vec3 d = b.centre - a.centre;
  double c[3][3], s[3][3];
  MeetingTimes times;
  for (int i = 0; i < 3; ++i) {
    double reach = a.half[i] + pad;
    for (int j = 0; j < 3; ++j) {
      c[i][j] = dot(a.axis[i], b.axis[j]);
      s[i][j] = std::abs(c[i][j]);
      reach += b.half[j] * s[i][j];
    }
    if (!times.narrow(dot(a.axis[i], d), dot(a.axis[i], motion), reach, limit)) return kTooLate;
  }
  for (int j = 0; j < 3; ++j) {
    const double reach = b.half[j] + pad + (a.half[0] * s[0][j] + a.half[1] * s[1][j] + a.half[2] * s[2][j]);
    if (!times.narrow(dot(b.axis[j], d), dot(b.axis[j], motion), reach, limit)) return kTooLate;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    // (aᵢ × bⱼ)·x = bⱼ·(x × aᵢ)
    const Vec3 offset = cross(d, a.axis[i]), speed = cross(motion, a.axis[i]);
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach =
          (a.half[i1] * s[i2][j] + a.half[i2] * s[i1][j]) + (b.half[j1] * s[i][j2] + b.half[j2] * s[i][j1]) + pad;
      if (!times.narrow(dot(b.axis[j], offset), dot(b.axis[j], speed), reach, limit)) return kTooLate;
    }
  }
  return times.first;
}

/// The same of balls, by the nearest point of the way: squares of whole distances would lose half the digits.
inline double first_time(const SolidBall& a, const SolidBall& b, const Vec3& motion, double pad, double limit) {
  const Vec3 d = b.centre - a.centre;
  const double reach = a.radius + b.radius + pad, length = norm(motion);
  if (norm(d) <= reach) return 0;
  if (length == 0) return kTooLate;
  const double along = -dot(d, motion) / length, aside = norm(cross(d, motion)) / length;
  if (!(along > 0) || aside > reach) return kTooLate;
  const double first = (along - std::sqrt((reach - aside) * (reach + aside))) / length;
  return first <= std::min(limit, 1.0) ? std::max(first, 0.0) : kTooLate;
}

}  // namespace graze::detail
