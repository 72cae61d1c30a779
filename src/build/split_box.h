// SPDX-License-Identifier: Apache-2.0
// Boxes of the builders in two 4-float registers. Compiler vectors: minps, maxps on plain x86-64, NEON on Arm.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "build/topology.h"

namespace graze::detail {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

inline Float4 splat(float x) { return Float4{x, x, x, x}; }

// On equal values both return b: a fold over a sequence then keeps the last of its equal extremes (-0 and +0 are
// equal), however the sequence was cut into chunks. That keeps the bits of boxes independent of the thread count.
inline Float4 min(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 max(Float4 a, Float4 b) { return a > b ? a : b; }

/// Three floats and a zero: the fourth lane holds an integer, and a multiplication would take it for a denormal.
inline Float4 load3(const float* p) {
  Float4 v;
  std::memcpy(&v, p, sizeof v);
  const Int4 mask = {-1, -1, -1, 0};
  return reinterpret_cast<Float4>(reinterpret_cast<Int4>(v) & mask);
}

struct Box4 {
  Float4 lower = splat(std::numeric_limits<float>::infinity());
  Float4 upper = splat(-std::numeric_limits<float>::infinity());

  void add(Float4 p) {
    lower = min(lower, p);
    upper = max(upper, p);
  }
  void add(const Box4& b) {
    lower = min(lower, b.lower);
    upper = max(upper, b.upper);
  }
  Float4 extent() const { return upper - lower; }
};

inline Box4 box_of(const Primitive& p) { return {load3(p.lower), load3(p.upper)}; }

/// Twice the centre of the box: the point that stands for a triangle in every split.
inline Float4 centre_of(const Box4& b) { return b.lower + b.upper; }

/// xy + yz + zx of an extent: half the surface area.
inline float half_area(Float4 d) {
  const Float4 v = d * __builtin_shufflevector(d, d, 1, 2, 0, 3);
  return v[0] + v[1] + v[2];
}

inline int longest_axis(Float4 extent) {
  int axis = extent[1] > extent[0] ? 1 : 0;
  return extent[2] > extent[axis] ? 2 : axis;
}

/// A power of two that brings the longest side to about 1, so that areas neither overflow nor vanish; 1 for a point.
inline float area_scale(Float4 extent) {
  const float longest = extent[longest_axis(extent)];
  if (!(longest > 0) || !std::isfinite(longest)) return 1;
  return std::ldexp(1.0f, std::clamp(-std::ilogb(longest), -126, 126));
}

}  // namespace graze::detail
