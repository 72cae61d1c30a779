// SPDX-License-Identifier: Apache-2.0
// Single queries after the caches were flushed: what the first query after other work costs.
#pragma once

#include <vector>

#include "suite/contest.h"

namespace graze::suite {

struct ColdPlan {
  double seconds = 1;
  std::size_t most_poses = 40;
};

struct ColdSamples {
  std::vector<std::size_t> positions;   ///< in the course's order
  std::vector<std::vector<double>> us;  ///< of each contestant, at these; empty for those that failed
};

/// The caches are flushed once a pose,
/// then each contestant asks once, in an order that rotates: models are not shared, so all find theirs gone.
/// `common` poses of the course's order are those that everybody was asked.
ColdSamples measure_cold(const Course& course, std::vector<Contestant>& contestants, Ask ask, std::size_t common,
                         const ColdPlan& plan, const Stop& stop);

/// Bytes of the largest cache, as the system tells; 0 when it does not.
std::size_t largest_cache();

}  // namespace graze::suite
