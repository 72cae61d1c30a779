// SPDX-License-Identifier: Apache-2.0
// What poses can show (bench/timed): against made-up claims whose truth is known.
#include "reliability.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "poses.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using bench::Bootstrap;
using bench::Claim;
using bench::Trace;

/// Claims that are `off` too high; in one pose they all end alike.
Trace made_up(std::size_t poses, double off, std::uint64_t seed) {
  SoupRandom random(seed);
  Trace out;
  out.poses = poses;
  for (std::size_t i = 0; i < poses; ++i) {
    const double p = random.uniform(0.05, 0.9);
    const bool collided = random.chance(p);
    out.colliding += collided ? 1 : 0;
    for (std::uint64_t steps = 1; steps <= 4; steps *= 2) {
      out.claims.push_back({std::min(p + off, 0.999), collided, static_cast<std::uint32_t>(i), steps});
    }
  }
  return out;
}

TEST(Reliability, ByHand) {
  const std::vector<Claim> claims = {{0.25, false, 0, 1}, {0.25, true, 1, 1}, {0.95, true, 2, 1}, {1.0, true, 3, 1}};
  const Reliability r = bench::reliability_of(claims);
  EXPECT_EQ(r.states, 4u);
  EXPECT_EQ(r.bins[2].count, 2u);
  EXPECT_EQ(r.bins[9].count, 2u);
  EXPECT_DOUBLE_EQ(r.bins[2].observed, 0.5);
  EXPECT_DOUBLE_EQ(r.bins[9].claimed, 0.975);
  EXPECT_NEAR(r.calibration_error, 0.5 * 0.25 + 0.5 * 0.025, 1e-12);
  EXPECT_NEAR(r.brier, (0.0625 + 0.5625 + 0.0025 + 0) / 4, 1e-12);
  EXPECT_EQ(bench::reliability_of({}).states, 0u);
}

TEST(Reliability, WilsonByHand) {
  const bench::Interval none = bench::share(0, 100), half = bench::share(50, 100);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.0370, 1e-4);
  EXPECT_NEAR(half.low, 0.4038, 1e-4);
  EXPECT_NEAR(half.high, 0.5962, 1e-4);
  EXPECT_EQ(bench::share(0, 0).high, 1);
}

TEST(Reliability, IntervalsNarrowWithPosesAndHoldTheTruth) {
  const Bootstrap few(240, 6), many(24000, 96);
  const bench::Interval wide = few.calibration_error(made_up(240, 0.2, 1));
  const bench::Interval narrow = many.calibration_error(made_up(24000, 0.2, 2));
  EXPECT_LT(narrow.high - narrow.low, 0.3 * (wide.high - wide.low));
  EXPECT_LE(narrow.low, 0.2);
  EXPECT_GE(narrow.high, 0.19);
  const bench::Interval good = many.calibration_error(made_up(24000, 0, 3));
  EXPECT_LT(good.high, 0.02);
  const bench::Interval noisy = few.calibration_error(made_up(240, 0, 4));
  EXPECT_GT(noisy.high, 0.04) << "so few poses cannot show an error of 0.04";
}

/// Resampling poses that all ended free shows no error, however few they are and however often each claims.
TEST(Reliability, ClaimsThatAllHeldAreNotShownByFewPoses) {
  const auto all_free = [](std::size_t poses) {
    Trace trace;
    trace.poses = poses;
    for (std::uint32_t i = 0; i < poses; ++i) {
      for (std::uint64_t steps : {1, 2, 4, 8}) trace.claims.push_back({0.005, false, i, steps});
    }
    return trace;
  };
  const bench::Interval few = Bootstrap(60, 6).calibration_error(all_free(60));
  EXPECT_NEAR(few.value, 0.005, 1e-12);
  EXPECT_NEAR(few.high, bench::share(0, 60).high - 0.005, 1e-12);
  const bench::Interval many = Bootstrap(6000, 24).calibration_error(all_free(6000));
  EXPECT_NEAR(many.high, 0.005, 1e-12);
}

TEST(Reliability, FewRunsShowNothing) {
  const Bootstrap bootstrap(54, 6);
  const Trace trace = made_up(54, 0, 5);
  EXPECT_EQ(bootstrap.calibration_error(trace).high, 1);
  EXPECT_EQ(bootstrap.calibration_error(trace).low, 0);
  EXPECT_EQ(bootstrap.gain(trace, trace).low, -1);
}

TEST(Reliability, GainIsPaired) {
  const Bootstrap bootstrap(3000, 12);
  const Trace good = made_up(3000, 0, 6), bad = made_up(3000, 0.1, 6);  // the same poses
  const bench::Interval gain = bootstrap.gain(bad, good), loss = bootstrap.gain(good, bad);
  EXPECT_GT(gain.low, 0);
  EXPECT_LT(loss.high, 0);
  EXPECT_NEAR(gain.value, 0.01, 0.005);
  EXPECT_EQ(bootstrap.gain(good, good).high, 0);
}

TEST(Reliability, NoErrorOfFewIsNotNever) {
  const Bootstrap bootstrap(120, 6);
  bench::Verdicts verdicts;
  verdicts.uncertain.assign(120, 0);
  verdicts.wrong.assign(120, 0);
  EXPECT_EQ(bootstrap.error(verdicts).high, 1);
  for (std::size_t i = 0; i < 30; ++i) verdicts.uncertain[i] = 1;
  EXPECT_NEAR(bootstrap.error(verdicts).high, bench::share(0, 30).high, 1e-12);
  // Thirty errors in one run of thirty are one accident, not thirty.
  const Bootstrap runs(1200, 30);
  verdicts.uncertain.assign(1200, 1);
  verdicts.wrong.assign(1200, 0);
  for (std::size_t i = 0; i < 30; ++i) verdicts.wrong[i] = 1;
  EXPECT_GT(runs.error(verdicts).high, 1.5 * bench::share(30, 1200).high);
}

TEST(Reliability, HoldsBackEveryFifthRun) {
  std::vector<Pose> poses(6000);
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i].t.x = static_cast<double>(i);
  const bench::HeldBack parts = bench::hold_back(poses);
  EXPECT_EQ(parts.run, 24u);
  EXPECT_EQ(parts.runs, 50u);
  EXPECT_EQ(parts.held.size(), 1200u);
  EXPECT_EQ(parts.fitted.size(), 4800u);
  EXPECT_EQ(parts.held.front().t.x, 96);
  std::set<double> seen;
  for (const auto* list : {&parts.held, &parts.fitted}) {
    for (const Pose& pose : *list) EXPECT_TRUE(seen.insert(pose.t.x).second);
  }
  EXPECT_EQ(bench::hold_back(std::span(poses).first(40)).run, 6u);
}

TEST(Reliability, TracesEndAsTheExactQuerySays) {
  const Model model = Model::build(make_soup(3, 400).a);
  const std::vector<Pose> poses = bench::poses_near_contact(model, model, 30, 7);
  ASSERT_GT(poses.size(), 100u);
  TimedWorkspace workspace;
  const Trace trace = bench::trace(model, model, poses, workspace, bench::Asked::after_steps);
  EXPECT_EQ(trace.wrong_but_certain, 0u);
  EXPECT_GT(trace.claims.size(), poses.size());
  std::size_t colliding = 0;
  for (const Pose& pose : poses) colliding += intersects(model, model, pose) ? 1 : 0;
  EXPECT_EQ(trace.colliding, colliding);
  for (std::size_t i = 0; i < trace.claims.size(); ++i) {
    const Claim& claim = trace.claims[i];
    ASSERT_EQ(claim.collided, intersects(model, model, poses[claim.pose]));
    ASSERT_EQ(claim.steps & (claim.steps - 1), 0u) << "after 1, 2, 4, ... steps";
    ASSERT_TRUE(i == 0 || claim.pose > trace.claims[i - 1].pose || claim.steps == 2 * trace.claims[i - 1].steps);
  }
  const Trace all = bench::trace(model, model, poses, workspace, bench::Asked::at_each_look);
  const auto early = [](const Claim& c) { return c.steps == 0; };
  EXPECT_GT(std::count_if(all.claims.begin(), all.claims.end(), early), static_cast<std::ptrdiff_t>(poses.size() / 2));
  EXPECT_EQ(std::count_if(trace.claims.begin(), trace.claims.end(), early), 0);
  EXPECT_EQ(all.wrong_but_certain, 0u);
  Budget exact;
  EXPECT_EQ(bench::verdicts_of(model, model, poses, exact, workspace).stopped(), 0u);
}

}  // namespace
}  // namespace graze::test
