// SPDX-License-Identifier: Apache-2.0
#include "timed/judge_state.h"

#include <algorithm>
#include <bit>

namespace graze::detail {
namespace {

/// log2 to 0.01 without a call; x > 0 and normal.
double rough_log2(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  const double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u) - 1;
  return exponent + m * (1.3465 - 0.3465 * m);
}

Features features_of(const JudgeState& state, const Priors& a, const Priors& b) {
  const WaitingPair& top = state.queue.top();
  const double size_a = static_cast<double>(size_code(top.a)) - static_cast<double>(a.mean_leaf_size);
  const double size_b = static_cast<double>(size_code(top.b)) - static_cast<double>(b.mean_leaf_size);
  return {1, static_cast<double>(PairQueue::score_of(top.bucket)), rough_log2(std::max(state.queue.mass(), 1e-3)),
          rough_log2(static_cast<double>(state.steps + 1)), 0.5 * std::max(size_a, size_b)};
}

}  // namespace

double last_log_odds(const Priors& a, const Priors& b, JudgeState& state) {
  const std::size_t group = step_group(state.steps);
  const Features features = features_of(state, a, b);
  if (state.trace != nullptr) state.trace->push_back({features, group});
  return state.correction.apply(log_odds(features, group), group);
}

bool look(const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state) {
  const double odds = last_log_odds(a, b, state);
  state.seen[step_group(state.steps)] = odds;
  return odds <= -limits.sure || (odds >= limits.sure && !limits.free_only);
}

}  // namespace graze::detail
