// SPDX-License-Identifier: Apache-2.0
// Times engines against each other, turn by turn on the same poses, so that what disturbs the machine disturbs all.
#pragma once

#include <functional>
#include <vector>

#include "suite/contest.h"
#include "suite/summary.h"

namespace graze::suite {

/// Of one contestant: the first `asked` poses of the course's order, each once a repetition.
struct WarmSamples {
  std::size_t asked = 0;
  Samples samples;
};

struct WarmPlan {
  double seconds = 1;
  double slowdown = 1;  ///< of a busy machine: queries are counted by the time at work
  int least_repetitions = 5, most_repetitions = 15;
};

struct Allotment {
  std::size_t poses = 0;
  int repetitions = 0;  ///< at most
};

/// What fits into the time: nobody gets more poses than he was checked on, nobody less than the fewest_poses(). Who
/// cannot repeat even these so often in twice his share does so less often, twice at least. Zero for those that failed.
std::vector<Allotment> allot(const Course& course, const std::vector<Contestant>& contestants, Ask ask,
                             const WarmPlan& plan);

/// Every repetition gives each contestant a turn on each block of poses, in an order that rotates; a turn begins with a
/// pass that is not measured where queries are short: it fills the caches. All but the slowest have the same number of
/// repetitions: the least, then as many as time allows. A repetition that `stop` cuts short does not count. `progress`,
/// with the part of the time that has passed, may be called often.
std::vector<WarmSamples> measure_warm(const Course& course, std::vector<Contestant>& contestants, Ask ask,
                                      const WarmPlan& plan, const Stop& stop,
                                      const std::function<void(double)>& progress);

}  // namespace graze::suite
