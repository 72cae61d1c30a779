// SPDX-License-Identifier: Apache-2.0
// Contract 7: with a workspace, a query allocates nothing after warm-up.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "allocation/counted_new.h"
#include "graze/distance.h"
#include "graze/front.h"
#include "graze/query.h"
#include "support/soup.h"

namespace graze::test {
namespace {

std::vector<Pose> random_poses(std::uint64_t seed, int count, double half) {
  SoupRandom random(seed);
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    Pose pose = axis_rotation(random.below(24));
    pose.t = random.in_cube(half);
    poses.push_back(pose);
  }
  return poses;
}

TEST(Workspace, QueriesAllocateNothingAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  const std::vector<Pose> poses = random_poses(5, 60, 0.2 * soup.scale);
  for (const Volume volume : {Volume::obb, Volume::dop26, Volume::sphere}) {
    BuildOptions options;
    options.volume = volume;
    const Model a = Model::build(soup.a, options), b = Model::build(soup.b, options);
    Workspace workspace;
    Contacts out;
    std::size_t found = 0;
    const auto run = [&] {
      for (const Pose& pose : poses) {
        found += intersects(a, b, pose, {}, &workspace) ? 1 : 0;
        contacts(a, b, pose, out, {}, &workspace);
        found += out.pairs.size();
      }
    };
    run();
    ASSERT_GT(found, 0u);
    const long before = allocations();
    run();
    EXPECT_EQ(allocations() - before, 0);
  }
}

TEST(Workspace, DistancesAllocateNothingAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  const Model a = Model::build(soup.a), b = Model::build(soup.b);
  const std::vector<Pose> poses = random_poses(5, 60, 4 * soup.scale);
  Workspace workspace;
  int apart = 0;
  const auto run = [&] {
    for (const Pose& pose : poses) apart += distance(a, b, pose, {}, nullptr, &workspace).lower > 0 ? 1 : 0;
  };
  run();
  ASSERT_GT(apart, 0);
  const long before = allocations();
  run();
  EXPECT_EQ(allocations() - before, 0);
}

TEST(Workspace, StudiesAllocateNothingAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  BuildOptions build;
  build.volume = Volume::dop18;
  const Model a = Model::build(soup.a, build), b = Model::build(soup.b, build);
  const std::vector<Pose> poses = random_poses(6, 40, 0.2 * soup.scale);
  for (const Tumbling tumbling : {Tumbling::duality, Tumbling::vertices, Tumbling::hill_climbing}) {
    for (const Descent descent : {Descent::a_first, Descent::restart}) {
      QueryOptions options;
      options.method = Method::study;
      options.descent = descent;
      options.study.tumbling = tumbling;
      options.study.order = IntervalOrder::thinnest;
      Workspace workspace;
      EnvironmentFront front;
      Contacts out;
      const auto run = [&] {
        for (const Pose& pose : poses) {
          contacts(a, b, pose, out, options, &workspace);
          contacts(a, b, pose, out, front, options);
        }
      };
      run();
      run();
      const long before = allocations();
      run();
      EXPECT_EQ(allocations() - before, 0);
    }
  }
}

TEST(Workspace, TheCounterCounts) {
  const long before = allocations();
  const std::vector<int> something(10);
  EXPECT_EQ(allocations() - before, 1) << something.size();
}

}  // namespace
}  // namespace graze::test
