// SPDX-License-Identifier: Apache-2.0
// Verdicts where less is known than points make believe: dust, margins, magnitudes beyond float; and what is learnt
// from queries that stop when they are sure.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/timed.h"
#include "poses.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/timed_workspace.h"

namespace graze::test {
namespace {

double percent_wrong(const Model& model, const std::vector<Pose>& poses, double epsilon, TimedWorkspace& workspace) {
  Budget budget;
  budget.epsilon = epsilon;
  Verdict verdict;
  std::size_t wrong = 0;
  for (const Pose& pose : poses) {
    judge(model, model, pose, verdict, budget, workspace);
    wrong += verdict.collides != intersects(model, model, pose) ? 1 : 0;
  }
  return 100 * static_cast<double>(wrong) / static_cast<double>(poses.size());
}

Mesh specks(int count, double size) {
  SoupRandom random(7);
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 at = random.in_cube(1);
    const auto near = [&] {
      const Vec3 d = random.in_cube(size);
      return Vec3{at.x + d.x, at.y + d.y, at.z + d.z};
    };
    soup_detail::add(mesh, near(), near(), near());
  }
  return mesh;
}

/// 42 % were wrong where points stood for specks.
TEST(Trust, DustIsNotTakenForABody) {
  const Model dust = Model::build(specks(5000, 0.01));
  EXPECT_LT(dust.priors().sketch.coverage, 0.2f);
  EXPECT_GT(detail::dust_of(dust.priors().sketch, dust.priors().sketch), 3);
  TimedWorkspace workspace;
  EXPECT_LT(percent_wrong(dust, bench::poses_at_distances(dust, dust, scaled(30), 3), 0.1, workspace), 6);
  const Model ball = Model::build(bumpy(60, 0.1));
  EXPECT_EQ(detail::dust_of(ball.priors().sketch, ball.priors().sketch), 0);
}

/// Queries that stop when they are sure say nothing of how they would have ended; those that finish are mostly hits.
TEST(Trust, LearningIsNotMisledByWhatFinishes) {
  const Model ball = Model::build(bumpy(40, 0.25));
  const std::vector<Pose> poses = bench::poses_near_contact(ball, ball, scaled(400), 5);
  for (const double epsilon : {0.05, 0.1}) {
    TimedWorkspace plain, learning;
    learning.learn(true);
    const double without = percent_wrong(ball, poses, epsilon, plain);
    EXPECT_LT(percent_wrong(ball, poses, epsilon, learning), 1.3 * without + 1) << epsilon;
    const auto& told = learning.impl().state.correction.told;
    EXPECT_GT(*std::max_element(told.begin(), told.end()), 4u);
  }
}

TEST(Trust, WhatIsLearntIsOfTwoModels) {
  const Model ball = Model::build(bumpy(20, 0.25)), other = Model::build(bumpy(15, 0.1));
  TimedWorkspace workspace;
  workspace.learn(true);
  for (const Pose& pose : bench::poses_near_contact(ball, ball, 60, 5)) {
    judge(ball, ball, pose, Budget{.epsilon = 0.1}, &workspace);
  }
  const auto& told = workspace.impl().state.correction.told;
  EXPECT_GT(*std::max_element(told.begin(), told.end()), 5u);
  judge(other, other, Pose(), Budget{.steps = 1}, &workspace);
  EXPECT_LE(*std::max_element(told.begin(), told.end()), 1u);
}

/// A third of N was wrong when points did not know of margins.
TEST(Trust, PointsKnowTheMargin) {
  BuildOptions options;
  options.margin = 0.03;
  const Model thick = Model::build(bumpy(60, 0.2), options);
  TimedWorkspace workspace;
  EXPECT_LT(percent_wrong(thick, bench::poses_near_contact(thick, thick, scaled(100), 6), 0.05, workspace), 6);
}

TEST(Trust, MagnitudesBeyondFloatKeepToTheirBudget) {
  const Mesh mesh = bumpy(14, 0.1);
  Mesh tiny = mesh;
  for (Vec3& v : tiny.vertices) v = {1e-40 * v.x, 1e-40 * v.y, 1e-40 * v.z};
  const Model a = Model::build(mesh), b = Model::build(tiny);
  Pose within;
  within.t = {0.3, 0.2, 0.1};  // free: inside
  TimedWorkspace workspace;
  Verdict verdict;
  judge(a, b, within, verdict, Budget{.steps = 100}, workspace);
  ASSERT_FALSE(verdict.certain);
  EXPECT_EQ(verdict.steps, 100u);
  EXPECT_FALSE(verdict.collides);
  EXPECT_EQ(verdict.probability, 0.5);
  EXPECT_GT(verdict.penetration_bound, 0);
  EXPECT_LT(verdict.penetration_bound, 1e-38);
  EXPECT_TRUE(verdict.regions.empty());
  std::size_t resumed = 0;
  for (; !verdict.certain && resumed < 10000; ++resumed) resume(verdict, Budget{.steps = 1000}, workspace);
  EXPECT_GT(resumed, 10u);
  EXPECT_FALSE(verdict.collides);
  EXPECT_EQ(verdict.counters.primitive_tests, mesh.triangles.size() * mesh.triangles.size());

  const auto began = std::chrono::steady_clock::now();
  judge(a, b, within, verdict, Budget{.time = std::chrono::microseconds(20)}, workspace);
  EXPECT_FALSE(verdict.certain);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(5));
  resume(verdict, {}, workspace);
  EXPECT_TRUE(verdict.certain);

  Pose at_corner;
  at_corner.t = mesh.vertices[mesh.triangles[7][0]];
  judge(a, b, at_corner, verdict, {}, workspace);
  EXPECT_EQ(verdict.collides, intersects(a, b, at_corner));
  Pose far;
  far.t = {3, 0, 0};
  judge(a, b, far, verdict, Budget{.time = std::chrono::nanoseconds(1)}, workspace);
  EXPECT_TRUE(verdict.certain);
  EXPECT_FALSE(verdict.collides);
}

/// However short the time, every call gets on.
TEST(Trust, ShortSlicesComeToAnEnd) {
  const Model ball = Model::build(bumpy(60, 0.3));
  TimedWorkspace workspace;
  Verdict verdict;
  for (const int ns : {1, 200, 300, 400, 700, 1200, 2000}) {
    for (const Pose& pose : bench::poses_near_contact(ball, ball, 6, 9)) {
      const Budget slice{.time = std::chrono::nanoseconds(ns)};
      judge(ball, ball, pose, verdict, slice, workspace);
      int calls = 0;
      for (; !verdict.certain && calls < 20000; ++calls) resume(verdict, slice, workspace);
      ASSERT_TRUE(verdict.certain) << ns;
      ASSERT_EQ(verdict.collides, intersects(ball, ball, pose));
    }
  }
}

TEST(Trust, RegionsAreWithinA) {
  const Mesh mesh = bumpy(30, 0.3);
  const Model ball = Model::build(mesh);
  Vec3 lower = mesh.vertices[0], upper = lower;
  for (const Vec3& v : mesh.vertices) {
    lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
    upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
  }
  TimedWorkspace workspace;
  Verdict verdict;
  std::size_t seen = 0;
  for (const Pose& pose : bench::poses_near_contact(ball, ball, scaled(100), 8)) {
    for (const std::uint64_t steps : {1, 3, 9}) {
      judge(ball, ball, pose, verdict, Budget{.steps = steps, .regions = 4}, workspace);
      for (const Region& r : verdict.regions) {
        ++seen;
        constexpr double kSlack = 1e-6;
        ASSERT_TRUE(r.lower.x >= lower.x - kSlack && r.lower.y >= lower.y - kSlack && r.lower.z >= lower.z - kSlack);
        ASSERT_TRUE(r.upper.x <= upper.x + kSlack && r.upper.y <= upper.y + kSlack && r.upper.z <= upper.z + kSlack);
        ASSERT_TRUE(r.lower.x <= r.upper.x && r.lower.y <= r.upper.y && r.lower.z <= r.upper.z);
      }
    }
  }
  EXPECT_GT(seen, 50u);
}

}  // namespace
}  // namespace graze::test
