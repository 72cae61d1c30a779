// SPDX-License-Identifier: Apache-2.0
// What of the frames of two models does not depend on the pose. Inline: a query makes it anew, and what it does not
// need of it is never made.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "build/hierarchy.h"
#include "build/pieces.h"
#include "graze/query.h"
#include "volumes/frame.h"

namespace graze::detail {

struct FrameNumbers {
  /// Beyond this, products of three lengths leave the float range, and squares the double range.
  static constexpr double kExtreme = 0x1p36;

  double per_unit;  // exact: a power of two
  double margin;    // in units, as all that follows
  double radii, touching;
  double error, error_of_t, error_of_far;
  float margin_up;
  int size_bias, range_a, range_b;
  bool none, like_units, turned;
};

/// At least x >= 0, by up to four units of roundoff more. Without the branch of round_up, which is taken at random and
/// mispredicted half the time: 60 -> 25 ns for a frame.
inline float above(double x) { return static_cast<float>(x * (1 + 0x1p-22)) + 0x1p-149f; }

struct Ranges {
  int a, b;
};

[[gnu::always_inline]] inline Ranges ranges_of(Descent descent) {
  constexpr int kFar = 1 << 20;
  switch (descent) {
    case Descent::adaptive:
      return {2, 2};  // half octaves: a factor of two
    case Descent::larger:
      return {0, -1};
    case Descent::a_first:
    case Descent::restart:
      return {kFar, -kFar};
    case Descent::lock_step:
      return {kFar, kFar};
  }
  throw std::invalid_argument("graze: no descent rule has this number");
}

[[gnu::always_inline]] inline FrameNumbers numbers_of(const Hierarchy& a, const Hierarchy& b, double margin,
                                                      Descent descent) {
  FrameNumbers n;
  n.none = a.leaves.empty() || b.leaves.empty();
  n.like_units = a.unit == b.unit;
  n.turned = is_turned(a) || is_turned(b);
  n.per_unit = 1 / a.unit;
  n.margin = margin * n.per_unit;
  n.radii = a.radius + b.radius;
  n.touching = a.radius + 1.00001 * b.radius + n.margin;
  // Roundings of placing a corner, of the origins, of a centre's offset: docs/numerics.md, "leaf error". Corners
  // are turned in double as well, by frames that are orthonormal to 1e-14.
  n.error = 0x1p-49 * ((4 * b.max_coordinate + a.max_coordinate) * n.per_unit + 2 * n.radii) +
            (n.turned ? 0x1p-43 * n.radii : 0) +
            0x1p-1000 * n.per_unit;  // products that underflow; a denormal constant would cost an assist, 60 ns
  n.error_of_t = 0x1p-48 * n.per_unit;
  n.error_of_far = 0x1p-49 + (n.turned ? 0x1p-43 : 0);
  n.margin_up = above(n.margin * (1 + 1e-6));
  n.size_bias = 2 * std::clamp(a.size_exponent - b.size_exponent, -1000, 1000);
  const Ranges ranges = ranges_of(descent);
  n.range_a = ranges.a;
  n.range_b = ranges.b;
  return n;
}

/// All of a frame but how B is placed, of what has to be known of that: its skew, what rounding in double does to a
/// corner, and how far the origins are apart.
[[gnu::always_inline]] inline void write_pads(const FrameNumbers& n, double skew, double error, double distance,
                                              Frame& frame) {
  const double magnitude = 2 * n.radii + distance;
  frame.margin = n.margin_up;
  frame.leaf_error = above(error);
  frame.pad = above((0x1.8p-18 + 16 * skew) * magnitude + 4 * error + n.margin * (1 + 1e-6) + 1e-36);
  frame.size_bias = n.size_bias;
  frame.range_a = n.range_a;
  frame.range_b = n.range_b;
}

}  // namespace graze::detail
