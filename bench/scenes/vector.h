// SPDX-License-Identifier: Apache-2.0
// The little vector algebra and randomness that shapes and flights need.
#pragma once

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "geometry/vec.h"
#include "graze/math.h"

namespace graze::scenes {

using detail::cross;
using detail::dot;
inline double length(const Vec3& a) { return detail::norm(a); }
inline Vec3 normalized(const Vec3& a) { return (1 / length(a)) * a; }

class Random : public detail::Random {
 public:
  using detail::Random::Random;

  Vec3 in_box(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }

  Vec3 direction() {
    const double z = uniform(-1, 1);
    const double angle = uniform(0, 2 * std::numbers::pi);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
};

/// An orientation that can be turned; w, x, y, z.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

inline Quaternion turn(const Vec3& axis, double angle) {
  const double s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis.x, s * axis.y, s * axis.z};
}

/// Uniform over all rotations (Shoemake 1992).
inline Quaternion random_rotation(Random& random) {
  const double u = random.uniform();
  const double a = random.uniform(0, 2 * std::numbers::pi);
  const double b = random.uniform(0, 2 * std::numbers::pi);
  const double s = std::sqrt(1 - u);
  const double t = std::sqrt(u);
  return {t * std::cos(b), s * std::sin(a), s * std::cos(a), t * std::sin(b)};
}

inline Pose to_pose(const Quaternion& q, const Vec3& t) { return pose_from_quaternion(q.w, q.x, q.y, q.z, t); }

}  // namespace graze::scenes
