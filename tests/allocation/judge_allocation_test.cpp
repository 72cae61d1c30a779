// SPDX-License-Identifier: Apache-2.0
// Contract 7, for queries with a budget.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace graze::test
