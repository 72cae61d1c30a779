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
