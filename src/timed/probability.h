// SPDX-License-Identifier: Apache-2.0
// From the state of an unfinished query to the probability that the models meet (TIMED, "state").
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/timed.h"

namespace graze::detail {

inline constexpr std::size_t kFeatures = 13, kBoxFeatures = 8;

/// Of boxes: 1, t: score of the best pair, m: log2 of the mass of all, log2 of the steps, log2 of the best pair's size
/// over a leaf's, t², m², t·m. Without the products the calibration error on models not fitted on is twice as large
/// (0.039, 0.020); the number of pairs, the second and third scores, depths, or the distance of the models add nothing.
/// Of points, where they were looked up: n and w, log2 of how many are near by two measures, n², w², n·w.
using Features = std::array<double, kFeatures>;
using BoxFeatures = std::array<double, kBoxFeatures>;

inline std::size_t step_group(std::uint64_t steps) {
  const auto log = static_cast<std::size_t>(std::bit_width(steps));
  return log == 0 ? 0 : log <= 2 ? 1 : log >= 7 ? kStepGroups - 1 : log - 1;
}

/// Weights of the features for each group of steps: log-odds of a collision. Before the first step there are no boxes.
extern const std::array<Features, kStepGroups> kStateWeights;
/// The same where no points were looked up.
extern const std::array<BoxFeatures, kStepGroups> kBoxWeights;

/// What is known of a state.
struct Observed {
  double top = 0, mass = 0, steps = 0, size = 0;
  double near = 0, wide = 0;
  bool looked_up = false;  // the last two are known

  Features features() const {
    return {1,          top,  mass, steps,       size,        top * top,  mass * mass,
            top * mass, near, wide, near * near, wide * wide, near * wide};
  }
};

/// The sum of weights times features. Not through an array: reading it back as vectors took 10 ns.
[[gnu::always_inline]] inline double log_odds(const Observed& o, std::size_t group) {
  const double* w = o.looked_up ? kStateWeights[group].data() : kBoxWeights[group].data();
  const double boxes = ((w[0] + w[3] * o.steps) + w[4] * o.size) + o.top * ((w[1] + w[5] * o.top) + w[7] * o.mass) +
                       o.mass * (w[2] + w[6] * o.mass);
  if (!o.looked_up) return boxes;
  return boxes + (o.near * ((w[8] + w[10] * o.near) + w[12] * o.wide) + o.wide * (w[9] + w[11] * o.wide));
}

inline double probability_of(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

/// A calibration, and what was learnt since.
struct Correction {
  Calibration calibration;
  std::array<double, kStepGroups> learnt = {};
  std::array<std::uint64_t, kStepGroups> told = {};  // how often each was
  bool learns = false;

  double apply(double log_odds, std::size_t group) const {
    return calibration.slope[group] * log_odds + calibration.offset[group] + learnt[group];
  }
  /// A query that finished had this state on its way.
  void add(double corrected, std::size_t group, bool collided) {
    // TIMED's 0.05 follows an application that changes (0.15 does no better); at first, larger steps find where it is.
    constexpr double kRate = 0.05, kFirst = 0.35, kTold = 30;
    const double rate = kRate + kFirst / (1 + static_cast<double>(told[group]++) / kTold);
    learnt[group] += rate * ((collided ? 1 : 0) - probability_of(corrected));
  }
};

}  // namespace graze::detail
