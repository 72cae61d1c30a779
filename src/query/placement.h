// SPDX-License-Identifier: Apache-2.0
// Poses as a Front keeps them, and how far B moves from one to another. Bounds: docs/coherence.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>

#include "build/hierarchy.h"
#include "geometry/rigid.h"

namespace graze::detail {

/// Where B lies: x_A = r·x_B + t in units about the origins, as in Frame.
struct Placement {
  double r[9];
  double t[3];
  double skew;   // of the rotation
  double error;  // how far a placed corner may lie from its exact image, a coordinate
};

inline Placement placement_of(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew) {
  Placement p;
  std::copy(std::begin(pose.r), std::end(pose.r), p.r);
  const Vec3 o = placed(pose, b.origin);
  const double scale = 1 / a.unit;  // exact: a power of two
  p.t[0] = (o.x - a.origin.x) * scale;
  p.t[1] = (o.y - a.origin.y) * scale;
  p.t[2] = (o.z - a.origin.z) * scale;
  p.skew = skew;
  const double t = std::abs(pose.t.x) + std::abs(pose.t.y) + std::abs(pose.t.z);
  const double far = std::abs(p.t[0]) + std::abs(p.t[1]) + std::abs(p.t[2]);
  p.error = 0x1p-49 * ((4 * b.max_coordinate + 2 * t + a.max_coordinate) * scale + 2 * a.radius + 2 * b.radius + far) +
            0x1p-1000 * scale;
  return p;
}

/// At least |R - R'|: both turn, up to their skews, by singular values 2 sin(θ/2), twice, and 0.
inline double turned(const Placement& p, const Placement& q) {
  double sum = 0;
  for (int i = 0; i < 9; ++i) sum += (p.r[i] - q.r[i]) * (p.r[i] - q.r[i]);
  return (std::sqrt(0.5 * sum) + 8 * std::max(p.skew, q.skew)) * (1 + 1e-9);
}

/// At least the distance by which a point within `radius` of B's origin moves, as placed in double.
inline double moved(const Placement& p, const Placement& q, double radius) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += (p.t[i] - q.t[i]) * (p.t[i] - q.t[i]);
  return (std::sqrt(sum) + turned(p, q) * radius) * (1 + 1e-9) + 2 * (p.error + q.error);
}

}  // namespace graze::detail
