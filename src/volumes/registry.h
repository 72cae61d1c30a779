// SPDX-License-Identifier: Apache-2.0
// Bounding volumes beside the built-in ones: a record of functions each (docs/extending.md). They are tested pair by
// pair in double (traverse/general_step-inl.h), some ten times slower than a volume with a step of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "graze/model.h"
#include "volumes/fit.h"
#include "volumes/frame.h"

namespace graze::detail {

/// Fields are floats in the hierarchy's frame, finite; the first three are a centre.
struct VolumeFamily {
  std::string_view name;
  std::size_t fields;  // 3..32

  /// The contract of volumes/fit.h: holds every point with `slack` to spare, widths then widened by kWiden.
  void (*fit)(const Points& points, const Moments& moments, float slack, float* out);

  /// B's volume into A's frame: x_A = r·x_B + t. Rounding is the query's business: Frame::pad pays for it.
  void (*move)(const Frame& frame, const float* in, float* out);

  /// Whether the two, in one frame, are more than `pad` apart. May be false for some that are, never true for others.
  bool (*separated)(const float* a, const float* b, double pad);

  double (*measure)(const float* fields);  // volume

  /// Whether the numbers are ones that `fit` could have written: saved models are not trusted.
  bool (*is_sound)(const float* fields);

  /// Whether the ball about p, of a radius that may be 0, lies inside. May be false when the radius is not 0.
  bool (*contains)(const float* fields, const double p[3], double radius);

  /// An oriented box that holds it, fields as in volumes/layout.h: for pairs of models with different volumes.
  void (*box)(const float* fields, float out[15]);
};

/// The number of the first registered volume, far behind the enumerators of Volume.
inline constexpr int kFirstRegistered = 64;

std::span<const VolumeFamily* const> families();

const VolumeFamily* registered_family(Volume volume);

/// Null for the built-in volumes and for numbers that no volume has. In line: every query asks.
inline const VolumeFamily* family_of(Volume volume) {
  return static_cast<int>(volume) < kFirstRegistered ? nullptr : registered_family(volume);
}

/// A number made of the name: saved with a model, since the volume's own number depends on the others registered. 0
/// for the built-in volumes.
std::uint64_t family_key(Volume volume);

}  // namespace graze::detail
