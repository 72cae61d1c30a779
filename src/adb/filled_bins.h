// SPDX-License-Identifier: Apache-2.0
// Balls in bins: how likely two sets of cells have some in common (000, 3.5).
#pragma once

#include <array>

#include "adb/adb_node.h"

namespace graze::detail {

inline constexpr int kMaxX = 10;

/// Element x - 1 is Pr[# filled bins >= x]: of `bins`, `blue` are chosen at random and `red` are; at least x are both
/// (equations 6 and 7). 0 <= blue, red <= bins <= 512. The terms of the sum follow from one another by ratios, the
/// first from logarithms of factorials: within 1e-11 of the exact value, where the papers computed for 93 hours.
std::array<double, kMaxX> filled_bins(int bins, int blue, int red);

/// Equation 8: max over x <= x_max of Pr[# filled bins >= x] (1 - (1 - lb)^x).
double collision_probability(int bins, int blue, int red, double lb, int x_max);

/// The mean of it when each number is rounded up with the probability of its fraction, else down; but no fewer than one
/// bin, and no more balls than bins.
double interpolated_probability(double bins, double blue, double red, double lb, int x_max);

}  // namespace graze::detail
