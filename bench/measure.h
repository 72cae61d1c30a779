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
  double us = 0;  ///< a query, about (pilot_us): how long turns are
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

/// Every repetition gives each contender a turn on each block of poses, in an order that rotates. Whoever has used up
/// his allowance leaves, and after the least repetitions those who took a tenth of the time: the others, whose queries
/// are short and noisy, can then be repeated often.
std::vector<Measured> measure(const std::vector<Contender>& contenders, const std::vector<Pose>& poses,
                              const MeasureLimits& limits);

/// Passes over a block in a turn of an engine whose queries take this long.
int passes_a_turn(double us);

/// Mean of a few poses spread over the flight, for one question, the second time they are asked; where they are slow,
/// of fewer and at once.
double pilot_us(Engine& engine, Ask ask, const std::vector<Pose>& poses);

/// Fewer say nothing about a scene, unless a query is so slow that they are all one can have.
inline constexpr std::size_t kFewestPoses = 10, kFewestSlowPoses = 4;

/// The least odd stride that leaves about `affordable` poses and no fewer than `fewest`. Odd, because some scenes
/// alternate between free and colliding poses.
std::size_t stride_for(std::size_t poses, double affordable, std::size_t fewest);

/// What each of several may spend of `total` when nobody gets more than he needs and the first counts three times.
std::vector<double> share_out(double total, const std::vector<double>& needs);

}  // namespace graze::bench
