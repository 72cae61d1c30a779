// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace graze {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// A rigid motion: row-major rotation, then translation. Queries take `b_in_a`, the pose of B in A's
/// frame: a point v of B lies at R·v + t in A, each coordinate evaluated as ((r0*x + r1*y) + r2*z) + t
/// in double without fused multiply-add. For the points so placed every answer is exact.
struct Pose {
  double r[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vec3 t;
};

/// Where the pose puts v. This very expression defines what "exact" means; see docs/numerics.md.
Vec3 place(const Pose& pose, const Vec3& v);

/// The inverse motion (transpose of the rotation), rounded to double.
Pose inverse(const Pose& pose);

/// First `second`, then `first`: place(compose(first, second), v) is place(first, place(second, v)) up to rounding.
Pose compose(const Pose& first, const Pose& second);

/// Rotation by the quaternion (w, x, y, z), normalised here, then translation. Throws
/// std::invalid_argument when the quaternion is zero or anything is not finite.
Pose pose_from_quaternion(double w, double x, double y, double z, const Vec3& t = {});

/// True when all entries are finite and RᵀR differs from the identity by at most 1e-6, determinant positive.
bool is_rigid(const Pose& pose);

}  // namespace graze
