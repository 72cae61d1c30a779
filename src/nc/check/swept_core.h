// SPDX-License-Identifier: Apache-2.0
// The core of a convex piece of a tool on its way along a straight move: a frustum and a segment, added (NC.md 4.1).
#pragma once

#include <cmath>

#include "geometry/vec.h"

namespace graze::detail {

struct SweptCore {
  Vec3 at;   // the tool's tip where the move begins
  Vec3 way;  // to where it ends
  double z0 = 0, r0 = 0, z1 = 0, r1 = 0;

  bool is_point() const { return r0 == 0 && r1 == 0 && z0 == z1; }
  bool is_segment() const { return r0 == 0 && r1 == 0; }

  /// The point farthest along d, about `at`, and where on the move it lies (0 or 1).
  Vec3 support(const Vec3& d, double& t) const {
    const double across = std::sqrt(d.x * d.x + d.y * d.y);
    const bool low = across * r0 + d.z * z0 >= across * r1 + d.z * z1;
    const double z = low ? z0 : z1, r = low ? r0 : r1;
    const double scale = across > 0 ? r / across : 0;
    t = dot(d, way) > 0 ? 1 : 0;
    return Vec3{d.x * scale, d.y * scale, z} + t * way;
  }

  /// How far that is, about `at`.
  double extent(const Vec3& d) const {
    const double across = std::sqrt(d.x * d.x + d.y * d.y);
    return std::max(across * r0 + d.z * z0, across * r1 + d.z * z1) + std::max(0.0, dot(d, way));
  }

  double low() const { return at.z + z0 + std::min(0.0, way.z); }
  double high() const { return at.z + z1 + std::max(0.0, way.z); }
};

}  // namespace graze::detail
