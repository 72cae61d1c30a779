// SPDX-License-Identifier: Apache-2.0
// Contract 7, for queries with a Front.
#include <gtest/gtest.h>

#include <vector>

#include "allocation/counted_new.h"
#include "graze/front.h"
#include "support/soup.h"

namespace graze::test {
namespace {

TEST(Front, QueriesAllocateNothingAfterWarmUp) {
  const Soup soup = make_soup(3, 300);
  std::vector<Pose> poses;
  SoupRandom random(5);
  Pose pose = soup.pose;
  for (int i = 0; i < 200; ++i) {
    const Vec3 d = random.in_cube(1e-3 * soup.scale);
    pose.t = {pose.t.x + d.x, pose.t.y + d.y, pose.t.z + d.z};
    poses.push_back(pose);
  }
  for (const Volume volume : {Volume::obb, Volume::dop26}) {
    BuildOptions options;
    options.volume = volume;
    const Model a = Model::build(soup.a, options), b = Model::build(soup.b, options);
    Front front;
    Contacts out;
    const auto run = [&] {
      for (const Pose& p : poses) {
        intersects(a, b, p, front);
        contacts(a, b, p, out, front);
      }
    };
    run();
    front.reset();
    run();
    front.reset();
    const long before = allocations();
    run();
    EXPECT_EQ(allocations() - before, 0);
  }
}

}  // namespace
}  // namespace graze::test
