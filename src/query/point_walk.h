// SPDX-License-Identifier: Apache-2.0
// The search for the point closest to another: what it reads and what it has found.
#pragma once

#include <cmath>
#include <limits>

#include "build/hierarchy.h"
#include "geometry/point_triangle.h"
#include "geometry/vec.h"
#include "graze/mesh.h"

namespace graze::detail {

/// The closest triangle so far, in units: the least distance, then the least number.
class PointSearch {
 public:
  PointSearch(const Mesh& mesh, const Vec3& from, double per_unit, double limit)
      : mesh_(mesh), from_(from), per_unit_(per_unit), limit_squared_(limit * limit) {}

  void offer(std::uint32_t triangle) {
    const Triangle& t = mesh_.triangles[triangle];
    Corners about;
    for (std::size_t k = 0; k < 3; ++k) about.v[k] = per_unit_ * (mesh_.vertices[t[k]] - from_);
    const NearestOnTriangle nearest = nearest_to_origin(about);
    if (nearest.squared > limit_squared_) return;
    if (triangle_ != kNoTriangle &&
        (nearest.squared > nearest_.squared || (nearest.squared == nearest_.squared && triangle >= triangle_))) {
      return;
    }
    nearest_ = nearest;
    triangle_ = triangle;
  }

  /// Farther than this, nothing needs to be offered.
  double reach() const { return std::sqrt(triangle_ == kNoTriangle ? limit_squared_ : nearest_.squared); }

  ClosestPoint answer() const;

 private:
  const Mesh& mesh_;
  Vec3 from_;
  double per_unit_;
  double limit_squared_;
  NearestOnTriangle nearest_;
  std::uint32_t triangle_ = kNoTriangle;
};

/// `point` is that of the search in the hierarchy's frame, in units; not beyond kFarthest.
void walk_to_point(const Hierarchy& hierarchy, const double point[3], PointSearch& search);

/// Coordinates in units beyond which squares might leave the float range.
inline constexpr double kFarthest = 0x1p50;

}  // namespace graze::detail
