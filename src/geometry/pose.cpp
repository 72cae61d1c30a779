// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "graze/math.h"

namespace graze {

Vec3 place(const Pose& pose, const Vec3& v) { return detail::placed(pose, v); }

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

bool is_rigid(const Pose& pose) { return detail::skew_of(pose) != detail::kNotRigid; }

}  // namespace graze
