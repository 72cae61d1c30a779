// SPDX-License-Identifier: Apache-2.0
// Orientation of points, exactly, for every finite double. docs/numerics.md derives the bounds.
#pragma once

#include "geometry/vec.h"

namespace graze::detail {

struct Vec2 {
  double x = 0, y = 0;
};

/// The other two coordinates, cyclically: dropping z gives (x, y).
inline Vec2 drop(const Vec3& v, int axis) {
  return axis == 0 ? Vec2{v.y, v.z} : axis == 1 ? Vec2{v.z, v.x} : Vec2{v.x, v.y};
}

inline int sign_of(double x) { return (x > 0) - (x < 0); }

/// A value in double that is off by at most `bound`. Overflow gives an infinite or undefined bound: not certain.
struct Estimate {
  double value, bound;
  bool certain() const { return std::abs(value) > bound; }
};

/// 8 * 2^-53, with room for the terms of second order and for the rounding of the bound itself.
inline constexpr double kOrient3dError = 0x1p-50 * (1 + 0x1p-40);
/// Dwarfs what products may lose to underflow, and is nothing beside any usual determinant.
inline constexpr double kOrient3dTiny = 0x1p-800;

/// The linear form w -> (u x v) . w of two edge vectors, for points that are tested against one plane.
class PlaneForm {
 public:
  /// u and v are rounded differences of input coordinates.
  PlaneForm(const Vec3& u, const Vec3& v) {
    const double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    normal_ = {yz - zy, zx - xz, xy - yx};
    permanent_ = {(std::abs(yz) + std::abs(zy)) + kOrient3dTiny, (std::abs(zx) + std::abs(xz)) + kOrient3dTiny,
                  (std::abs(xy) + std::abs(yx)) + kOrient3dTiny};
  }
  const Vec3& normal() const { return normal_; }

  /// w is a rounded difference, too.
  Estimate operator()(const Vec3& w) const {
    const double permanent =
        (permanent_.x * std::abs(w.x) + permanent_.y * std::abs(w.y)) + permanent_.z * std::abs(w.z) + kOrient3dTiny;
    return {(normal_.x * w.x + normal_.y * w.y) + normal_.z * w.z, kOrient3dError * permanent};
  }

 private:
  Vec3 normal_, permanent_;
};

/// The determinants below without a filter: the exact sign, and a relative error of at most 2^-51 (where coordinates
/// are extreme, the magnitude is forced into [2^-1000, 2^1000]).
double orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c);
double orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Two determinants of one line or plane, with p and with q as the last point, up to a common positive factor: their
/// ratio is good to a few units in the last place even where coordinates are extreme.
struct ValuePair {
  double p, q;
};
ValuePair orient2d_pair(const Vec2& a, const Vec2& b, const Vec2& p, const Vec2& q);
ValuePair orient3d_pair(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p, const Vec3& q);

/// Positive when a, b, c run counter-clockwise, zero when they lie on one line. The sign is exact.
double orient2d_value(const Vec2& a, const Vec2& b, const Vec2& c);
inline int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) { return sign_of(orient2d_value(a, b, c)); }

/// ((b - a) x (c - a)) . (d - a): positive when d lies on the side from which a, b, c run counter-clockwise, zero when
/// the four points lie in one plane. The sign is exact.
double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
inline int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return sign_of(orient3d_value(a, b, c, d));
}

/// True when the three points lie on one line.
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace graze::detail
