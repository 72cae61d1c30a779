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

TEST(Front, PlanesBetweenBoxesAllocateNothingAfterWarmUp) {
  SoupRandom random(9);
  const auto pieces = [&](int count, double size) {
    Mesh mesh;
    for (int i = 0; i < 3 * count; i += 3) {
      const Vec3 c = random.in_cube(1);
      for (int k = 0; k < 3; ++k) {
        const Vec3 d = random.in_cube(size);
        mesh.vertices.push_back({c.x + d.x, c.y + d.y, c.z + d.z});
      }
      const auto first = static_cast<std::uint32_t>(i);
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
  };
  BuildOptions options;
  options.volume = Volume::obb;
  const Model a = Model::build(pieces(4000, 0.03), options), b = Model::build(pieces(800, 0.02), options);
  Front front;
  Contacts out;
  const auto run = [&] {
    Pose pose;
    for (int i = 0; i < 100; ++i) {
      pose.t.x += 2e-4;
      contacts(a, b, pose, out, front);
    }
  };
  run();
  front.reset();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_GT(front.front_counters().kept, 50u);
  EXPECT_GT(front.front_counters().pairs, 100u);
}

}  // namespace
}  // namespace graze::test
