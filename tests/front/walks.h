// SPDX-License-Identifier: Apache-2.0
// Sequences of poses for fronts: small steps, jumps, standstill, sloppy rotations.
#pragma once

#include <cmath>
#include <vector>

#include "graze/math.h"
#include "support/soup.h"

namespace graze::test {

inline Pose turned_by(SoupRandom& random, const Pose& pose, double angle, double shift) {
  const Vec3 axis = random.in_cube(1);
  const double half = 0.5 * angle;
  const double length = std::sqrt(axis.x * axis.x + axis.y * axis.y + axis.z * axis.z) + 1e-9;
  const double s = std::sin(half) / length;
  Pose next = compose(pose_from_quaternion(std::cos(half), s * axis.x, s * axis.y, s * axis.z), pose);
  const Vec3 d = random.in_cube(shift);
  next.t = {pose.t.x + d.x, pose.t.y + d.y, pose.t.z + d.z};
  return next;
}

/// `count` poses from `start`: runs of steps of one size between 1e-6 and 0.1 of `scale`, now and then the same pose
/// again, a jump, a return, or a rotation that is orthonormal to some 1e-7 only.
inline std::vector<Pose> random_walk(SoupRandom& random, const Pose& start, double scale, int count) {
  std::vector<Pose> poses{start};
  double size = 1e-3;
  while (static_cast<int>(poses.size()) < count) {
    const Pose last = poses.back();
    if (random.chance(0.05)) size = std::pow(10.0, random.uniform(-6, -1));
    const double what = random.uniform();
    if (what < 0.04) {
      poses.push_back(last);
    } else if (what < 0.07) {
      poses.push_back(turned_by(random, start, random.uniform(-3, 3), scale));
    } else if (what < 0.1) {
      poses.push_back(poses[static_cast<std::size_t>(random.below(static_cast<int>(poses.size())))]);
    } else {
      poses.push_back(turned_by(random, last, random.uniform(0, size), random.uniform(0, size) * scale));
      if (random.chance(0.05)) poses.back().r[random.below(9)] += random.uniform(-2e-7, 2e-7);
    }
  }
  return poses;
}

}  // namespace graze::test
