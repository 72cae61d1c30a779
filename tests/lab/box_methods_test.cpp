// SPDX-License-Identifier: Apache-2.0
// Grid, 3-d tree and R-tree return brute force's contacts, whatever their parameters.
#include <gtest/gtest.h>

#include <algorithm>

#include "flights.h"
#include "graze/error.h"
#include "lab/method.h"
#include "lab/support.h"
#include "scenes.h"
#include "shapes.h"
#include "support/scale.h"

namespace graze::lab {
namespace {

using graze::test::make_soup;
using graze::test::Soup;

TEST(LabBoxes, MatchBruteForceOnSoups) {
  const std::vector<test::Setting> settings = test::box_settings();
  const int rounds = graze::test::scaled(40);
  std::size_t total = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    const Soup soup = make_soup(static_cast<std::uint64_t>(seed), 120);
    const std::vector<Pair> truth = test::expected(Model::build(soup.a), Model::build(soup.b), soup.pose);
    total += truth.size();
    const Flyer flyer(soup.b);
    for (const test::Setting& setting : settings) {
      const std::unique_ptr<Method> method = setting.make(soup.a);
      Flight flight(flyer);
      flight.move(soup.pose);
      std::vector<Pair> found;
      method->contacts(flight, found);
      ASSERT_EQ(found, truth) << setting.name << " on soup " << seed << ", " << soup.what;
      ASSERT_EQ(method->collides(flight), !truth.empty()) << setting.name << " on soup " << seed;
    }
  }
  EXPECT_GT(total, 500u);
}

TEST(LabBoxes, OneFlightServesSeveralMethods) {
  const Soup first = make_soup(5, 200), second = make_soup(6, 300);
  const auto grid = make_grid(first.a, {});
  const auto tree = make_r_tree(second.a, {});
  const Flyer flyer(first.b);
  Flight flight(flyer);
  const Model b = Model::build(first.b);
  std::vector<Pair> found;
  for (int i = 0; i < 3; ++i) {
    flight.move(first.pose);
    grid->contacts(flight, found);
    EXPECT_EQ(found, test::expected(Model::build(first.a), b, first.pose));
    tree->contacts(flight, found);
    EXPECT_EQ(found, test::expected(Model::build(second.a), b, first.pose));
  }
}

TEST(LabBoxes, PhaseOneLetsThroughWhatMayCollide) {
  const Mesh world = scenes::tetrahedra(200, 0.5, 0.05, 3);
  const Mesh body = scenes::torus(10, 6, 0.03, 0.01);
  const std::vector<Pose> poses = scenes::scattered(200, {{-0.6, -0.6, -0.6}, {0.6, 0.6, 0.6}}, 4);
  const scenes::Oracle oracle = scenes::graze_oracle(world, body);
  const Environment environment(world);
  const Flyer flyer(body);
  std::uint64_t colliding = 0, boxes_meet = 0;
  Flight probe(flyer);
  for (const Pose& pose : poses) {
    colliding += oracle.collides(pose) ? 1 : 0;
    probe.move(pose);
    const auto meets = [&](const Box& box) { return overlap(box, probe.box()); };
    boxes_meet += std::any_of(environment.boxes.begin(), environment.boxes.end(), meets) ? 1 : 0;
  }
  EXPECT_GT(colliding, 10u);
  EXPECT_LT(colliding, boxes_meet);
  for (const test::Setting& setting : test::box_settings()) {
    const std::unique_ptr<Method> method = setting.make(world);
    Flight flight(flyer);
    for (const Pose& pose : poses) {
      flight.move(pose);
      method->collides(flight);
    }
    const Counters& counters = flight.counters();
    EXPECT_EQ(counters.queries, 200u);
    EXPECT_GE(counters.full_checks, colliding) << setting.name;
    // Cells that a triangle does not meet hide it though its box meets the flyer's.
    EXPECT_LE(counters.full_checks, boxes_meet) << setting.name;
    if (method->name() == "r-tree") {
      EXPECT_EQ(counters.full_checks, boxes_meet);
    }
  }
}

TEST(LabBoxes, EmptyMeshesMeetNothing) {
  const Mesh box = scenes::geodesic_sphere(2, 1);
  for (const test::Setting& setting : test::thesis_settings()) {
    const Flyer nothing((Mesh()));
    Flight flight(nothing);
    flight.move({});
    EXPECT_FALSE(setting.make(box)->collides(flight)) << setting.name;
    const Flyer something(box);
    Flight other(something);
    other.move({});
    EXPECT_FALSE(setting.make(Mesh())->collides(other)) << setting.name;
    EXPECT_TRUE(setting.make(box)->collides(other)) << setting.name;
  }
}

TEST(LabBoxes, FarFromTheOriginAndFarFromTheWorkspace) {
  Mesh world = scenes::geodesic_sphere(6, 1e-3);
  for (Vec3& v : world.vertices) v.x += 1e6;
  const Mesh body = scenes::geodesic_sphere(5, 1e-3);
  const Model a = Model::build(world), b = Model::build(body);
  const Flyer flyer(body);
  for (const double x : {1e6, 1e6 + 1e-3, 1e6 + 2e-3, 1e6 + 3e-3, 0.0, -1e9, 1e200}) {
    Pose pose;
    pose.t.x = x;
    const std::vector<Pair> truth = test::expected(a, b, pose);
    for (const test::Setting& setting : test::thesis_settings()) {
      Flight flight(flyer);
      flight.move(pose);
      std::vector<Pair> found;
      setting.make(world)->contacts(flight, found);
      EXPECT_EQ(found, truth) << setting.name << " at " << x;
    }
  }
}

TEST(LabGrid, ListsEachTriangleWhereItIs) {
  // One triangle in the plane z = 0 over a square of 8 x 8 cells: below the diagonal all, on it all, above none.
  const Mesh triangle{{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}}, {{0, 1, 2}}};
  const auto grid = make_grid(triangle, {8});
  EXPECT_EQ(grid->stats().cells, 512u);
  EXPECT_GE(grid->stats().stored, 36u);  // 28 below the diagonal and 8 on it
  EXPECT_LE(grid->stats().stored, 45u);  // and 7 beyond, touched at corners, up to rounding
}

TEST(LabKdTree, NoGainBoundsTheHeight) {
  // A fan of triangles with a common corner: no cut separates them there.
  Mesh fan;
  fan.vertices.push_back({0.3, 0.3, 0.3});
  for (std::uint32_t i = 0; i < 40; ++i) {
    const double s = 0.1 * i;
    fan.vertices.push_back({0.3 + std::cos(s), 0.3 + std::sin(s), 0.3 + std::sin(3 * s)});
  }
  for (std::uint32_t i = 1; i < 40; ++i) fan.triangles.push_back({0, i, i + 1});
  int last = -1;
  for (const int no_gain : {0, 2, 5, 9}) {
    const MethodStats stats = make_kd_tree(fan, {KdAxis::longest_side, 1, no_gain})->stats();
    EXPECT_GT(stats.height, last);
    last = stats.height;
  }
  EXPECT_LT(last, 60);
}

TEST(LabRTree, StoresEachTriangleOnceInABalancedTree) {
  const Mesh world = scenes::tetrahedra(1000, 0.5, 0.02, 3);
  for (const RTreeAxis axis : {RTreeAxis::min_max, RTreeAxis::min_sum}) {
    const MethodStats stats = make_r_tree(world, {axis, 1})->stats();
    EXPECT_EQ(stats.stored, 4000u);
    EXPECT_EQ(stats.cells, 7999u);
    EXPECT_EQ(stats.height, 12);  // as table 1 has it for 1000t
  }
}

TEST(LabBoxes, BadInputIsRefused) {
  const Mesh good = scenes::geodesic_sphere(1, 1);
  Mesh bad = good;
  bad.triangles.push_back({0, 1, 99});
  Mesh huge = good;
  huge.vertices[3].y = 1e101;
  for (const test::Setting& setting : test::thesis_settings()) {
    EXPECT_THROW(setting.make(bad), Error) << setting.name;
    EXPECT_THROW(setting.make(huge), Error) << setting.name;
  }
  EXPECT_THROW(Flyer{bad}, Error);
  EXPECT_THROW(Flyer{huge}, Error);
  for (const int n : {0, -1, 401}) EXPECT_THROW(make_grid(good, {n}), Error);
  EXPECT_THROW(make_kd_tree(good, {KdAxis::min_max, 0, 5}), Error);
  EXPECT_THROW(make_kd_tree(good, {KdAxis::min_max, 10, -1}), Error);
  EXPECT_THROW(make_r_tree(good, {RTreeAxis::min_sum, 0}), Error);
  try {
    make_grid(huge, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit);
    EXPECT_NE(error.message().find("vertex 3"), std::string::npos);
  }
}

}  // namespace
}  // namespace graze::lab
