// SPDX-License-Identifier: Apache-2.0
// First impacts that graze, at scales where squares leave the range of double, and of many threads at once.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "query/motion_cases.h"

namespace graze::motion_test {
namespace {

TEST(FirstImpactExtremes, SlidingAndGrazing) {
  // Side by side on a table, in one plane: contact lasts once it begins.
  const Mesh square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const Model a = Model::build(square);
  Pose start;
  start.t = {3, 0.25, 0};
  const Impact slide = first_impact(a, a, moving({-3, 0, 0}, start));
  EXPECT_TRUE(slide.hits);
  EXPECT_NEAR(slide.time, 2.0 / 3, 1e-14);
  EXPECT_NEAR(slide.free_until, 2.0 / 3, 1e-13);
  // Along its edge, touching: the corners' x is the same all the way.
  start.t = {1, 3, 0};
  const Impact edge = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_TRUE(edge.hits);
  EXPECT_EQ(edge.time, 0.5);
  // A gap that placed coordinates can hold, though it is far below any distance in the models.
  start.t = {1 + 1e-9, 3, 0};
  const Impact past = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_FALSE(past.hits);
  EXPECT_EQ(past.free_until, 1);
  // One below rounding: nothing is claimed that is not so.
  start.t = {1 + 0x1p-52, 3, 0};
  const Impact graze = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_FALSE(graze.hits);
  EXPECT_NEAR(graze.free_until, 0.5, 1e-13);
  // Sheets that pass through each other face on, in a plane that no coordinate can hold: an instant, maybe missed, but
  // never called free.
  SoupRandom random(3);
  for (int i = 0; i < 20; ++i) {
    const Pose turn = test::soup_detail::random_pose(random);
    Mesh turned = square;
    for (Vec3& v : turned.vertices) v = place(turn, v);
    const Vec3 up = place(turn, {0, 0, 1});
    Pose above;
    above.t = up;
    const Model sheet = Model::build(turned);
    const Impact through = first_impact(sheet, sheet, moving(-3.0 * up, above));
    EXPECT_NEAR(through.free_until, 1.0 / 3, 1e-12);
    if (through.hits) {
      EXPECT_NEAR(through.time, 1.0 / 3, 1e-12);
    }
  }
}

TEST(FirstImpactExtremes, AtHugeAndTinyScales) {
  for (const double scale : {1e-280, 1e-150, 1e-12, 1e12, 1e145}) {
    for (const double ratio : {1.0, 1e-4, 1e-9}) {  // of B's size: units differ
      SoupRandom random(11);
      Mesh mesh_a = blob(random, 3), mesh_b = blob(random, 2);
      for (Vec3& v : mesh_a.vertices) v = scale * v;
      for (Vec3& v : mesh_b.vertices) v = (scale * ratio) * v;
      const Model a = Model::build(mesh_a), b = Model::build(mesh_b);
      Pose start;
      start.t = {scale * 0.2, scale * 0.1, scale * 3};
      const Motion m = moving({0, 0, -4 * scale}, start);
      const Impact impact = first_impact(a, b, m);
      ASSERT_TRUE(impact.hits) << scale << ' ' << ratio;
      ImpactOptions all;
      all.method = Method::brute_force;
      expect_equal(impact, first_impact(a, b, m, all), "scale");
      expect_contract(a, b, m, impact, "scale");
      if (HasFatalFailure()) return;
      EXPECT_LT(impact.time - impact.free_until, 1e-11);
      EXPECT_NEAR(impact.time, 0.55, 0.25);
    }
  }
}

TEST(FirstImpactExtremes, TrianglesWhoseProductsUnderflow) {
  SoupRandom random(4);
  for (const double size : {1e-80, 1e-150, 1e-155, 1e-158, 1e-160, 1e-165, 1e-300}) {
    for (int i = 0; i < 20; ++i) {
      const Model speck = one(size * random.in_cube(1), size * random.in_cube(1), size * random.in_cube(1));
      // A face through the origin, at s = 1/2; a speck, itself the size of another's.
      const Model face = one({-1, -1, 2}, {3, -1, 2}, {-1, 3, 2});
      const Motion m = moving({0, 0, -4});
      const Impact impact = first_impact(speck, face, m);
      EXPECT_NEAR(impact.free_until, 0.5, 1e-13) << size;
      expect_contract(speck, face, m, impact, "face over speck");
      const Model other = one(size * random.in_cube(1), size * random.in_cube(1), size * random.in_cube(1));
      const Motion small = moving({-8 * size, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {4 * size, 0, 0}});
      expect_contract(speck, other, small, first_impact(speck, other, small), "speck through speck");
      if (HasFatalFailure()) return;
    }
  }
}

TEST(FirstImpactExtremes, CountsAndThreads) {
  SoupRandom random(2);
  const Model a = Model::build(blob(random, 12)), b = Model::build(blob(random, 12));
  Pose start;
  start.t = {0.3, 0.2, 3};
  const Motion m = moving({0, 0, -4}, start);
  ImpactOptions options;
  options.timing = true;
  const Impact right = first_impact(a, b, m, options);
  EXPECT_TRUE(right.hits);
  EXPECT_GT(right.counters.volume_tests, 0u);
  EXPECT_GT(right.counters.primitive_tests, 0u);
  EXPECT_LT(right.counters.primitive_tests, a.mesh().triangles.size() * b.mesh().triangles.size() / 20);
  EXPECT_GT(right.counters.exact_tests, 0u);
  EXPECT_GT(right.counters.time.count(), 0);
  std::vector<Impact> found(4);
  std::vector<std::thread> threads;
  for (Impact& impact : found) threads.emplace_back([&] { impact = first_impact(a, b, m); });
  for (std::thread& thread : threads) thread.join();
  for (const Impact& impact : found) expect_equal(impact, right, "threads");
}

}  // namespace
}  // namespace graze::motion_test
