// SPDX-License-Identifier: Apache-2.0
// Fitting volumes to points, in float. The contract of every fit, tested in tests/volumes: each true point, which may
// lie up to `slack` in length from its float image, is inside the volume as stored, in exact arithmetic; widths are
// then widened by a factor of 1 + 2^-20 that pays for the rounding of sums of widths in the tests.
#pragma once

#include <cstddef>

#include "graze/model.h"

namespace graze::detail {

struct Points {
  const float* x;
  const float* y;
  const float* z;
  std::size_t count;  // at least 1
};

/// Area-weighted moments of a piece of surface, about any origin near it.
struct Moments {
  double area = 0;
  double first[3] = {};   // ∫ x dA
  double second[6] = {};  // ∫ xxᵀ dA: xx yy zz xy xz yz
  double normal[3] = {};  // ∫ n dA
};

inline constexpr double kWiden = 1 + 0x1p-20;

/// The smallest float not below x.
float round_up(double x);

/// Fields as in volumes/layout.h. `slack` also covers the rounding of the fit's own float products: the caller gives
/// at least 8 units of float roundoff of the largest |point|.
void fit_obb(const Points& points, const Moments& moments, float slack, float out[15]);

}  // namespace graze::detail
