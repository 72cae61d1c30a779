// SPDX-License-Identifier: Apache-2.0
// Time-critical queries between models of which one is much larger than the other.
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/rigid.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "poses.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/fit.h"
#include "timed/timed_workspace.h"

namespace graze::test {
namespace {

Mesh scaled_by(Mesh mesh, double by) {
  for (Vec3& v : mesh.vertices) v = {by * v.x, by * v.y, by * v.z};
  return mesh;
}

TEST(Unlike, OctavesBeginAtTwiceTheSize) {
  EXPECT_EQ(detail::octaves_apart(1, 1), 0);
  EXPECT_EQ(detail::octaves_apart(2, 1), 0);
  EXPECT_NEAR(detail::octaves_apart(1, 8), 2, 1e-12);
  EXPECT_EQ(detail::octaves_apart(8, 1), detail::octaves_apart(1, 8));
  EXPECT_EQ(detail::octaves_apart(1e300, 1e-300), detail::kMostOctaves);
  EXPECT_EQ(detail::octaves_apart(1, 0), detail::kMostOctaves);
  EXPECT_EQ(detail::octaves_apart(0, 0), 0);
}

TEST(Unlike, WeightsChangeWithTheRatio) {
  EXPECT_EQ(detail::weights_of(0).points, detail::kJudgeWeights.points);
  const detail::Weights some = detail::weights_of(2);
  const detail::Weights &at = detail::kUnlikeWeights.at, &more = detail::kUnlikeWeights.per_octave;
  EXPECT_EQ(some.points[1][3], at.points[1][3] + 2 * more.points[1][3]);
  EXPECT_EQ(some.states[5][8], at.states[5][8] + 2 * more.states[5][8]);
  EXPECT_EQ(some.boxes[0][7], at.boxes[0][7] + 2 * more.boxes[0][7]);
}

/// Whichever comes first, it is the smaller one's points that are looked up.
TEST(Unlike, EitherOrderSaysTheSame) {
  const Model large = Model::build(bumpy(60, 0.1));
  for (const double size : {0.7, 0.3, 0.12}) {
    const Model small = Model::build(scaled_by(bumpy(40, 0.2), size));
    SoupRandom random(11);
    Budget budget;
    budget.epsilon = 0.1;
    int at_once = 0;
    for (int i = 0; i < 200; ++i) {
      Pose pose = axis_rotation(random.below(24));
      pose.t = {random.uniform(0.6, 1.2) + random.uniform(0, size), random.uniform(-0.4, 0.4), random.uniform(-1, 1)};
      const Verdict one = judge(large, small, pose, budget), other = judge(small, large, inverse(pose), budget);
      if (one.steps > 0 || other.steps > 0) continue;
      ++at_once;
      EXPECT_EQ(one.collides, other.collides);
      EXPECT_NEAR(one.probability, other.probability, 1e-3) << "size " << size << " case " << i;
    }
    EXPECT_GT(at_once, 60) << size;
  }
}

/// Below many ratios, from the nodes that a small body is near as well as from the roots; in parts and at once.
TEST(Unlike, CertainVerdictsAreExact) {
  const IsaGuard guard;
  const Model large = Model::build(bumpy(90, 0.1));
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    for (const double size : {0.4, 0.1, 0.03, 0.002, 0.05}) {
      const Mesh triangle = {{{-1, -1, 0}, {1, -1, 0.3}, {0, 1, 0}}, {{0, 1, 2}}};
      const Model small = Model::build(scaled_by(size == 0.05 ? triangle : bumpy(30, 0.2), size));
      SoupRandom random(5);
      TimedWorkspace workspace;
      Verdict verdict;
      int hits = 0, uncertain = 0;
      const int cases = scaled(300);
      for (int i = 0; i < cases; ++i) {
        Pose pose = axis_rotation(random.below(24));
        const std::vector<Vec3>& vertices = large.mesh().vertices;
        const Vec3& at = vertices[static_cast<std::size_t>(random.below(static_cast<int>(vertices.size())))];
        const Vec3 off = random.in_cube(1.2 * size);
        pose.t = {at.x + off.x, at.y + off.y, at.z + off.z};
        const bool truth = intersects(large, small, pose), turned = random.chance(0.5);
        const Model &a = turned ? small : large, &b = turned ? large : small;
        const Pose b_in_a = turned ? inverse(pose) : pose;
        if (intersects(a, b, b_in_a) != truth) continue;  // the inverse is rounded
        Budget budget;
        budget.steps = 1 + static_cast<std::uint64_t>(random.below(6));
        if (random.chance(0.5)) budget.epsilon = 0.2;
        judge(a, b, b_in_a, verdict, budget, workspace);
        uncertain += verdict.certain ? 0 : 1;
        for (int more = 0; !verdict.certain && more < 3; ++more) {
          EXPECT_GT(verdict.penetration_bound, 0);
          resume(verdict, {.steps = 2}, workspace);
        }
        if (!verdict.certain) resume(verdict, {}, workspace);
        ASSERT_TRUE(verdict.certain);
        ASSERT_EQ(verdict.collides, truth) << isa << " size " << size << " case " << i;
        if (!truth) continue;
        ++hits;
        ASSERT_TRUE(detail::triangles_meet(detail::corners(a.mesh(), verdict.triangle_a),
                                           detail::placed_corners(b.mesh(), verdict.triangle_b, b_in_a)));
      }
      EXPECT_GT(hits, cases / 10) << size;
      EXPECT_GT(uncertain, cases / 20) << size;
    }
  }
}

/// Shapes that no weights were fitted on. Before there were weights for such pairs up to a fifth of what was said with
/// 90 % certainty was wrong.
TEST(Unlike, ErrsLessThanItMay) {
  const Model large = Model::build(bumpy(60, 0.15));
  for (const double size : {0.4, 0.2, 0.1, 0.05, 0.01}) {
    const Model small = Model::build(scaled_by(bumpy(30, 0.3), size));
    const std::vector<Pose> poses = bench::poses_at_distances(large, small, scaled(60), 3);
    TimedWorkspace workspace;
    Verdict verdict;
    Budget budget;
    budget.epsilon = 0.1;
    std::size_t wrong = 0;
    for (const Pose& pose : poses) {
      judge(large, small, pose, verdict, budget, workspace);
      wrong += verdict.collides != intersects(large, small, pose) ? 1 : 0;
    }
    EXPECT_LE(wrong, poses.size() / 20 + 2) << "size " << size << " of " << poses.size();
  }
}

/// Weights fitted by ratio are found again.
TEST(Unlike, FitsWeightsByRatio) {
  SoupRandom random(9);
  std::vector<detail::LabelledState> states;
  for (int i = 0; i < 120000; ++i) {
    const detail::PointsSeen seen = {random.uniform(-5, 4), random.uniform(-3, 5), random.uniform(-5, 3)};
    const double octaves = random.uniform(0.01, detail::kPointOctaves);
    const double told = detail::log_odds(seen, detail::weights_of(octaves).points[1]);
    states.push_back(
        {{0, 0, 0, 0, true, told}, seen, {}, 1, random.chance(detail::probability_of(told)), octaves, told});
  }
  const detail::RatioWeights found = detail::fit_weights(states);
  for (std::size_t i = 0; i < detail::kPointFeatures; ++i) {
    EXPECT_NEAR(found.at.points[1][i], detail::kUnlikeWeights.at.points[1][i], 0.15) << i;
    EXPECT_NEAR(found.per_octave.points[1][i], detail::kUnlikeWeights.per_octave.points[1][i], 0.1) << i;
  }
  EXPECT_LT(detail::reliability_of(states, {}).calibration_error, 0.01);
  EXPECT_NEAR(detail::log_odds_by(detail::kUnlikeWeights, states[0]), states[0].observed.told, 1e-9);
}

}  // namespace
}  // namespace graze::test
