// SPDX-License-Identifier: Apache-2.0
// A triangle cut by planes across the axes, for the question which boxes it meets.
#pragma once

#include <array>

#include "geometry/triangle_triangle.h"
#include "geometry/vec.h"

namespace graze::lab {

/// A convex polygon. Cuts are rounded: corners are off by less than 2^-50 of the largest coordinate each time, far
/// below Environment::pad, which callers add.
class Polygon {
 public:
  explicit Polygon(const detail::Corners& triangle) {
    for (const Vec3& v : triangle.v) points_[size_++] = v;
  }

  bool empty() const { return size_ == 0; }

  struct Range {
    double lower, upper;
  };
  Range range(int axis) const {
    Range range{detail::coordinate(points_[0], axis), detail::coordinate(points_[0], axis)};
    for (int i = 1; i < size_; ++i) {
      range.lower = std::min(range.lower, detail::coordinate(points_[i], axis));
      range.upper = std::max(range.upper, detail::coordinate(points_[i], axis));
    }
    return range;
  }

  /// Keeps what lies within [lower, upper] along the axis.
  void clip(int axis, double lower, double upper) {
    if (empty()) return;
    const Range old = range(axis);
    if (old.lower < lower) cut(axis, lower, 1);
    if (old.upper > upper && !empty()) cut(axis, upper, -1);
  }

 private:
  // A triangle cut by six planes has nine corners; rounding may bend a side and add a few. What has no room stays
  // whole.
  static constexpr int kMost = 24;

  /// Keeps sign * (x - limit) >= 0.
  void cut(int axis, double limit, double sign) {
    if (2 * size_ > kMost) return;
    std::array<Vec3, kMost> kept;
    int count = 0;
    for (int i = 0; i < size_; ++i) {
      const Vec3& p = points_[i];
      const Vec3& q = points_[i + 1 == size_ ? 0 : i + 1];
      const double a = sign * (detail::coordinate(p, axis) - limit);
      const double b = sign * (detail::coordinate(q, axis) - limit);
      if (a >= 0) kept[count++] = p;
      if ((a > 0 && b < 0) || (a < 0 && b > 0)) kept[count++] = between(p, q, a / (a - b));
    }
    points_ = kept;
    size_ = count;
  }

  static Vec3 between(const Vec3& p, const Vec3& q, double s) {
    using namespace detail;
    return s < 0.5 ? p + s * (q - p) : q - (1 - s) * (q - p);
  }

  std::array<Vec3, kMost> points_;
  int size_ = 0;
};

}  // namespace graze::lab
