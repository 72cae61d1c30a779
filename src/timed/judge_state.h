// SPDX-License-Identifier: Apache-2.0
// A time-critical query on its way: what is left, and why it stopped.
#pragma once

#include <chrono>
#include <limits>
#include <optional>

#include "build/priors.h"
#include "timed/pair_queue.h"
#include "timed/probability.h"
#include "traverse/traversal.h"

namespace graze::detail {

enum class Stop { free, hit, limit };

struct JudgeLimits {
  std::uint64_t steps = 0;  // 0: none
  bool timed = false;
  std::chrono::steady_clock::time_point end;
  double sure = std::numeric_limits<double>::infinity();  // log-odds at which a verdict is good enough
  bool free_only = false;
  std::size_t regions = 0;
};

/// The features of a query after some steps, on its way to the end.
struct StateRecord {
  Features features;
  std::size_t group;
};

struct JudgeState {
  PairQueue queue;
  bool begun = false;  // the roots have been tested
  Counters counters;
  std::uint32_t hit_a = 0, hit_b = 0;  // the triangles of a hit
  std::uint64_t steps = 0;
  Correction correction;
  std::array<double, kStepGroups> seen;  // the last corrected log-odds in each group; NaN: none
  std::vector<StateRecord>* trace = nullptr;
};

/// The log-odds of a collision after the last step, corrected. The queue is not empty.
double last_log_odds(const Priors& a, const Priors& b, JudgeState& state);

/// The same for the record; true when the verdict is good enough.
bool look(const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state);

/// Runs until the end or a limit, from the pairs in the queue.
Stop run_judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state);

}  // namespace graze::detail
