// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "geometry/vec.h"
#include "graze/math.h"

namespace graze {

Vec3 place(const Pose& pose, const Vec3& v) {
  const double* r = pose.r;
  return {((r[0] * v.x + r[1] * v.y) + r[2] * v.z) + pose.t.x, ((r[3] * v.x + r[4] * v.y) + r[5] * v.z) + pose.t.y,
          ((r[6] * v.x + r[7] * v.y) + r[8] * v.z) + pose.t.z};
}

Pose inverse(const Pose& pose) {
  Pose result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.r[3 * i + j] = pose.r[3 * j + i];
  }
  const Vec3 moved = place(result, pose.t);
  result.t = {0 - moved.x, 0 - moved.y, 0 - moved.z};  // not unary minus: no translation stays +0
  return result;
}

Pose compose(const Pose& first, const Pose& second) {
  Pose result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      result.r[3 * i + j] =
          (first.r[3 * i] * second.r[j] + first.r[3 * i + 1] * second.r[3 + j]) + first.r[3 * i + 2] * second.r[6 + j];
    }
  }
  result.t = place(first, second.t);
  return result;
}

Pose pose_from_quaternion(double w, double x, double y, double z, const Vec3& t) {
  // Divided by the largest entry first: the sum of squares can neither overflow nor vanish.
  const double largest = std::max({std::abs(w), std::abs(x), std::abs(y), std::abs(z)});
  const bool finite = std::isfinite(w) && std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
  if (!finite || largest == 0) throw std::invalid_argument("quaternion is zero or not finite");
  if (!detail::is_finite(t)) throw std::invalid_argument("translation is not finite");
  w /= largest;
  x /= largest;
  y /= largest;
  z /= largest;
  const double length = std::sqrt((w * w + x * x) + (y * y + z * z));
  w /= length;
  x /= length;
  y /= length;
  z /= length;
  Pose pose;
  pose.r[0] = 1 - 2 * (y * y + z * z);
  pose.r[1] = 2 * (x * y - w * z);
  pose.r[2] = 2 * (x * z + w * y);
  pose.r[3] = 2 * (x * y + w * z);
  pose.r[4] = 1 - 2 * (x * x + z * z);
  pose.r[5] = 2 * (y * z - w * x);
  pose.r[6] = 2 * (x * z - w * y);
  pose.r[7] = 2 * (y * z + w * x);
  pose.r[8] = 1 - 2 * (x * x + y * y);
  pose.t = t;
  return pose;
}

bool is_rigid(const Pose& pose) {
  constexpr double kTolerance = 1e-6;
  for (const double entry : pose.r) {
    if (!(std::abs(entry) <= 1 + kTolerance)) return false;  // also refuses NaN
  }
  if (!detail::is_finite(pose.t)) return false;
  const Vec3 column[3] = {
      {pose.r[0], pose.r[3], pose.r[6]}, {pose.r[1], pose.r[4], pose.r[7]}, {pose.r[2], pose.r[5], pose.r[8]}};
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      if (std::abs(detail::dot(column[i], column[j]) - (i == j ? 1.0 : 0.0)) > kTolerance) return false;
    }
  }
  return detail::dot(detail::cross(column[0], column[1]), column[2]) > 0;
}

}  // namespace graze
