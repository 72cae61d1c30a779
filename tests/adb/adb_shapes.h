// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "base/random.h"
#include "graze/mesh.h"
#include "support/ball.h"

namespace graze::test {

/// With bumps.
inline Mesh adb_ball(int rings, double bumps) {
  return ball_of(rings, 0.37,
                 [bumps](double u, double v) { return 1 + bumps * std::sin(3 * u + 0.5) * std::cos(4 * v); });
}

/// Turned anyhow, its origin at `distance`.
inline Pose adb_pose(detail::Random& random, double distance) {
  double q[4], d[3], length = 0;
  for (double& x : q) x = random.uniform(-1, 1);
  do {
    length = 0;
    for (double& x : d) x = random.uniform(-1, 1);
    for (const double x : d) length += x * x;
  } while (length > 1 || length < 0.01);
  const double scale = distance / std::sqrt(length);
  return pose_from_quaternion(q[0], q[1], q[2], 0.05 + std::abs(q[3]), {scale * d[0], scale * d[1], scale * d[2]});
}

}  // namespace graze::test
