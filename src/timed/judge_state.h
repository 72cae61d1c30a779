// SPDX-License-Identifier: Apache-2.0
// A time-critical query on its way: what is left, and why it stopped.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "build/priors.h"
#include "timed/pair_queue.h"
#include "timed/probability.h"
#include "traverse/traversal.h"

namespace graze::detail {

enum class Stop { free, hit, limit };

inline constexpr double kNeverSure = std::numeric_limits<double>::infinity();

struct JudgeLimits {
  std::uint64_t steps = 0;  // 0: none
  bool timed = false;
  std::chrono::steady_clock::time_point end;
  double sure = kNeverSure;  // log-odds at which a verdict is good enough
  bool free_only = false;
  std::size_t regions = 0;
};

/// A query after some steps, on its way to the end.
struct StateRecord {
  Observed observed;
  std::size_t group;
};

struct JudgeState {
  PairQueue queue;
  double leaf_size_a = 0, leaf_size_b = 0;  // mean size codes of the models' leaves
  bool begun = false;                       // the roots have been tested
  Counters counters;
  std::uint32_t hit_a = 0, hit_b = 0;  // the triangles of a hit
  std::uint64_t steps = 0;
  Correction correction;
  std::array<double, kStepGroups> seen;  // the last corrected log-odds in each group; NaN: none
  std::vector<StateRecord>* trace = nullptr;
};

/// When to look at the odds: they change most at first.
inline bool is_milestone(std::uint64_t steps) { return steps < 8 || steps % 4 == 0; }

/// log2 to 0.01 without a call; x > 0 and normal.
inline double rough_log2(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  const double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u) - 1;
  return exponent + m * (1.3465 - 0.3465 * m);
}

inline Observed observe(const JudgeState& state) {
  const WaitingPair top = state.queue.top();
  const double size_a = static_cast<double>(size_code(top.a)) - state.leaf_size_a;
  const double size_b = static_cast<double>(size_code(top.b)) - state.leaf_size_b;
  return {static_cast<double>(PairQueue::score_of(top.bucket)), rough_log2(std::max(state.queue.mass(), 1e-3)),
          rough_log2(static_cast<double>(state.steps + 1)), 0.5 * std::max(size_a, size_b)};
}

/// The log-odds of a collision after the last step, corrected. The queue is not empty.
inline double last_log_odds(JudgeState& state) {
  const std::size_t group = step_group(state.steps);
  const Observed observed = observe(state);
  if (state.trace != nullptr) [[unlikely]]
    state.trace->push_back({observed, group});
  return state.correction.apply(log_odds(observed, group), group);
}

/// The same for the record; true when the verdict is good enough.
inline bool look(const JudgeLimits& limits, JudgeState& state) {
  const double odds = last_log_odds(state);
  if (state.correction.learns) state.seen[step_group(state.steps)] = odds;
  return std::abs(odds) >= limits.sure && (odds < 0 || !limits.free_only);
}

/// Runs until the end or a limit, from the pairs in the queue.
Stop run_judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state);

}  // namespace graze::detail
