// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "graze/math.h"

namespace graze::detail {

/// An affine map as three rows of four; scene graphs scale, shear and mirror.
struct Affine {
  std::array<double, 12> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

  Vec3 operator()(const Vec3& v) const {
    return {((m[0] * v.x + m[1] * v.y) + m[2] * v.z) + m[3], ((m[4] * v.x + m[5] * v.y) + m[6] * v.z) + m[7],
            ((m[8] * v.x + m[9] * v.y) + m[10] * v.z) + m[11]};
  }

  /// Triangles placed by such a map must be turned around to keep their outside.
  bool mirrors() const {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
               m[2] * (m[4] * m[9] - m[5] * m[8]) <
           0;
  }

  /// First `second`, then `first`.
  friend Affine operator*(const Affine& first, const Affine& second) {
    Affine result;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 4; ++j) {
        result.m[4 * i + j] = (first.m[4 * i] * second.m[j] + first.m[4 * i + 1] * second.m[4 + j]) +
                              first.m[4 * i + 2] * second.m[8 + j] + (j == 3 ? first.m[4 * i + 3] : 0.0);
      }
    }
    return result;
  }
};

}  // namespace graze::detail
