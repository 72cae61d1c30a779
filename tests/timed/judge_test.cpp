// SPDX-License-Identifier: Apache-2.0
// Time-critical verdicts: certain ones are exact, whatever the budget; the others say how sure they are.
#include "graze/timed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/error.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"

namespace graze::test {
namespace {

Pose beside(SoupRandom& random, double distance) {
  Pose pose = axis_rotation(random.below(24));
  const double angle = random.uniform(0, 6.28), z = random.uniform(-1, 1), r = std::sqrt(1 - z * z);
  pose.t = {distance * r * std::cos(angle), distance * r * std::sin(angle), distance * z};
  return pose;
}

TEST(Judge, WithoutALimitIsExact) {
  const IsaGuard guard;
  int hits = 0, all = 0;
  for (int i = 0; i < scaled(300); ++i) {
    const Soup soup = make_soup(static_cast<std::uint64_t>(i), 200);
    const Model a = Model::build(soup.a), b = Model::build(soup.b);
    const Pose& pose = soup.pose;
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      const Verdict verdict = judge(a, b, pose);
      ASSERT_TRUE(verdict.certain);
      ASSERT_EQ(verdict.probability, 1);
      ASSERT_EQ(verdict.collides, intersects(a, b, pose)) << isa << " case " << i;
      hits += verdict.collides ? 1 : 0;
      ++all;
      if (!verdict.collides) continue;
      const Contacts found = contacts(a, b, pose);
      EXPECT_TRUE(std::any_of(found.pairs.begin(), found.pairs.end(), [&](const Contact& c) {
        return c.triangle_a == verdict.triangle_a && c.triangle_b == verdict.triangle_b;
      }));
    }
  }
  EXPECT_GT(hits, all / 20);
  EXPECT_LT(hits, all - all / 20);
}

TEST(Judge, CertainVerdictsAreExactUnderEveryBudget) {
  const Model a = Model::build(bumpy(40, 0.1)), b = Model::build(bumpy(30, 0.2));
  SoupRandom random(2);
  TimedWorkspace workspace;
  Verdict verdict;
  std::size_t uncertain = 0, wrong = 0, poses = 0;
  for (int i = 0; i < scaled(1000); ++i) {
    const Pose pose = beside(random, random.uniform(0.5, 2.6));
    const bool truth = intersects(a, b, pose);
    Budget budget;
    if (random.chance(0.5)) budget.steps = 1 + static_cast<std::uint64_t>(random.below(40));
    if (random.chance(0.3)) budget.epsilon = random.uniform(0.01, 0.3);
    if (random.chance(0.3)) budget.time = std::chrono::nanoseconds(100 + random.below(5000));
    budget.free_only = random.chance(0.3);
    budget.timing = random.chance(0.3);
    judge(a, b, pose, verdict, budget, workspace);
    ++poses;
    EXPECT_EQ(verdict.counters.time.count() > 0, budget.timing || budget.time.count() > 0);
    ASSERT_GE(verdict.probability, 0);
    ASSERT_LE(verdict.probability, 1);
    if (verdict.certain) {
      ASSERT_EQ(verdict.collides, truth);
      EXPECT_EQ(verdict.penetration_bound, 0);
      EXPECT_TRUE(verdict.regions.empty());
      continue;
    }
    ++uncertain;
    wrong += verdict.collides != truth ? 1 : 0;
    EXPECT_FALSE(budget.free_only && verdict.collides);
    EXPECT_GT(verdict.penetration_bound, 0);
    EXPECT_LT(verdict.penetration_bound, 2.7);  // wider is neither
    ASSERT_EQ(verdict.regions.size(), 1u);
    const Region& region = verdict.regions[0];
    EXPECT_LE(region.lower.x, region.point.x);
    EXPECT_GE(region.upper.z, region.point.z);
    EXPECT_NEAR(std::hypot(region.normal.x, region.normal.y, region.normal.z), 1, 1e-6);
    // With time and steps without end: the answer.
    resume(verdict, {}, workspace);
    ASSERT_TRUE(verdict.certain);
    ASSERT_EQ(verdict.collides, truth);
  }
  EXPECT_GT(uncertain, poses / 20);
  EXPECT_LT(wrong, uncertain / 3 + 2);
}

TEST(Judge, StepsAreALimitThatRepeats) {
  const Model a = Model::build(bumpy(40, 0.1));
  SoupRandom random(3);
  for (int i = 0; i < 50; ++i) {
    const Pose pose = beside(random, random.uniform(1.5, 2.2));
    Budget budget;
    budget.steps = 6;
    const Verdict first = judge(a, a, pose, budget), again = judge(a, a, pose, budget);
    EXPECT_LE(first.steps, 6u);
    EXPECT_EQ(first.collides, again.collides);
    EXPECT_EQ(first.probability, again.probability);
    EXPECT_EQ(first.counters.volume_tests, again.counters.volume_tests);
  }
}

TEST(Judge, ErrsLessThanItMay) {
  const Model a = Model::build(bumpy(50, 0.1)), b = Model::build(bumpy(45, 0.15));
  SoupRandom random(4);
  TimedWorkspace workspace;
  Verdict verdict;
  const int count = scaled(2000);
  int wrong = 0, uncertain = 0;
  std::uint64_t steps = 0, exact_steps = 0;
  for (int i = 0; i < count; ++i) {
    const Pose pose = beside(random, random.uniform(0.4, 2.5));
    Budget budget;
    budget.epsilon = 0.1;
    judge(a, b, pose, verdict, budget, workspace);
    wrong += verdict.collides != intersects(a, b, pose) ? 1 : 0;
    uncertain += verdict.certain ? 0 : 1;
    steps += verdict.steps;
    judge(a, b, pose, verdict, {}, workspace);
    exact_steps += verdict.steps;
  }
  EXPECT_LT(wrong, count / 20);
  EXPECT_GT(uncertain, count / 10);
  EXPECT_LT(steps, exact_steps / 2);
}

TEST(Judge, PointsDecideBeforeTheFirstStep) {
  const IsaGuard guard;
  Mesh meshes[2] = {bumpy(40, 0.1), bumpy(30, 0.2)};
  for (Mesh& mesh : meshes) {  // flat: free though the balls about them overlap
    for (Vec3& v : mesh.vertices) v.z *= 0.3;
  }
  const Model a = Model::build(meshes[0]), b = Model::build(meshes[1]);
  TimedWorkspace workspace;
  Verdict verdict;
  Budget budget;
  budget.epsilon = 0.1;
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    SoupRandom random(6);
    int at_once = 0;
    for (int i = 0; i < 50; ++i) {
      Pose pose;
      pose.t = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), i % 2 == 0 ? 0.2 : 1.2};
      judge(a, b, pose, verdict, budget, workspace);
      if (verdict.steps > 0 || verdict.certain) continue;
      ++at_once;
      EXPECT_EQ(verdict.collides, i % 2 == 0) << isa;
      EXPECT_GE(verdict.probability, 0.9);
      EXPECT_EQ(verdict.counters.volume_tests, 0u);
      EXPECT_GT(verdict.penetration_bound, 1);  // nothing was looked at
      ASSERT_EQ(verdict.regions.size(), 1u);
      EXPECT_NEAR(verdict.regions[0].probability, verdict.collides ? verdict.probability : 1 - verdict.probability,
                  1e-12);
      budget.steps = 2;
      resume(verdict, budget, workspace);
      budget.steps = 0;
      EXPECT_LE(verdict.steps, 2u);
      if (!verdict.certain) resume(verdict, {}, workspace);
      EXPECT_EQ(verdict.collides, intersects(a, b, pose));
    }
    EXPECT_GT(at_once, 40) << isa;
  }
  // Where one is more than sixteen times as large (kPointOctaves) its field's cells are too large: boxes decide.
  Mesh small = bumpy(30, 0.2);
  for (Vec3& v : small.vertices) v = {0.04 * v.x, 0.04 * v.y, 0.04 * v.z};
  const Model c = Model::build(small);
  Pose pose;
  pose.t = {1, 0, 0};
  for (const auto& [first, second] : {std::pair{&a, &c}, std::pair{&c, &a}}) {
    judge(*first, *second, first == &a ? pose : inverse(pose), verdict, budget, workspace);
    EXPECT_GT(verdict.steps, 0u);
  }
}

TEST(Judge, ForgetsTheLastQuery) {
  const Model a = Model::build(bumpy(40, 0.1)), b = Model::build(bumpy(30, 0.2));
  Mesh small = bumpy(30, 0.2);
  for (Vec3& v : small.vertices) v = {0.3 * v.x, 0.3 * v.y, 0.3 * v.z};
  const Model c = Model::build(small);
  SoupRandom random(8);
  TimedWorkspace used;
  for (int i = 0; i < 200; ++i) {
    Budget budget;
    budget.steps = 1 + static_cast<std::uint64_t>(random.below(12));
    if (random.chance(0.7)) budget.epsilon = random.chance(0.5) ? 0.001 : 0.1;
    const bool alike = random.chance(0.5);
    const Pose pose = beside(random, alike ? random.uniform(1, 2.2) : random.uniform(0.8, 1.3));
    TimedWorkspace fresh;
    const Verdict first = judge(a, alike ? b : c, pose, budget, &fresh);
    const Verdict again = judge(a, alike ? b : c, pose, budget, &used);
    EXPECT_EQ(first.probability, again.probability);
    EXPECT_EQ(first.collides, again.collides);
    EXPECT_EQ(first.steps, again.steps);
  }
}

TEST(Judge, TwoLeavesAreTestedRatherThanGuessed) {
  Mesh one;
  one.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  one.triangles = {{0, 1, 2}};
  const Model a = Model::build(one);
  SoupRandom random(9);
  Budget budget;
  budget.epsilon = 0.4;
  for (int i = 0; i < 100; ++i) {
    const Pose pose = beside(random, random.uniform(0, 0.9));
    const Verdict verdict = judge(a, a, pose, budget);
    EXPECT_TRUE(verdict.certain);
    EXPECT_EQ(verdict.collides, intersects(a, a, pose));
  }
}

/// Stops after three steps, wherever a model and its copy are first so near that these do not tell.
Pose judge_until_open(const Model& a, Verdict& verdict, TimedWorkspace& workspace) {
  Budget budget;
  budget.steps = 3;
  Pose pose;
  verdict.certain = true;
  for (double x = 2.3; verdict.certain && x > 1; x -= 0.01) {
    pose = pose_from_quaternion(1, 0.3, 0.2, 0.1, {x, 0, 0});
    judge(a, a, pose, verdict, budget, workspace);
  }
  return pose;
}

TEST(Judge, MoreStepsThanThereAreNumbersAreNoLimit) {
  const Model a = Model::build(bumpy(40, 0.1));
  TimedWorkspace workspace;
  Verdict verdict;
  const Pose pose = judge_until_open(a, verdict, workspace);
  ASSERT_FALSE(verdict.certain);
  Budget budget;
  budget.steps = ~std::uint64_t{0};
  resume(verdict, budget, workspace);
  EXPECT_TRUE(verdict.certain);
  EXPECT_EQ(verdict.collides, intersects(a, a, pose));
  resume(verdict, {}, workspace);  // it is over
  EXPECT_TRUE(verdict.certain);
}

TEST(Judge, WhatIsRefusedEndsTheQueryBefore) {
  const Model a = Model::build(bumpy(40, 0.1));
  TimedWorkspace workspace;
  Verdict verdict;
  judge_until_open(a, verdict, workspace);
  ASSERT_FALSE(verdict.certain);
  Budget bad;
  bad.epsilon = 2;
  EXPECT_THROW(judge(a, a, Pose(), verdict, bad, workspace), std::invalid_argument);
  resume(verdict, {}, workspace);
  EXPECT_FALSE(verdict.certain);
  EXPECT_EQ(verdict.steps, 3u);
}

TEST(Judge, ModelsOfDifferentUnitsHaveAWitness) {
  Mesh small, large;
  for (const double x : {0.0, 1e-30}) {  // the second triangle crosses the large one
    small.vertices.insert(small.vertices.end(), {{x, 1e-30, -1e-30}, {x, 1e-30, 1e-30}, {x, 2e-30, 1e-30}});
  }
  small.triangles = {{0, 1, 1}, {3, 4, 5}};
  large.vertices = {{1e60, -1e60, 0}, {-1e60, -1e60, 0}, {0, 1e60, 0}};
  large.triangles = {{0, 1, 2}};
  const Model a = Model::build(small), b = Model::build(large);
  Verdict verdict;
  verdict.triangle_a = verdict.triangle_b = 77;
  TimedWorkspace workspace;
  judge(a, b, Pose(), verdict, {}, workspace);
  EXPECT_TRUE(verdict.certain && verdict.collides);
  const std::vector<Contact> found = contacts(a, b, Pose()).pairs;
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Contact& c) {
    return c.triangle_a == verdict.triangle_a && c.triangle_b == verdict.triangle_b;
  }));
}

TEST(Judge, BadBudgetsAndModelsAreRefused) {
  const Model a = Model::build(bumpy(5, 0.1));
  for (const double epsilon : {-0.1, 0.5, 1.0, std::nan("")}) {
    Budget budget;
    budget.epsilon = epsilon;
    EXPECT_THROW(judge(a, a, Pose(), budget), std::invalid_argument);
  }
  Budget budget;
  budget.time = std::chrono::nanoseconds(-1);
  EXPECT_THROW(judge(a, a, Pose(), budget), std::invalid_argument);
  Pose skewed;
  skewed.r[0] = 2;
  EXPECT_THROW(judge(a, a, skewed), std::invalid_argument);
  BuildOptions options;
  options.volume = Volume::dop26;
  const Model slabs = Model::build(bumpy(5, 0.1), options);
  EXPECT_THROW(judge(a, slabs, Pose()), Error);
  EXPECT_THROW(prepare(slabs), Error);
  EXPECT_FALSE(judge(Model::build(Mesh()), a, Pose()).collides);
  Verdict verdict;
  TimedWorkspace fresh;
  resume(verdict, {}, fresh);  // nothing to go on with
  EXPECT_TRUE(verdict.certain);
}

}  // namespace
}  // namespace graze::test
