// SPDX-License-Identifier: Apache-2.0
#include "reliability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "timed/timed_workspace.h"

namespace graze::bench {
namespace {

constexpr std::size_t kRounds = 400;

std::size_t bin_of(double p) { return std::min<std::size_t>(static_cast<std::size_t>(p * 10), 9); }

double square_of_miss(const Claim& claim) {
  const double miss = claim.collision - (claim.collided ? 1 : 0);
  return miss * miss;
}

/// Sums over claims, each counted `weight(claim)` times.
template <typename Weight>
Reliability weighted(std::span<const Claim> claims, const Weight& weight) {
  Reliability out;
  for (const Claim& claim : claims) {
    const std::uint32_t times = weight(claim);
    Reliability::Bin& bin = out.bins[bin_of(claim.collision)];
    bin.claimed += times * claim.collision;
    bin.observed += claim.collided ? times : 0;
    bin.count += times;
    out.brier += times * square_of_miss(claim);
    out.states += times;
  }
  if (out.states == 0) return out;
  const auto total = static_cast<double>(out.states);
  out.brier /= total;
  for (Reliability::Bin& bin : out.bins) {
    if (bin.count == 0) continue;
    out.calibration_error += std::abs(bin.claimed - bin.observed) / total;
    bin.claimed /= static_cast<double>(bin.count);
    bin.observed /= static_cast<double>(bin.count);
  }
  return out;
}

/// Of a query at every look on its way to the end, whether or not it would stop for what it is told: the same looks
/// whatever the calibration.
void claim_at_each_look(const Model& a, const Model& b, const Pose& pose, std::uint64_t most, TimedWorkspace& workspace,
                        Verdict& verdict, std::vector<Claim>& out, std::uint32_t number) {
  std::vector<detail::StateRecord> looks;
  detail::JudgeState& state = workspace.impl().state;
  state.trace = &looks;
  judge(a, b, pose, verdict, Budget(), workspace);
  state.trace = nullptr;
  for (const detail::StateRecord& look : looks) {
    const auto steps = static_cast<std::uint64_t>(std::lround(std::exp2(look.observed.steps))) - 1;
    if (most > 0 && steps > most) break;
    const double odds = state.correction.apply(look.odds, look.group);
    out.push_back({detail::probability_of(odds), false, number, steps});
  }
}

}  // namespace

Trace trace(const Model& a, const Model& b, std::span<const Pose> poses, TimedWorkspace& workspace, Asked asked,
            std::uint64_t most) {
  Trace out;
  out.poses = poses.size();
  Workspace exact;
  Verdict verdict;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::size_t first = out.claims.size();
    Budget budget;
    budget.steps = 1;
    budget.regions = 0;
    if (asked == Asked::at_each_look) {
      claim_at_each_look(a, b, poses[i], most, workspace, verdict, out.claims, static_cast<std::uint32_t>(i));
    } else {
      judge(a, b, poses[i], verdict, budget, workspace);
    }
    while (!verdict.certain) {
      const double collision = verdict.collides ? verdict.probability : 1 - verdict.probability;
      out.claims.push_back({collision, false, static_cast<std::uint32_t>(i), verdict.steps});
      if (most > 0 && verdict.steps >= most) break;
      budget.steps = std::max<std::uint64_t>(verdict.steps, 1);
      resume(verdict, budget, workspace);
    }
    const bool truth = intersects(a, b, poses[i], {}, &exact);
    for (std::size_t k = first; k < out.claims.size(); ++k) out.claims[k].collided = truth;
    out.colliding += truth ? 1 : 0;
    out.wrong_but_certain += verdict.certain && verdict.collides != truth ? 1 : 0;
  }
  return out;
}

Reliability reliability_of(std::span<const Claim> claims) {
  return weighted(claims, [](const Claim&) { return 1u; });
}

std::size_t Verdicts::stopped() const { return std::accumulate(uncertain.begin(), uncertain.end(), std::size_t{0}); }
std::size_t Verdicts::errors() const { return std::accumulate(wrong.begin(), wrong.end(), std::size_t{0}); }

Verdicts verdicts_of(const Model& a, const Model& b, std::span<const Pose> poses, const Budget& budget,
                     TimedWorkspace& workspace) {
  Verdicts out;
  Workspace exact;
  Verdict verdict;
  for (const Pose& pose : poses) {
    judge(a, b, pose, verdict, budget, workspace);
    const bool right = verdict.certain || verdict.collides == intersects(a, b, pose, {}, &exact);
    out.uncertain.push_back(verdict.certain ? 0 : 1);
    out.wrong.push_back(right ? 0 : 1);
  }
  return out;
}

Bootstrap::Bootstrap(std::size_t poses, std::size_t run, std::uint64_t seed) : run_(run) {
  detail::Random random(seed);
  const std::size_t runs = (poses + run - 1) / run;
  if (runs < kFewestRuns) return;
  samples_.assign(kRounds, std::vector<std::uint32_t>(runs, 0));
  for (std::vector<std::uint32_t>& sample : samples_) {
    for (std::size_t k = 0; k < runs; ++k) ++sample[static_cast<std::size_t>(random.below(static_cast<int>(runs)))];
  }
}

template <typename Of>
Interval Bootstrap::spread(double value, double least, const Of& of) const {
  if (samples_.empty()) return {value, least, 1};
  std::vector<double> values;
  for (const std::vector<std::uint32_t>& sample : samples_) values.push_back(of(sample));
  std::sort(values.begin(), values.end());
  const auto at = [&](double q) {
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
  };
  return {value, std::min(value, at(0.025)), std::max(value, at(0.975))};
}

namespace {

/// The calibration error if in bins whose poses all ended the same way, which resampling cannot change, as many had
/// ended the other way as Wilson's interval allows.
double error_for_all_we_know(const Trace& trace, const Reliability& reliability) {
  std::array<std::size_t, std::tuple_size_v<decltype(Reliability::bins)>> poses = {};
  std::vector<bool> seen(poses.size() * trace.poses, false);
  for (const Claim& claim : trace.claims) {
    const std::size_t bin = bin_of(claim.collision), at = bin * trace.poses + claim.pose;
    poses[bin] += seen[at] ? 0 : 1;
    seen[at] = true;
  }
  double sum = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Reliability::Bin& bin = reliability.bins[i];
    if (bin.count == 0) continue;
    const Interval none = share(0, poses[i]);
    const bool same = bin.observed == 0 || bin.observed == 1;
    const double other = same ? std::abs(bin.observed - none.high) : bin.observed;
    const double miss = std::max(std::abs(bin.claimed - bin.observed), std::abs(bin.claimed - other));
    sum += static_cast<double>(bin.count) * miss / static_cast<double>(reliability.states);
  }
  return sum;
}

}  // namespace

Interval Bootstrap::calibration_error(const Trace& trace) const {
  const Reliability reliability = bench::reliability_of(trace.claims);
  Interval out = spread(reliability.calibration_error, 0, [&](const std::vector<std::uint32_t>& sample) {
    return weighted(trace.claims, [&](const Claim& claim) { return sample[claim.pose / run_]; }).calibration_error;
  });
  out.high = std::max(out.high, error_for_all_we_know(trace, reliability));
  return out;
}

Interval Bootstrap::brier(const Trace& trace) const {
  return spread(bench::reliability_of(trace.claims).brier, 0, [&](const std::vector<std::uint32_t>& sample) {
    return weighted(trace.claims, [&](const Claim& claim) { return sample[claim.pose / run_]; }).brier;
  });
}

Interval Bootstrap::gain(const Trace& before, const Trace& after) const {
  const auto of = [&](const Trace& trace, const std::vector<std::uint32_t>& sample) {
    return weighted(trace.claims, [&](const Claim& claim) { return sample[claim.pose / run_]; }).brier;
  };
  const double value = bench::reliability_of(before.claims).brier - bench::reliability_of(after.claims).brier;
  return spread(value, -1,
                [&](const std::vector<std::uint32_t>& sample) { return of(before, sample) - of(after, sample); });
}

Interval Bootstrap::error(const Verdicts& verdicts) const {
  const Interval wilson = share(verdicts.errors(), verdicts.stopped());
  if (verdicts.stopped() == 0) return wilson;
  const Interval drawn = spread(wilson.value, 0, [&](const std::vector<std::uint32_t>& sample) {
    double stopped = 0, wrong = 0;
    for (std::size_t i = 0; i < verdicts.wrong.size(); ++i) {
      stopped += sample[i / run_] * verdicts.uncertain[i];
      wrong += sample[i / run_] * verdicts.wrong[i];
    }
    return stopped > 0 ? wrong / stopped : 0;
  });
  return {wilson.value, std::min(wilson.low, drawn.low), std::max(wilson.high, drawn.high)};
}

HeldBack hold_back(std::span<const Pose> poses) {
  constexpr std::size_t kRuns = 250, kSix = 6, kFifth = 5;
  HeldBack out;
  out.run = kSix * std::max<std::size_t>(1, poses.size() / kRuns / kSix);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    (i / out.run % kFifth == kFifth - 1 ? out.held : out.fitted).push_back(poses[i]);
  }
  out.runs = (out.held.size() + out.run - 1) / out.run;
  return out;
}

Interval share(std::size_t k, std::size_t n) {
  if (n == 0) return {0, 0, 1};
  constexpr double kZ = 1.959964;
  const auto count = static_cast<double>(n);
  const double p = static_cast<double>(k) / count, z2 = kZ * kZ / count;
  const double middle = (p + z2 / 2) / (1 + z2);
  const double half = kZ / (1 + z2) * std::sqrt(p * (1 - p) / count + z2 / (4 * count));
  return {p, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

}  // namespace graze::bench
