// SPDX-License-Identifier: Apache-2.0
// Distances against all pairs, and against the exact test with a margin: within says yes at the upper bound and no
// below the lower one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "query/motion_cases.h"
#include "support/answers.h"
#include "support/scale.h"

namespace graze::motion_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What the bounds of an answer without errors promise, by exact tests.
void expect_bounds(const Model& a, const Model& b, const Pose& pose, const Distance& found, const std::string& what) {
  ASSERT_LE(found.lower, found.upper) << what;
  ASSERT_EQ(found.upper == 0, intersects(a, b, pose)) << what;
  ASSERT_TRUE(within(a, b, pose, found.upper)) << what;
  if (found.lower > 0) {
    ASSERT_FALSE(within(a, b, pose, std::nextafter(found.lower, 0))) << what;
  }
  const double size = a.hierarchy().radius * a.hierarchy().unit + b.hierarchy().radius * b.hierarchy().unit +
                      found.upper + max_abs(pose.t) + a.hierarchy().max_coordinate + b.hierarchy().max_coordinate;
  ASSERT_LE(found.upper - found.lower, 0x1p-43 * size) << what;
  ASSERT_NEAR(norm(found.p - found.q), found.upper, 0x1p-44 * size) << what;
}

TEST(Distance, OfHandMadePairs) {
  const Model floor = one({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  const Distance above = distance(floor, one({1, 1, 2}, {1, 1, 5}, {2, 1, 5}), {});
  EXPECT_NEAR(above.upper, 2, 1e-12);
  EXPECT_NEAR(above.lower, 2, 1e-12);
  EXPECT_LE(above.lower, 2);
  EXPECT_GE(above.upper, 2);
  EXPECT_LT(norm(above.p - Vec3{1, 1, 0}), 1e-14);
  EXPECT_EQ(above.q, (Vec3{1, 1, 2}));
  const Distance corner = distance(floor, one({-3, -4, 0}, {-5, -9, 0}, {-9, -5, 0}), {});
  EXPECT_NEAR(corner.upper, 5, 1e-12);
  EXPECT_EQ(corner.p, Vec3{});
  const Distance edges = distance(one({-1, 0, -1}, {1, 0, -1}, {0, 0, 0}), one({0, -1, 3}, {0, 1, 3}, {0, 0, 9}), {});
  EXPECT_NEAR(edges.upper, 3, 1e-12);
  const Distance touching = distance(floor, one({1, 1, 0}, {1, 1, 5}, {2, 1, 5}), {});
  EXPECT_EQ(touching.upper, 0);
  EXPECT_EQ(touching.lower, 0);
  EXPECT_EQ(touching.p, (Vec3{1, 1, 0}));
  // An edge through the face: every corner and edge is far from every other.
  const Distance through = distance(floor, one({1, 1, -3}, {1, 1, 3}, {1.5, 1, 3}), {});
  EXPECT_EQ(through.upper, 0);
  const Distance points = distance(one({0, 0, 0}, {0, 0, 0}, {0, 0, 0}), one({3, 4, 0}, {3, 4, 0}, {3, 4, 0}), {});
  EXPECT_NEAR(points.upper, 5, 1e-12);
}

TEST(Distance, LimitsEmptyModelsAndRefusals) {
  const Model floor = one({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), other = one({1, 1, 2}, {1, 1, 5}, {2, 1, 5});
  DistanceOptions options;
  options.limit = 1.9;
  const Distance beyond = distance(floor, other, {}, options);
  EXPECT_GT(beyond.lower, 1.9);
  EXPECT_LE(beyond.lower, 2);
  EXPECT_EQ(beyond.upper, kInfinity);
  EXPECT_EQ(beyond.triangle_a, kNoTriangle);
  options.limit = 2.1;
  EXPECT_NEAR(distance(floor, other, {}, options).upper, 2, 1e-12);
  EXPECT_EQ(distance(floor, Model::build({}), {}).lower, kInfinity);
  EXPECT_EQ(distance(Model::build({}), floor, {}).upper, kInfinity);
  EXPECT_TRUE(within(floor, other, {}, 2));
  EXPECT_FALSE(within(floor, other, {}, std::nextafter(2.0, 0)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double DistanceOptions::*field :
       {&DistanceOptions::limit, &DistanceOptions::relative_error, &DistanceOptions::absolute_error}) {
    for (const double bad : {nan, -1.0}) {
      DistanceOptions wrong;
      wrong.*field = bad;
      EXPECT_THROW(distance(floor, other, {}, wrong), std::invalid_argument);
    }
  }
  DistanceOptions wrong;
  wrong.method = Method::study;
  EXPECT_THROW(distance(floor, other, {}, wrong), std::invalid_argument);
  Pose sheared;
  sheared.r[1] = 0.1;
  EXPECT_THROW(distance(floor, other, sheared), std::invalid_argument);
  EXPECT_THROW(within(floor, other, {}, -1), std::invalid_argument);
}

TEST(Distance, IsThatOfAllPairsAndBoundsAreProved) {
  const int soups = test::scaled(250);
  int apart = 0;
  std::uint64_t tests = 0, rough_tests = 0;
  for (int i = 0; i < soups; ++i) {
    Soup soup = test::make_soup(static_cast<std::uint64_t>(i) + 900, 40);
    SoupRandom random(static_cast<std::uint64_t>(i) + 1);
    if (random.chance(0.7)) soup.pose.t = soup.pose.t + (soup.scale * random.uniform(0, 4)) * random.in_cube(1);
    const std::string what = soup.what + ", soup " + std::to_string(i);
    const Model a = Model::build(soup.a), b = Model::build(soup.b);
    DistanceOptions all;
    all.method = Method::brute_force;
    const Distance right = distance(a, b, soup.pose, all), found = distance(a, b, soup.pose);
    test::expect_same(found, right, what);
    expect_bounds(a, b, soup.pose, found, what);
    if (HasFatalFailure()) return;
    apart += found.upper > 0 ? 1 : 0;
    // With an error allowed, the bounds still hold the answer, and are as close as asked for.
    DistanceOptions rough;
    rough.relative_error = 0.2;
    rough.absolute_error = 0.05 * soup.scale;
    const Distance about = distance(a, b, soup.pose, rough);
    const double slack = right.upper - right.lower;
    ASSERT_LE(about.lower, right.upper) << what;
    ASSERT_GE(about.upper, right.lower) << what;
    ASSERT_LE(about.upper, about.lower * 1.2 + rough.absolute_error + 4 * slack) << what;
    tests += found.counters.primitive_tests;
    rough_tests += about.counters.primitive_tests;
    DistanceOptions limited;
    limited.limit = 0.9 * right.lower;
    const Distance beyond = distance(a, b, soup.pose, limited);
    if (right.lower > 0) {
      ASSERT_GT(beyond.lower, limited.limit) << what;
      ASSERT_LE(beyond.lower, right.upper) << what;
      ASSERT_EQ(beyond.upper, kInfinity) << what;
    }
    limited.limit = 1.1 * right.upper;
    test::expect_same(distance(a, b, soup.pose, limited), right, what);
  }
  EXPECT_GT(apart, soups / 3);
  EXPECT_LT(rough_tests, tests);
}

TEST(Distance, TheSameForEveryVolumeAndWidth) {
  for (const std::uint64_t seed : {5u, 6u}) {
    SoupRandom random(seed);
    const Mesh mesh_a = blob(random, 5), mesh_b = blob(random, 4);
    Pose pose = test::soup_detail::random_pose(random);
    pose.t = {0.4, 2.2, 0.3};
    const Model a = Model::build(mesh_a), b = Model::build(mesh_b);
    const Distance right = distance(a, b, pose);
    ASSERT_GT(right.lower, 0);
    for (const Volume volume : all_volumes()) {
      for (const int width : {2, 4, 8, 16}) {
        BuildOptions options;
        options.volume = volume;
        options.width = width;
        if (volume == Volume::custom) options.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
        const Model other = Model::build(mesh_b, options);
        const std::string what = std::string(name(volume)) + ' ' + std::to_string(width);
        test::expect_same(distance(a, other, pose), right, what);
        test::expect_same(distance(Model::build(mesh_a, options), other, pose), right, what);
        if (HasFatalFailure()) return;
      }
    }
    BuildOptions turned;
    turned.volume = Volume::aabb;
    turned.orientation = Orientation::optimal;
    turned.subdivide = 0.5;
    turned.leaf_size = 9;
    test::expect_same(distance(Model::build(mesh_a, turned), Model::build(mesh_b, turned), pose), right, "turned");
    const test::IsaGuard guard;
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      test::expect_same(distance(a, b, pose), right, std::string(isa));
    }
  }
}

TEST(Distance, AWarmStartSavesWorkAndChangesNothing) {
  SoupRandom random(8);
  const Model a = Model::build(blob(random, 16)), b = Model::build(blob(random, 16));
  WarmStart warm;
  std::uint64_t cold_tests = 0, warm_tests = 0;
  Pose pose;
  for (int i = 0; i < 40; ++i) {
    pose.t = {2.4 - 0.01 * i, 0.3 + 0.005 * i, 0.1};
    const Distance cold = distance(a, b, pose), found = distance(a, b, pose, {}, &warm);
    test::expect_same(found, cold, "step " + std::to_string(i));
    EXPECT_EQ(warm.triangle_a, cold.triangle_a);
    EXPECT_EQ(warm.triangle_b, cold.triangle_b);
    cold_tests += cold.counters.primitive_tests;
    warm_tests += found.counters.primitive_tests;
  }
  EXPECT_LT(warm_tests, cold_tests);
  warm.triangle_a = 1u << 30;  // of another model: ignored
  test::expect_same(distance(a, b, pose, {}, &warm), distance(a, b, pose), "foreign");
}

TEST(Distance, FromTheOtherSideAndTurnedTheSame) {
  const int cases = test::scaled(40);
  for (int i = 0; i < cases; ++i) {
    SoupRandom random(static_cast<std::uint64_t>(i) + 70);
    const Mesh mesh_a = blob(random, 4);
    const Model a = Model::build(mesh_a), b = Model::build(blob(random, 3));
    Pose pose = test::soup_detail::random_pose(random);
    pose.t = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(1.5, 3)};
    const Distance found = distance(a, b, pose), back = distance(b, a, inverse(pose));
    EXPECT_NEAR(found.upper, back.upper, 1e-13);
    const Pose world = test::soup_detail::random_pose(random);
    Mesh turned = mesh_a;
    for (Vec3& v : turned.vertices) v = place(world, v);
    const Distance moved = distance(Model::build(turned), b, compose(world, pose));
    EXPECT_NEAR(found.upper, moved.upper, 1e-13);
    if (found.lower > 0) {
      EXPECT_LT(norm(place(world, found.p) - moved.p), 1e-9);
    }
  }
}

TEST(Distance, AtHugeAndTinyScales) {
  for (const double scale : {1e-280, 1e-150, 1e-40, 1e-12, 1e5, 1e12, 1e40, 1e145}) {
    for (const double ratio : {1.0, 1e-9, 1e-30}) {  // of B's size: units differ
      SoupRandom random(11);
      Mesh mesh_a = blob(random, 4), mesh_b = blob(random, 3);
      for (Vec3& v : mesh_a.vertices) v = scale * v;
      for (Vec3& v : mesh_b.vertices) v = (scale * ratio) * v;
      const Model a = Model::build(mesh_a), b = Model::build(mesh_b);
      Pose pose;
      pose.t = {scale * 0.2, scale * 0.1, scale * 3};
      const Distance found = distance(a, b, pose);
      DistanceOptions all;
      all.method = Method::brute_force;
      test::expect_same(found, distance(a, b, pose, all), "scale");
      EXPECT_GT(found.lower, scale) << scale << ' ' << ratio;
      EXPECT_LT(found.upper, 2.5 * scale);
      EXPECT_LE(found.upper - found.lower, 1e-12 * scale);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Distance, ThreadsShareModels) {
  SoupRandom random(2);
  const Model a = Model::build(blob(random, 10)), b = Model::build(blob(random, 10));
  Pose pose;
  pose.t = {0.3, 0.2, 3};
  const Distance right = distance(a, b, pose);
  std::vector<Distance> found(4);
  std::vector<std::thread> threads;
  for (Distance& one_of : found) threads.emplace_back([&] { one_of = distance(a, b, pose); });
  for (std::thread& thread : threads) thread.join();
  for (const Distance& one_of : found) test::expect_same(one_of, right, "threads");
}

}  // namespace
}  // namespace graze::motion_test
