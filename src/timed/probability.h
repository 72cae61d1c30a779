// SPDX-License-Identifier: Apache-2.0
// From the state of an unfinished query to the probability that the models meet (TIMED, "state").
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "graze/timed.h"

namespace graze::detail {

inline constexpr std::size_t kPointLevels = 4;                         // the first groups of states,
inline constexpr std::size_t kBoxGroups = kStepGroups - kPointLevels;  // and the others
inline constexpr std::size_t kPointFeatures = 10, kBoxFeatures = 8;
/// By so many octaves one model may be larger than twice the other: for points to be worth their time, and for weights
/// to change with them.
inline constexpr double kPointOctaves = 3, kMostOctaves = 5;

/// Of the points looked up last: 1, n and w: log2 of how many are near by two measures, l: log2 of the least distance,
/// n², w², l², n·w, n·l, w·l.
using PointFeatures = std::array<double, kPointFeatures>;
/// Of boxes: 1, t: score of the best pair, m: log2 of the mass of all, log2 of the steps, log2 of the best pair's size
/// over a leaf's, t², m², t·m. Without the products the calibration error on models not fitted on is twice as large
/// (0.039, 0.020); the number of pairs, the second and third scores, depths, or the distance of the models add nothing.
using BoxFeatures = std::array<double, kBoxFeatures>;
/// The same, then the log-odds that points told. To fit their features anew does no better.
using StateFeatures = std::array<double, kBoxFeatures + 1>;

/// Weights of the features for each group of states: log-odds of a collision.
struct Weights {
  std::array<PointFeatures, kPointLevels> points;
  std::array<StateFeatures, kBoxGroups> states;
  std::array<BoxFeatures, kBoxGroups> boxes;  // where no points were looked up
};
/// Of pairs of models of which one is 2^(1 + octaves) times as large as the other: `at` and so much more an octave.
struct RatioWeights {
  Weights at, per_octave;
};

extern const Weights kJudgeWeights;        // none is more than twice as large as the other
extern const RatioWeights kUnlikeWeights;  // one is

/// How many octaves more than one the larger of two radii is; 0 for models that are alike. No more than the weights
/// have seen.
double octaves_apart(double radius_a, double radius_b);
Weights weights_of(double octaves);

/// The group of a state after one step or more.
inline std::size_t step_group(std::uint64_t steps) {
  const auto log = static_cast<std::size_t>(std::bit_width(steps));
  return kPointLevels + (log <= 2 ? 0 : log >= 7 ? kBoxGroups - 1 : log - 2);
}

/// What points of a level told (log2 of their sums).
struct PointsSeen {
  double near = 0, wide = 0, least = 0;

  PointFeatures features() const {
    return {1, near, wide, least, near * near, wide * wide, least * least, near * wide, near * least, wide * least};
  }
};

/// What tries where points are nearest told (tries-inl.h): the log-odds by the last level of points, and log2 of how
/// many found nothing, of how far the next is and of how far the nearest was.
struct TriesSeen {
  double told = 0, count = 0, next = 0, least = 0;

  PointFeatures features() const {
    return {1, told, count, next, least, told * told, next * next, least * least, next * least, count * next};
  }
};

[[gnu::always_inline]] inline double log_odds(const TriesSeen& s, const PointFeatures& w) {
  return ((w[0] + w[2] * s.count) + s.told * (w[1] + w[5] * s.told)) +
         s.next * ((w[3] + w[6] * s.next) + w[9] * s.count) + s.least * ((w[4] + w[7] * s.least) + w[8] * s.next);
}

/// The sum of weights times features. Not through an array: reading it back as vectors took 10 ns.
[[gnu::always_inline]] inline double log_odds(const PointsSeen& p, const PointFeatures& w) {
  return ((w[0] + p.near * (w[1] + w[4] * p.near)) + p.wide * ((w[2] + w[5] * p.wide) + w[7] * p.near)) +
         p.least * ((w[3] + w[6] * p.least) + (w[8] * p.near + w[9] * p.wide));
}

/// What is known of a state.
struct Observed {
  double top = 0, mass = 0, steps = 0, size = 0;
  bool looked_up = false;
  double told = 0;  // by points, if they were looked up: log-odds by the weights of their level

  StateFeatures features() const { return {1, top, mass, steps, size, top * top, mass * mass, top * mass, told}; }
};

[[gnu::always_inline]] inline double log_odds(const Observed& o, std::size_t group, const Weights& weights) {
  if (group < kPointLevels) return o.told;
  const double* w =
      o.looked_up ? weights.states[group - kPointLevels].data() : weights.boxes[group - kPointLevels].data();
  const double boxes = ((w[0] + w[3] * o.steps) + w[4] * o.size) + o.top * ((w[1] + w[5] * o.top) + w[7] * o.mass) +
                       o.mass * (w[2] + w[6] * o.mass);
  return o.looked_up ? boxes + w[kBoxFeatures] * o.told : boxes;
}

/// e^x to 3e-9 of it, for |x| up to 700 and as for these beyond. A call was a twentieth of a short query.
[[gnu::always_inline]] inline double rough_exp(double x) {
  constexpr double kLog2E = 1.4426950408889634, kMost = 700, kWhole = 0x1.8p52;
  const double y = kLog2E * std::min(std::max(x, -kMost), kMost);
  const double shifted = y + kWhole;  // its last bits are the nearest whole number
  const double f = y - (shifted - kWhole), f2 = f * f;
  // 2^f for |f| up to a half, by Chebyshev's points.
  const double low = 0.9999999999596307 + 0.6931472067106346 * f;
  const double mid = 0.24022651213608237 + 0.055503272141770456 * f;
  const double high = 0.009618025601282228 + 0.0013400432178228923 * f + 0.0001546973250594983 * f2;
  const double power = low + f2 * (mid + f2 * high);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + (std::bit_cast<std::uint64_t>(shifted) << 52));
}

inline double probability_of(double log_odds) { return 1 / (1 + rough_exp(-log_odds)); }

/// A calibration, and what was learnt since.
struct Correction {
  Calibration calibration;
  std::array<double, kStepGroups> learnt = {};
  std::array<std::uint64_t, kStepGroups> told = {};  // how often each was
  bool learns = false;

  double apply(double log_odds, std::size_t group) const {
    return calibration.slope[group] * log_odds + (calibration.offset[group] + learnt[group]);
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
