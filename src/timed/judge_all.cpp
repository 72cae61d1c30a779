// SPDX-License-Identifier: Apache-2.0
// One frame's time for many pairs: where a step is likeliest to change a verdict.
#include <algorithm>
#include <stdexcept>

#include "graze/timed.h"

namespace graze {
namespace {

using Clock = std::chrono::steady_clock;

/// Steps of a pair before the next is looked at: few at first, since most pairs are clear at once.
constexpr std::uint64_t kFirst = 4, kMore = 8;
/// At first a pair that is so sure is left alone; and when there is no time, the first look at points is enough.
constexpr double kSure = 0.1, kAnything = 0.49;

}  // namespace

TimedWorkspace& FrameWorkspace::of(std::size_t i) {
  while (workspaces_.size() <= i) workspaces_.emplace_back();
  return workspaces_[i];
}

void judge_all(std::span<const TimedPair> pairs, std::chrono::nanoseconds time, std::span<Verdict> out,
               FrameWorkspace& workspace) {
  if (out.size() != pairs.size()) throw std::invalid_argument("graze: judge_all needs a verdict for each pair");
  if (time.count() <= 0) throw std::invalid_argument("graze: judge_all needs some time");
  const Clock::time_point now = Clock::now(), end = now + std::min(time, Clock::time_point::max() - now);
  const auto left = [&] { return end - Clock::now(); };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].a == nullptr || pairs[i].b == nullptr) {
      throw std::invalid_argument("graze: judge_all: pair " + std::to_string(i) + " lacks a model");
    }
    Budget budget;
    const bool early = left().count() > 0;
    budget.steps = early ? kFirst : 1;
    budget.epsilon = early ? kSure : kAnything;
    judge(*pairs[i].a, *pairs[i].b, pairs[i].b_in_a, out[i], budget, workspace.of(i));
  }
  while (true) {
    // Few pairs are open for long; a heap would have to follow their changing odds.
    std::size_t least = pairs.size();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (!out[i].certain && (least == pairs.size() || out[i].probability < out[least].probability)) least = i;
    }
    const std::chrono::nanoseconds rest = left();
    if (least == pairs.size() || rest.count() <= 0) return;
    Budget budget;
    budget.steps = kMore;
    budget.time = rest;
    resume(out[least], budget, workspace.of(least));
  }
}

}  // namespace graze
