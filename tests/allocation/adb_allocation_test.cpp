// SPDX-License-Identifier: Apache-2.0
// Contract 7, for ADB-trees.
#include <gtest/gtest.h>

#include <vector>

#include "adb/adb_shapes.h"
#include "allocation/counted_new.h"
#include "graze/adb.h"

namespace graze::test {
namespace {

TEST(AdbQueries, AllocateNothingAfterWarmUp) {
  const AdbTree tree = AdbTree::build(adb_ball(10, 0.2));
  detail::Random random(5);
  std::vector<Pose> poses(100);
  for (Pose& pose : poses) pose = adb_pose(random, random.uniform(0.5, 2.5));
  AdbWorkspace workspace;
  std::uint64_t pairs = 0;
  const auto run = [&] {
    for (const Pose& pose : poses) pairs += adb_collides(tree, tree, pose, {}, &workspace).pairs;
  };
  run();
  EXPECT_GT(pairs, poses.size());
  const long before = allocations();
  run();
  EXPECT_EQ(allocations() - before, 0);
}

}  // namespace
}  // namespace graze::test
