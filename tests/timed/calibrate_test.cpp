// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "poses.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/fit.h"
#include "timed/pair_queue.h"
#include "timed/timed_workspace.h"

namespace graze::test {
namespace {

using detail::PairQueue;
using detail::WaitingPair;

TEST(PairQueue, ReturnsTheLikeliestFirst) {
  SoupRandom random(1);
  PairQueue queue(PairQueue::kLeast);
  queue.clear();
  double mass = 0;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const auto bucket = static_cast<std::uint32_t>(random.below(static_cast<int>(PairQueue::kBuckets)));
    queue.push({i, 0, 1, bucket});
    mass += std::log1p(std::exp(static_cast<double>(PairQueue::score_of(bucket))));
  }
  EXPECT_NEAR(queue.mass(), mass, 1e-9 * mass);
  std::uint32_t last = PairQueue::kBuckets;
  for (std::size_t left = 1000; left > 0; --left) {
    ASSERT_EQ(queue.size(), left);
    const WaitingPair pair = queue.pop();
    ASSERT_LE(pair.bucket, last);
    last = pair.bucket;
  }
  EXPECT_TRUE(queue.empty());
  EXPECT_NEAR(queue.mass(), 0, 1e-9);
}

TEST(PairQueue, LosesNothingWhenItOverflows) {
  SoupRandom random(2);
  PairQueue queue(PairQueue::kLeast);
  queue.clear();
  const auto count = static_cast<std::uint32_t>(3 * PairQueue::kCapacity);
  std::vector<int> seen(count, 0);
  std::uint32_t pushed = 0;
  while (pushed < count || !queue.empty()) {
    if (pushed < count && random.chance(0.7)) {
      queue.push({pushed++, 0, 1, static_cast<std::uint32_t>(random.below(64))});
    } else if (!queue.empty()) {
      ++seen[queue.pop().a];
    }
  }
  for (const int times : seen) ASSERT_EQ(times, 1);
}

TEST(PairQueue, KnowsTheDeepestThatWaits) {
  SoupRandom random(3);
  PairQueue queue(PairQueue::kLeast);
  queue.clear();
  std::vector<float> depths;
  while (depths.size() < PairQueue::kCapacity + 500) {
    depths.push_back(static_cast<float>(random.uniform(0, 1)));
    queue.push({static_cast<std::uint32_t>(depths.size()) - 1, 0, depths.back(),
                static_cast<std::uint32_t>(random.below(64))});
  }
  while (!queue.empty()) {
    if (queue.size() % 64 == 0) {
      ASSERT_EQ(queue.deepest(), *std::max_element(depths.begin(), depths.end()));
    }
    depths[queue.pop().a] = 0;
  }
  EXPECT_EQ(queue.deepest(), 0);
}

TEST(PairQueue, TakesAStepAtOnceAsPairByPair) {
  SoupRandom random(4);
  PairQueue one(PairQueue::kCapacity), many(PairQueue::kLeast);
  one.clear();
  many.clear();
  std::uint32_t next = 0;
  for (int round = 0; round < 2000; ++round) {  // beyond its capacity
    const auto bits = static_cast<std::uint32_t>(random.below(1 << 16));
    std::vector<WaitingPair> pairs(16);
    for (WaitingPair& pair : pairs) pair = {next++, 1, 1, static_cast<std::uint32_t>(random.below(64))};
    const auto push_into = [&](auto& queue) {
      for (unsigned lane = 0; lane < 16; ++lane) {
        if ((bits >> lane & 1) != 0) queue.push(pairs[lane]);
      }
    };
    push_into(one);
    if (many.has_room()) {
      PairQueue::Many at_once(many);
      push_into(at_once);
    } else {
      push_into(many);
    }
    ASSERT_EQ(one.size(), many.size());
    for (int pops = random.below(12); pops > 0 && !one.empty(); --pops) ASSERT_EQ(one.pop().a, many.pop().a);
  }
  EXPECT_NEAR(one.mass(), many.mass(), 1e-6 * one.mass());
}

/// States whose outcome follows `slope` times the shipped log-odds, plus `offset`.
std::vector<detail::LabelledState> states_with(double slope, double offset, int count, std::uint64_t seed,
                                               bool points = true) {
  SoupRandom random(seed);
  std::vector<detail::LabelledState> out;
  for (int i = 0; i < count; ++i) {
    const auto group = static_cast<std::size_t>(random.below(static_cast<int>(kStepGroups)));
    const detail::PointsSeen told = {random.uniform(-5, 4), random.uniform(-3, 5), random.uniform(-5, 3)};
    detail::Observed seen = {random.uniform(-6, 4), random.uniform(-2, 6), random.uniform(0, 7), random.uniform(0, 8),
                             points};
    detail::TriesSeen tries = {0, random.uniform(0, 3), random.uniform(-5, 4), random.uniform(-5, 3)};
    if (points) {
      constexpr std::size_t kTries = detail::kPointLevels - 1;
      const auto& weights = detail::kJudgeWeights.points;
      tries.told = detail::log_odds(told, weights[kTries - 1]);
      seen.told = group < kTries ? detail::log_odds(told, weights[group]) : detail::log_odds(tries, weights[kTries]);
    }
    const double shipped = detail::log_odds(seen, group, detail::kJudgeWeights);
    const bool collided = random.chance(detail::probability_of(slope * shipped + offset));
    out.push_back({seen, told, tries, group, collided, 0, shipped});
  }
  return out;
}

TEST(Calibrate, FindsSlopeAndOffset) {
  const Calibration found = detail::fit_calibration(states_with(0.6, -0.8, 60000, 3));
  for (std::size_t group = 0; group < kStepGroups; ++group) {
    EXPECT_NEAR(found.slope[group], 0.6, 0.08);
    EXPECT_NEAR(found.offset[group], -0.8, 0.2);
  }
  const auto unseen = states_with(0.6, -0.8, 20000, 4);
  EXPECT_LT(detail::reliability_of(unseen, found).calibration_error, 0.02);
  EXPECT_GT(detail::reliability_of(unseen, {}).calibration_error, 0.05);
}

template <class Groups>
void expect_near(const Groups& found, const Groups& expected) {
  for (std::size_t group = 0; group < found.size(); ++group) {
    for (std::size_t i = 1; i < found[group].size(); ++i) EXPECT_NEAR(found[group][i], expected[group][i], 0.15);
  }
}

TEST(Calibrate, FitsWeights) {
  const detail::Weights found = detail::fit_weights(states_with(1, 0, 60000, 5)).at;
  expect_near(found.points, detail::kJudgeWeights.points);
  expect_near(found.states, detail::kJudgeWeights.states);
  const auto unseen = states_with(1, 0, 200, 8);
  for (const detail::LabelledState& state : unseen) {
    EXPECT_EQ(detail::log_odds_by({detail::kJudgeWeights, {}}, state),
              detail::log_odds(state.observed, state.group, detail::kJudgeWeights));
  }
}

TEST(Calibrate, FitsWeightsWithoutPoints) {
  const detail::Weights found = detail::fit_weights(states_with(1, 0, 60000, 7, false)).at;
  expect_near(found.boxes, detail::kJudgeWeights.boxes);
  EXPECT_EQ(found.points, decltype(found.points)());  // there are no states with points
  EXPECT_EQ(found.states, decltype(found.states)());
}

/// What a calibration is fitted on is what judge says, of thin parts, too, which are doubted.
TEST(Calibrate, IsFittedOnWhatJudgeTells) {
  Mesh mesh;  // a ring of thin triangles
  constexpr int kPieces = 400;
  for (int i = 0; i < kPieces; ++i) {
    const double u = 6.283185307179586 * i / kPieces, v = 6.283185307179586 * (i + 1) / kPieces;
    soup_detail::add(mesh, {std::cos(u), std::sin(u), 0}, {std::cos(v), std::sin(v), 0},
                     {std::cos(v), std::sin(v), 1e-3});
  }
  const Model ring = Model::build(mesh);
  TimedWorkspace workspace;
  Verdict verdict;
  std::size_t compared = 0;
  for (const Pose& pose : bench::poses_near_contact(ring, ring, scaled(100), 3)) {
    Budget budget;
    budget.steps = 1;
    judge(ring, ring, pose, verdict, budget, workspace);
    if (verdict.certain) continue;
    std::vector<detail::LabelledState> states;
    detail::trace_states(ring, ring, std::span<const Pose>(&pose, 1), states);
    const auto first =
        std::find_if(states.begin(), states.end(), [](const auto& s) { return s.group == detail::kPointLevels; });
    ASSERT_NE(first, states.end());
    ASSERT_NEAR(detail::probability_of(first->odds), verdict.collides ? verdict.probability : 1 - verdict.probability,
                1e-9);
    ++compared;
  }
  EXPECT_GT(workspace.impl().state.doubt, 1);
  EXPECT_GT(compared, 4u);
}

TEST(Calibrate, FewStatesChangeLittle) {
  const Calibration found = detail::fit_calibration(states_with(1, 0, 12, 6));
  for (std::size_t group = 0; group < kStepGroups; ++group) {
    EXPECT_GT(found.slope[group], 0);
    EXPECT_LT(std::abs(found.offset[group]), 1.5);
  }
  const Calibration none = detail::fit_calibration({});
  EXPECT_EQ(none.slope, Calibration().slope);
}

TEST(Calibrate, RefusesWhatTellsNothing) {
  const Model model = Model::build(make_soup(1, 50).a);
  std::vector<Pose> poses(10);
  EXPECT_THROW(calibrate(model, model, poses), std::invalid_argument);
  poses.resize(40);  // all the same, all colliding
  EXPECT_THROW(calibrate(model, model, poses), std::invalid_argument);
  for (Pose& pose : poses) pose.t = {1000, 0, 0};
  EXPECT_THROW(calibrate(model, model, poses), std::invalid_argument);
}

TEST(Calibrate, LearnsFromWhatFinishes) {
  detail::Correction correction;
  for (int i = 0; i < 500; ++i) correction.add(correction.apply(2, 3), 3, i % 10 == 0);  // claimed 0.88, true 0.1
  EXPECT_NEAR(detail::probability_of(correction.apply(2, 3)), 0.1, 0.06);
  EXPECT_EQ(correction.learnt[2], 0);
}

/// Learning begins between a query and its end: what was told before is not known.
TEST(Calibrate, LearnsNothingOfWhatItDidNotHear) {
  const Model a = Model::build(bumpy(40, 0.3));
  TimedWorkspace workspace;
  Verdict verdict;
  int resumed = 0;
  for (const Pose& pose : bench::poses_near_contact(a, a, scaled(20), 9)) {
    workspace.learn(true);
    judge(a, a, pose, verdict, {}, workspace);  // which leaves what it heard of another pose
    const detail::Correction before = workspace.impl().state.correction;
    workspace.learn(false);
    judge(a, a, pose, verdict, {.steps = 1}, workspace);
    if (verdict.certain) continue;
    workspace.learn(true);
    resume(verdict, {}, workspace);
    ++resumed;
    const detail::Correction& after = workspace.impl().state.correction;
    for (std::size_t group = 0; group < detail::kPointLevels; ++group) {
      ASSERT_EQ(after.told[group], before.told[group]);
      ASSERT_EQ(after.learnt[group], before.learnt[group]);
    }
  }
  EXPECT_GT(resumed, scaled(20));
}

}  // namespace
}  // namespace graze::test
