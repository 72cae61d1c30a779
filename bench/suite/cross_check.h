// SPDX-License-Identifier: Apache-2.0
// Engines are asked before they are timed, and every answer that is not the exact one is classified.
#pragma once

#include <vector>

#include "suite/contest.h"
#include "suite/judge.h"

namespace graze::suite {

struct CheckReport {
  std::vector<std::uint8_t> colliding;  ///< of every pose, exactly; 2 where nobody was asked
  std::vector<DisagreementRow> rows;    ///< kListed for each engine and question
  double slowdown = 1;                  ///< time that passed over time at work: what else runs here
};

inline constexpr std::size_t kListed = 50;

/// In the order of the course, each engine until `seconds` of its own are over, the fewest_poses() at least. Fills
/// `checked`, the times and agreements of the contestants; one that throws has failed.
CheckReport cross_check(const Course& course, std::vector<Contestant>& contestants, Judge& judge, double seconds,
                        const Stop& stop);

}  // namespace graze::suite
