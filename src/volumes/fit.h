// SPDX-License-Identifier: Apache-2.0
// Fitting volumes to points, in float. The contract of every fit, tested in tests/volumes: each true point, which may
// lie up to `slack` in length from its float image, is inside the volume as stored, in exact arithmetic; widths are
// then widened by a factor of 1 + 2^-20 that pays for the rounding of sums of widths in the tests.
#pragma once

#include <array>
#include <cstddef>

#include "graze/model.h"

namespace graze::detail {

struct Points {
  const float* x;
  const float* y;
  const float* z;
  std::size_t count;  // at least 1
};

/// Of a piece of surface, by area. All zero for pieces without any.
struct Moments {
  float area;
  float mean[3];
  float covariance[6];  // ∫ (x - mean)(x - mean)ᵀ dA / area: xx yy zz xy xz yz
  float normal[3];      // ∫ n dA / area
};

/// Of each piece; every three points are a triangle. Large pieces are sampled.
void moments_of(const Points* pieces, std::size_t count, Moments* out);

/// Of the parts together.
Moments merge(const Moments* parts, std::size_t count);

inline constexpr double kWiden = 1 + 0x1p-20;

/// The smallest float not below x.
float round_up(double x);

/// Fields as in volumes/layout.h. `slack` also covers the rounding of the fit's own float products: the caller gives
/// at least 8 units of float roundoff of the largest |point|.
void fit_obb(const Points& points, const Moments& moments, float slack, float out[15]);
/// How many points of a large piece decide about its axes.
enum class Effort { least, most };
/// `count` of them, sixteen at a time: the same boxes, each in a twentieth of the time.
void fit_obbs(const Points* points, const Moments* moments, std::size_t count, float slack, Effort effort,
              std::array<float, 15>* out);
/// With `moments` to be filled in.
void fit_leaf_obbs(const Points* points, std::size_t count, float slack, Moments* moments, std::array<float, 15>* out);
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
