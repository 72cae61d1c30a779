// SPDX-License-Identifier: Apache-2.0
// Queries a second: one after another on one thread, and on all cores at once.
#pragma once

#include <vector>

#include "suite/contest.h"

namespace graze::suite {

struct ThroughputPlan {
  double seconds = 0.1;  ///< of one run, about
  unsigned cores = 1;
  double most_gib = 4;  ///< for models that threads cannot share
};

struct Throughput {
  double one_core = 0, all_cores = 0;  ///< queries a second; 0 = not measured
};

/// The same poses, among the first `asked` of the course's order, in all runs; the best of three each. Models are
/// shared where the engine allows it, otherwise every thread builds its own; engines that no second thread may use have
/// no `all_cores`. Throws what the engine throws.
Throughput measure_throughput(const Course& course, Contestant& contestant, Ask ask, std::size_t asked,
                              const ThroughputPlan& plan);

}  // namespace graze::suite
