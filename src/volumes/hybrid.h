// SPDX-License-Identifier: Apache-2.0
// The record of hybrid hierarchies (volumes/hybrid-inl.h) read one by one.
#pragma once

#include <algorithm>

#include "volumes/fit.h"
#include "volumes/layout.h"

namespace graze::detail {

/// A box grown by a ball; a sphere has no half-widths, a box no radius.
struct HybridShape {
  double half[3], radius;
  explicit HybridShape(const float* fields)
      : half{fields[field::kObbHalf], fields[field::kObbHalf + 1], std::max(0.0f, fields[field::kHybridThird])},
        radius(std::max(0.0f, -fields[field::kHybridThird])) {}
  bool is_sphere() const { return radius > 0 && half[0] == 0 && half[1] == 0; }
  bool is_box() const { return !(radius > 0); }
};

void fit_hybrid(const Points& points, const Moments& moments, float slack, float out[15]);

}  // namespace graze::detail
