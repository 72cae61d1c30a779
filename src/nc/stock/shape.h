// SPDX-License-Identifier: Apache-2.0
// A convex piece of a tool in the tool's frame: a frustum about z, rounded. What lines need to know of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/vec.h"
#include "graze/nc/tool.h"

namespace graze::detail::stock {

struct Shape {
  double z0 = 0, r0 = 0, z1 = 0, r1 = 0, rho = 0;

  double reach() const { return std::max(r0, r1) + rho; }
  double low() const { return z0 - rho; }
  double high() const { return z1 + rho; }
  bool is_ball() const { return r0 == 0 && r1 == 0 && z0 == z1; }
  bool is_capsule() const { return r0 == 0 && r1 == 0 && rho > 0; }
  Shape upside_down() const { return {-z1, r1, -z0, r0, rho}; }
};

inline Shape shape_of(const nc::ConvexPiece& piece) {
  Shape shape{piece.z0, piece.r0, piece.z1, piece.r1, piece.rounding};
  if (shape.z0 == shape.z1) shape.r0 = shape.r1 = std::max(shape.r0, shape.r1);
  return shape;
}

/// Points of the piece that are farther than `depth` from its surface, and no others: nothing, a smaller rounding or
/// a smaller frustum.
std::optional<Shape> shrunk(const Shape& shape, double depth);

/// Radius at height z, which is within low() and high().
double radius_at(const Shape& shape, double z);

/// Distance of p to the frustum without its rounding, and its gradient: of unit length outside, zero within.
double core_distance(const Shape& shape, const Vec3& p, Vec3& gradient);

/// The lower surface of a piece: height over the distance from the axis, convex and never falling.
class Underside {
 public:
  explicit Underside(const Shape& shape) : s_(shape) {
    const double dr = s_.r1 - s_.r0, dz = s_.z1 - s_.z0;
    opens_ = dr > 0;
    if (!opens_) return;
    const double length = std::hypot(dr, dz);
    rise_ = dz / dr;
    arc_end_ = s_.r0 + s_.rho * (dz / length);
    side_end_ = s_.r1 + s_.rho * (dz / length);
    side_z_ = s_.z0 - s_.rho * (dr / length);
  }

  /// r is at most reach(). `slope` is infinite at a rounded piece's widest circle.
  double at(double r, double& slope) const {
    slope = 0;
    if (r <= s_.r0) return s_.z0 - s_.rho;
    if (!opens_ || r < arc_end_) return arc(r - s_.r0, s_.z0, slope);
    if (r <= side_end_) {
      slope = rise_;
      return side_z_ + (r - arc_end_) * rise_;
    }
    return arc(r - s_.r1, s_.z1, slope);
  }

 private:
  double arc(double x, double z, double& slope) const {
    const double c = std::sqrt(std::max(0.0, s_.rho * s_.rho - x * x));
    slope = c > 0 ? x / c : std::numeric_limits<double>::infinity();
    return z - c;
  }

  Shape s_;
  bool opens_ = false;
  double rise_ = 0, arc_end_ = 0, side_end_ = 0, side_z_ = 0;
};

}  // namespace graze::detail::stock
