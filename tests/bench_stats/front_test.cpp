// SPDX-License-Identifier: Apache-2.0
// Small steps, and the runner's comparison of queries with and without a Front.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run.h"
#include "shapes.h"
#include "walk.h"

namespace graze::bench {
namespace {

/// Two spheres, far apart and just in contact.
scenes::Scene crossing_spheres() {
  scenes::Scene scene;
  scene.name = scene.meshes = "spheres";
  scene.a = scenes::geodesic_sphere(4, 1);
  scene.b = scenes::geodesic_sphere(4, 0.5);
  for (const double x : {5.0, 1.47}) {
    Pose& pose = scene.poses.emplace_back();
    pose.t = {x, 0, 0};
  }
  return scene;
}

TEST(Walk, StepsAreSmallAndStartInContact) {
  const scenes::Scene scene = crossing_spheres();
  const Model a = Model::build(scene.a), b = Model::build(scene.b);
  const Walk how{.factor = 4, .poses = 200};
  const std::vector<Pose> poses = walk(a, b, scene.poses, how);
  ASSERT_EQ(poses.size(), 200u);
  const Box box = inspect(scene.a).box;
  Pose last = scene.poses[1];
  for (const Pose& pose : poses) {
    EXPECT_TRUE(is_rigid(pose));
    EXPECT_NEAR(std::hypot(pose.t.x - last.t.x, pose.t.y - last.t.y, pose.t.z - last.t.z),
                4 * 5e-4 * (box.upper.x - box.lower.x), 1e-9);
    double cosine = -0.5;  // of the angle between the two: (trace - 1) / 2
    for (int i = 0; i < 9; ++i) cosine += 0.5 * pose.r[i] * last.r[i];
    EXPECT_NEAR(std::acos(std::min(1.0, cosine)) * 180 / 3.14159265358979, 4 * 0.57, 1e-5);
    last = pose;
  }
  const std::vector<Pose> again = walk(a, b, scene.poses, how);
  ASSERT_EQ(again.size(), poses.size());
  EXPECT_EQ(again.back().t, poses.back().t);
  EXPECT_TRUE(walk(a, b, {}, how).empty());
}

TEST(Walk, TheRunnerComparesAFrontWithNone) {
  RunOptions options;
  options.front = true;
  options.walk.factor = 20;
  options.repeat = 1;
  options.max_poses = 400;
  const SceneResult result = Runner(options).run(crossing_spheres(), 0.2);
  ASSERT_EQ(result.rows.size(), 4u);
  EXPECT_TRUE(result.disagreements.empty());
  for (std::size_t i = 0; i < 4; i += 2) {
    const Row &front = result.rows[i], &plain = result.rows[i + 1];
    EXPECT_EQ(front.mode, i == 0 ? "front-bool" : "front-all");
    EXPECT_EQ(front.engine, "graze-front");
    EXPECT_EQ(plain.engine, "graze");
    EXPECT_EQ(front.poses, 400u);
    EXPECT_GT(front.colliding, 0u);
    EXPECT_LT(front.colliding, 400u);
    EXPECT_EQ(front.hash, plain.hash);
    EXPECT_GT(plain.ratio.mean, 0);
  }
}

TEST(Walk, WithoutStepsTheScenesOwnPosesAreAsked) {
  RunOptions options;
  options.front = true;
  options.walk.factor = 0;
  options.repeat = 1;
  const SceneResult result = Runner(options).run(crossing_spheres(), 0.2);
  ASSERT_FALSE(result.rows.empty());
  EXPECT_EQ(result.rows.front().poses, 2u);
  EXPECT_EQ(result.rows.front().colliding, 1u);
}

}  // namespace
}  // namespace graze::bench
