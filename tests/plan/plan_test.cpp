// SPDX-License-Identifier: Apache-2.0
#include "plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "graze/error.h"
#include "graze/query.h"
#include "shapes.h"

namespace graze::bench {
namespace {

NamedMesh named(Mesh mesh, const std::string& name) { return {std::move(mesh), name, name + ".ply"}; }

SetPlan plan(const std::string& name, Placing placing, std::vector<double> levels) {
  return {name, "", placing, std::move(levels)};
}

TEST(Plans, ReachThePrescribedDistance) {
  const NamedMesh a = named(scenes::bumpy_sphere(14, 1, 9, 0.2, 4), "bumpy");
  PlanOptions options;
  options.poses_per_level = 30;
  const std::vector<double> levels = {-80, -30, -5, 0, 5, 30};
  const std::vector<PoseSet> sets = make_pose_sets(a, a, {plan("some", Placing::offset, levels)}, options);
  ASSERT_EQ(sets.size(), 1u);
  const PoseSet& set = sets.front();
  EXPECT_EQ(set.name, "bumpy-some");
  EXPECT_EQ(set.levels, levels);
  EXPECT_GT(set.max_penetration, 0.7);
  EXPECT_LT(set.max_penetration, 1.1);
  EXPECT_GE(set.poses.size(), 30 * levels.size() * 95 / 100);
  const Model model = Model::build(a.mesh);
  for (const PlacedPose& pose : set.poses) {
    const double level = levels[pose.level];
    EXPECT_NEAR(pose.prescribed, level / 100 * set.max_penetration, 1e-12);
    EXPECT_LT(std::abs(pose.achieved - pose.prescribed), 0.005 * set.size);
    if (std::abs(level) >= 5) {
      EXPECT_EQ(intersects(model, model, pose.b_in_a), level < 0) << level;
    }
  }
  const Achieved error = achieved(set);
  EXPECT_EQ(error.verified, set.poses.size());
  EXPECT_LT(error.p99, 0.005);
  EXPECT_LE(error.median, error.p99);
  EXPECT_LE(error.p99, error.max);
}

TEST(Plans, PlaceSpheresWhereTheyBelong) {
  const NamedMesh a = named(scenes::geodesic_sphere(16, 1), "large");
  const NamedMesh b = named(scenes::geodesic_sphere(10, 0.25), "small");
  PlanOptions options;
  options.poses_per_level = 12;
  const std::vector<double> levels = {-60, -20, 0, 20, 60};
  const PoseSet set = make_pose_sets(a, b, {plan("x", Placing::offset, levels)}, options).front();
  EXPECT_EQ(set.name, "large-small-x");
  EXPECT_NEAR(set.max_penetration, 1, 0.01);
  EXPECT_EQ(set.poses.size(), 60u);
  for (const PlacedPose& pose : set.poses) {
    const double centres = scenes::length(place(pose.b_in_a, {0, 0, 0}));
    EXPECT_NEAR(centres, 1.25 + levels[pose.level] / 100, 0.02);
  }
}

TEST(Plans, CentresAndTunnels) {
  Mesh ring = scenes::torus(40, 14, 1, 0.25);
  for (Triangle& t : ring.triangles) std::swap(t[1], t[2]);  // scenes::torus looks inward
  const NamedMesh a = named(std::move(ring), "torus");
  PlanOptions options;
  options.poses_per_level = 20;
  const std::vector<PoseSet> sets = make_pose_sets(
      a, a, {plan("centres", Placing::fixed_distance, {0.5, 3}), plan("tunnels", Placing::interior, {0, 10})}, options);
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets[0].levels_are, kCentres);
  EXPECT_EQ(sets[0].poses.size(), 42u) << "three directions, seven orientations, two levels";
  for (const PlacedPose& pose : sets[0].poses) {
    EXPECT_NEAR(scenes::length(pose.b_in_a.t), 1.25 * sets[0].levels[pose.level], 1e-9);
    if (pose.level == 1) {
      EXPECT_GT(pose.achieved, 1);
    }
  }
  EXPECT_GE(sets[1].poses.size(), 20u);
  EXPECT_EQ(sets[1].b.scale, 1) << "rings of one size can be linked";
  for (const PlacedPose& pose : sets[1].poses) {
    EXPECT_EQ(pose.placing, Placing::interior);
    EXPECT_LT(std::abs(pose.achieved - pose.prescribed), 0.005 * sets[1].size);
  }
}

TEST(Plans, AreTheSameAgainAndFollowTheSeed) {
  const NamedMesh a = named(scenes::bumpy_sphere(6, 1, 9, 0.2, 4), "a");
  PlanOptions options;
  options.poses_per_level = 8;
  options.sampling = Sampling::random;
  const auto make = [&] { return make_pose_sets(a, a, {plan("x", Placing::offset, {-10, 0})}, options).front(); };
  const PoseSet first = make();
  const PoseSet second = make();
  options.seed = 2;
  const PoseSet other = make();
  ASSERT_EQ(first.poses.size(), second.poses.size());
  for (std::size_t i = 0; i < first.poses.size(); ++i) {
    EXPECT_EQ(first.poses[i].b_in_a.t, second.poses[i].b_in_a.t);
    EXPECT_EQ(first.poses[i].achieved, second.poses[i].achieved);
  }
  EXPECT_NE(first.poses[0].b_in_a.t, other.poses[0].b_in_a.t);
}

TEST(Plans, RefuseWhatHasNoInside) {
  Mesh open = scenes::geodesic_sphere(3, 1);
  open.triangles.pop_back();
  try {
    make_pose_sets(named(open, "open"), named(open, "open"), standard_plans(true));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("not closed"), std::string::npos) << error.message();
  }
  PlanOptions options;
  options.sign = Sign::unsigned_distance;
  options.poses_per_level = 4;
  const PoseSet set =
      make_pose_sets(named(open, "open"), named(open, "open"), {plan("x", Placing::offset, {10})}, options).front();
  EXPECT_EQ(set.poses.size(), 4u);
  EXPECT_EQ(set.max_penetration, 0);
}

TEST(Plans, StopWhenAsked) {
  const NamedMesh a = named(scenes::geodesic_sphere(3, 1), "a");
  PlanOptions options;
  int calls = 0;
  double last = 0;
  options.progress = [&](double done, const std::string&) {
    EXPECT_GE(done, last);
    last = done;
    return ++calls < 5;
  };
  EXPECT_TRUE(make_pose_sets(a, a, standard_plans(true), options).empty());
}

TEST(Plans, StandardSetsAreThoseOfThePaper) {
  for (const bool quick : {true, false}) {
    std::set<std::string> names;
    for (const SetPlan& set : standard_plans(quick)) {
      names.insert(set.name);
      EXPECT_TRUE(std::is_sorted(set.levels.begin(), set.levels.end()));
      const double first = set.levels.front();
      const double last = set.levels.back();
      if (set.name == "near") {
        EXPECT_EQ(first, -25);
        EXPECT_GE(last, 100) << "far enough for the time to fall to nothing";
      }
      if (set.name == "deep") {
        EXPECT_EQ(std::pair(first, last), std::pair(-80.0, 0.0));
      }
      if (set.name == "boundary") {
        EXPECT_EQ(std::pair(first, last), std::pair(-10.0, 10.0));
      }
    }
    EXPECT_EQ(names.size(), 5u);
  }
}

}  // namespace
}  // namespace graze::bench
