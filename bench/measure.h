// SPDX-License-Identifier: Apache-2.0
// Times engines against each other: turn by turn on the same poses, so that what disturbs the machine disturbs all.
#pragma once

#include <vector>

#include "engine.h"

namespace graze::bench {

/// An engine asked in one way.
struct Contender {
  Engine* engine = nullptr;
  Ask ask = Ask::any;
};

struct Measured {
  std::vector<double> us;  ///< of each pose the least of all passes; infinite where the engine was not asked
  Counters sums;           ///< graze: over one pass
  int repetitions = 0;
};

struct MeasureLimits {
  int least = 3;        ///< repetitions, whatever they take
  int most = 10;        ///< while they take less than...
  double cheap_us = 0;  ///< ...this
};

/// Every repetition gives each contender a turn on each block of poses, in an order that rotates.
std::vector<Measured> measure(const std::vector<Contender>& contenders, const std::vector<Pose>& poses,
                              const MeasureLimits& limits);

/// Mean of a few poses spread over the flight, for one question; stops early when they are slow.
double pilot_us(Engine& engine, Ask ask, const std::vector<Pose>& poses);

/// The least odd stride at which `poses` queries take about `budget_us`, leaving kFewestPoses or more. Odd, because
/// some scenes alternate between free and colliding poses.
inline constexpr std::size_t kFewestPoses = 10;
std::size_t stride_for(std::size_t poses, double us_a_pose, double budget_us);

}  // namespace graze::bench
