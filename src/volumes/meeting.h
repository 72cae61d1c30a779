// SPDX-License-Identifier: Apache-2.0
// How likely a volume is to meet another: what decides between volumes that cost the same to test.
#pragma once

#include <numbers>

namespace graze::detail {

/// The measure of all rigid motions that make a box of half-widths a, b, c, grown by a ball of radius r, meet its like
/// (Blaschke's kinematic formula), up to a factor: V + S M / 4π, with volume, surface and integral of mean curvature by
/// Steiner's formulas.
inline double meeting_measure(double a, double b, double c, double r) {
  constexpr double kPi = std::numbers::pi;
  const double volume = 8 * a * b * c, surface = 8 * (a * b + b * c + c * a), curvature = 2 * kPi * (a + b + c);
  const double v = volume + surface * r + curvature * r * r + 4 * kPi / 3 * r * r * r;
  const double s = surface + 2 * curvature * r + 4 * kPi * r * r;
  const double m = curvature + 4 * kPi * r;
  return v + s * m / (4 * kPi);
}

}  // namespace graze::detail
