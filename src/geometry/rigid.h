// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/vec.h"
#include "graze/math.h"

namespace graze::detail {

/// Of a matrix that is no rotation, or a pose with an entry that is not finite.
inline constexpr double kNotRigid = 1;

/// How far RᵀR is from the identity, by its largest entry: about 1e-16 for a clean rotation, at most 1e-6 for one that
/// graze accepts; kNotRigid for everything else, reflections included.
inline double skew_of(const Pose& pose) {
  constexpr double kTolerance = 1e-6;
  const double* r = pose.r;
  double skew = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      const double dot = r[i] * r[j] + r[3 + i] * r[3 + j] + r[6 + i] * r[6 + j];
      const double off = std::abs(dot - (i == j ? 1 : 0));
      if (!(off <= kTolerance)) return kNotRigid;  // also refuses NaN
      skew = std::max(skew, off);
    }
  }
  const double det =
      r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  return det > 0 && is_finite(pose.t) ? skew : kNotRigid;
}

/// graze::place, inline.
inline Vec3 placed(const Pose& pose, const Vec3& v) {
  const double* r = pose.r;
  return {((r[0] * v.x + r[1] * v.y) + r[2] * v.z) + pose.t.x, ((r[3] * v.x + r[4] * v.y) + r[5] * v.z) + pose.t.y,
          ((r[6] * v.x + r[7] * v.y) + r[8] * v.z) + pose.t.z};
}

}  // namespace graze::detail
