// SPDX-License-Identifier: Apache-2.0
// From the state of an unfinished query to the probability that the models meet (TIMED, "state").
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/timed.h"

namespace graze::detail {

inline constexpr std::size_t kFeatures = 5;

/// 1, score of the best pair, log2 of the mass of all, log2 of the steps, log2 of the best pair's size over a leaf's.
using Features = std::array<double, kFeatures>;

inline std::size_t step_group(std::uint64_t steps) {
  const auto log = static_cast<std::size_t>(std::bit_width(steps));
  return log <= 2 ? 0 : log >= 7 ? kStepGroups - 1 : log - 2;
}

/// Weights of the features for each group of steps: log-odds of a collision.
extern const std::array<Features, kStepGroups> kStateWeights;

inline double log_odds(const Features& features, std::size_t group) {
  double sum = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) sum += kStateWeights[group][i] * features[i];
  return sum;
}

inline double probability_of(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// A calibration, and what was learnt since.
struct Correction {
  Calibration calibration;
  std::array<double, kStepGroups> learnt = {};
  bool learns = false;

  double apply(double log_odds, std::size_t group) const {
    return calibration.slope[group] * log_odds + calibration.offset[group] + learnt[group];
  }
  /// A query that finished had this state on its way.
  void add(double corrected, std::size_t group, bool collided) {
    constexpr double kRate = 0.05;  // TIMED: the online intercept
    learnt[group] += kRate * ((collided ? 1 : 0) - probability_of(corrected));
  }
};

}  // namespace graze::detail
