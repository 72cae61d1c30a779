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
void fit_aabb(const Points& points, float slack, float out[6]);
void fit_sphere(const Points& points, float slack, float out[4]);
void fit_rounded_box(const Points& points, const Moments& moments, float slack, float out[15]);

/// centre[padded], half[padded] along the unit directions of volumes/dop.h; unused lanes are zero.
void fit_dop(Volume volume, const Points& points, float slack, float* out);

/// Any of them, by the volume; `out` has layout_of(volume, ...).fields floats.
void fit(Volume volume, const Points& points, const Moments& moments, float slack, float* out);

/// The volume (measure) of one bounding volume as stored.
double measure(Volume volume, const float* fields);

}  // namespace graze::detail
