// SPDX-License-Identifier: Apache-2.0
// Contract 7, for queries with a budget.
#include <gtest/gtest.h>

#include <new>
#include <vector>

#include "allocation/counted_new.h"
#include "graze/timed.h"
#include "support/soup.h"

namespace graze::test {
namespace {

TEST(Judge, QueriesAllocateNothingAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  const Model a = Model::build(soup.a), b = Model::build(soup.b);
  SoupRandom random(5);
  std::vector<Pose> poses(100, soup.pose);
  for (Pose& pose : poses) {
    const Vec3 d = random.in_cube(0.3 * soup.scale);
    pose.t = {pose.t.x + d.x, pose.t.y + d.y, pose.t.z + d.z};
  }
  TimedWorkspace workspace;
  Verdict verdict;
  std::size_t open = 0;
  const auto run = [&] {
    for (const Pose& pose : poses) {
      Budget budget;
      budget.steps = 3;
      judge(a, b, pose, verdict, budget, workspace);
      open += verdict.certain ? 0 : 1;
      resume(verdict, {}, workspace);
    }
  };
  run();
  EXPECT_GT(open, 0u);
  const long before = allocations();
  run();
  EXPECT_EQ(allocations() - before, 0);
}

/// Whatever the budget; and many pairs at once.
TEST(Judge, NoBudgetAllocatesAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  const Model a = Model::build(soup.a), b = Model::build(soup.b);
  Mesh huge = make_soup(3, 10).a;
  for (Vec3& v : huge.vertices) v = {1e100 * v.x, 1e100 * v.y, 1e100 * v.z};
  const Model extreme = Model::build(huge);  // of other units than b: brute force decides
  SoupRandom random(6);
  std::vector<TimedPair> pairs;
  for (int i = 0; i < 100; ++i) {
    const Vec3 d = random.in_cube(0.3 * soup.scale);
    pairs.push_back({&a, &b, soup.pose});
    pairs.back().b_in_a.t = {soup.pose.t.x + d.x, soup.pose.t.y + d.y, soup.pose.t.z + d.z};
  }
  std::vector<Budget> budgets(6);
  budgets[1].epsilon = 0.1;
  budgets[2].epsilon = 0.1, budgets[2].free_only = true;
  budgets[3].time = std::chrono::microseconds(1);
  budgets[4].steps = 8, budgets[4].regions = 5;
  budgets[5].steps = 8, budgets[5].regions = 0;
  TimedWorkspace workspace;
  FrameWorkspace frame;
  workspace.learn(true);
  Verdict verdict;
  std::vector<Verdict> out(pairs.size());
  const auto run = [&] {
    for (const Budget& budget : budgets) {
      for (const TimedPair& pair : pairs) judge(a, b, pair.b_in_a, verdict, budget, workspace);
      judge(extreme, b, soup.pose, verdict, budget, workspace);
    }
    judge_all(pairs, std::chrono::hours(1), out, frame);
  };
  run();
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations() - before, 0);
}

/// A query that finds no memory leaves nothing of its models behind.
TEST(Judge, IsWholeAgainAfterThereWasNoMemory) {
  const Soup soup = make_soup(3, 300), other = make_soup(4, 300);
  const Model a = Model::build(soup.a), b = Model::build(soup.b);
  Budget budget;
  budget.steps = 3;
  const Verdict truth = judge(a, b, soup.pose, budget);
  TimedWorkspace workspace;
  Verdict verdict;
  judge(a, b, soup.pose, verdict, budget, workspace);
  for (const long successes : {0L, 1L, 4L, 16L, 64L}) {
    {
      const Model c = Model::build(other.a), d = Model::build(other.b);
      prepare(c);
      const FailingNew failing(successes);
      EXPECT_THROW(judge(c, d, other.pose, verdict, budget, workspace), std::bad_alloc);
    }
    resume(verdict, {}, workspace);  // nothing: the query before is over
    judge(a, b, soup.pose, verdict, budget, workspace);
    EXPECT_EQ(verdict.collides, truth.collides);
    EXPECT_EQ(verdict.probability, truth.probability);
    EXPECT_EQ(verdict.steps, truth.steps);
  }
}

}  // namespace
}  // namespace graze::test
