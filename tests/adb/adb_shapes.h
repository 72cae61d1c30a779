// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "graze/mesh.h"

namespace graze::test {

/// A closed surface about the origin, 4 rings² triangles, with bumps.
inline Mesh adb_ball(int rings, double bumps) {
  Mesh mesh;
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j < 2 * rings; ++j) {
      const double u = std::numbers::pi * i / rings, v = std::numbers::pi * (j + 0.37) / rings;
      const double r = 1 + bumps * std::sin(3 * u + 0.5) * std::cos(4 * v);
      mesh.vertices.push_back({r * std::sin(u) * std::cos(v), r * std::sin(u) * std::sin(v), r * std::cos(u)});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * 2 * rings + j % (2 * rings)); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < 2 * rings; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
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
