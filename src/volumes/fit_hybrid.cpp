// SPDX-License-Identifier: Apache-2.0
// What a node of a hybrid hierarchy is: a box, a rounded box or a sphere (seed 002). One test serves all of them at the
// same cost (volumes/hybrid-inl.h), so the tightest is best: that of the least chance to meet another volume.
#include <algorithm>
#include <numbers>

#include "volumes/fit.h"
#include "volumes/hybrid.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

/// Volume, surface and integral of mean curvature of a convex body.
struct Size {
  double volume, surface, curvature;
};

/// Grown by a ball (Steiner).
Size grown(const Size& s, double r) {
  constexpr double kPi = std::numbers::pi;
  return {s.volume + s.surface * r + s.curvature * r * r + 4 * kPi / 3 * r * r * r,
          s.surface + 2 * s.curvature * r + 4 * kPi * r * r, s.curvature + 4 * kPi * r};
}

Size size_of(const float* fields) {
  const HybridShape shape(fields);
  const double a = shape.half[0], b = shape.half[1], c = shape.half[2];
  return grown({8 * a * b * c, 8 * (a * b + b * c + c * a), 2 * std::numbers::pi * (a + b + c)}, shape.radius);
}

/// The measure of all rigid motions that make it meet a body of its own kind (Blaschke's kinematic formula), up to a
/// factor. Rounded ones count a little more: the test finds no separation where their corners are nearest.
double chance(const float* fields) {
  const Size s = size_of(fields);
  const double measure = s.volume + s.surface * s.curvature / (4 * std::numbers::pi);
  return HybridShape(fields).radius > 0 ? kRoundedHandicap * measure : measure;
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
