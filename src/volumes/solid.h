// SPDX-License-Identifier: Apache-2.0
// Oriented boxes and balls one by one, in double, for queries that order pairs by a number.
#pragma once

#include "geometry/vec.h"

namespace graze::detail {

/// Holds its triangles as centre + Σ y axis with |y| <= half, whether or not the axes are quite orthonormal.
struct SolidBox {
  Vec3 centre, axis[3];
  double half[3];
};

struct SolidBall {
  Vec3 centre;
  double radius;
};

inline double size_of(const SolidBall& ball) { return ball.radius; }
inline double size_of(const SolidBox& box) { return box.half[0] + box.half[1] + box.half[2]; }

}  // namespace graze::detail
