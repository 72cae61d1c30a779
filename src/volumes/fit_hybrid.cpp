// SPDX-License-Identifier: Apache-2.0
// What a node of a hybrid hierarchy is: a box, a rounded box or a sphere (seed 002). One test serves all of them at the
// same cost (volumes/hybrid-inl.h), so the tightest is best: that of the least chance to meet another volume.
#include <algorithm>

#include "base/tuning.h"
#include "volumes/fit.h"
#include "volumes/hybrid.h"
#include "volumes/layout.h"
#include "volumes/meeting.h"

namespace graze::detail {
namespace {

/// Least is best; the handicap of rounded ones is in volumes/hybrid.h.
double chance(const float* fields) {
  const HybridShape s(fields);
  const double measure = meeting_measure(s.half[0], s.half[1], s.half[2], s.radius);
  return s.is_box() ? measure : tuning().rounded_handicap * measure;
}

}  // namespace

void fit_hybrid(const Points& points, const Moments& moments, float slack, float out[15]) {
  fit_obb(points, moments, slack, out);
  double least = chance(out);
  float other[15];
  const auto offer = [&] {
    const double c = chance(other);
    if (!(c < least)) return;
    least = c;
    std::copy(other, other + 15, out);
  };
  fit_rounded_box(points, moments, slack, other);
  other[field::kHybridThird] = -other[field::kRoundedRadius];
  offer();
  float sphere[4];
  fit_sphere(points, slack, sphere);
  std::fill(other, other + 15, 0.0f);
  std::copy(sphere, sphere + 3, other);
  other[field::kAxes] = other[field::kAxes + 4] = other[field::kAxes + 8] = 1;
  other[field::kHybridThird] = -sphere[field::kSphereRadius];
  offer();
}

}  // namespace graze::detail
