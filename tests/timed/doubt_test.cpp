// SPDX-License-Identifier: Apache-2.0
// What points tell of thin and of round bodies is trusted less.
#include <gtest/gtest.h>

#include <cmath>

#include "build/priors.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/judge_state.h"

namespace graze::test {
namespace {

using detail::Sketch;

/// A ring of thin triangles.
Mesh wire(int pieces) {
  Mesh mesh;
  for (int i = 0; i < pieces; ++i) {
    const double u = 6.283185307179586 * i / pieces, v = 6.283185307179586 * (i + 1) / pieces;
    soup_detail::add(mesh, {std::cos(u), std::sin(u), 0}, {std::cos(v), std::sin(v), 0},
                     {std::cos(v), std::sin(v), 1e-3});
  }
  return mesh;
}

TEST(Points, OfWiresAreTrustedLess) {
  const Model ball = Model::build(bumpy(40, 0)), ring = Model::build(wire(400));
  EXPECT_NEAR(ball.priors().sketch.dimension, 2.2, 0.3);
  EXPECT_NEAR(ring.priors().sketch.dimension, 1, 0.4);
  EXPECT_EQ(detail::doubt_of(ball.priors().sketch, ball.priors().sketch), 0);
  const double doubt = detail::doubt_of(ball.priors().sketch, ring.priors().sketch);
  EXPECT_GT(doubt, 1);
  EXPECT_EQ(detail::doubt_of(ring.priors().sketch, ball.priors().sketch), doubt);
  detail::JudgeState state;
  detail::set_doubt({doubt}, state);
  EXPECT_EQ(detail::doubted(-5, state), doubt - 5);
  EXPECT_EQ(detail::doubted(-0.5, state), 0);  // never turns into a hit,
  EXPECT_EQ(detail::doubted(3, state), 3 - doubt / 2);
  EXPECT_EQ(detail::doubted(0.25, state), 0);  // nor into its opposite
  detail::set_doubt({}, state);
  for (const double told : {-5.0, -0.5, 0.0, 0.25, 3.0}) EXPECT_EQ(detail::doubted(told, state), told);
  detail::set_doubt({doubt}, state);

  // With much of a thin part about the other, what few places tell is doubted more.
  state.points.logs[0][1] = 2;
  EXPECT_EQ(detail::doubted(-5, state), doubt - 5);
  state.points.level = detail::Sketch::kLevels;
  EXPECT_GT(detail::doubted(-20, state), doubt - 20);
  EXPECT_LE(detail::doubted(-0.5, state), 0);
  EXPECT_EQ(detail::doubted(3, state), 3 - doubt / 2);
  state.points.logs[0][1] = 1;
  EXPECT_EQ(detail::doubted(-20, state), doubt - 20);
}

/// Balls that just miss each other have many points near each other.
TEST(Points, HitsOfRoundBodiesAreTrustedLess) {
  const auto round = [](double x, double y, double z) {
    Mesh mesh = ball_of(40, 0, [](double, double) { return 1.0; });
    for (Vec3& v : mesh.vertices) v = {x * v.x, y * v.y, z * v.z};
    return Model::build(mesh);
  };
  const Model ball = round(1, 1, 1), egg = round(1, 0.7, 0.5), bumps = Model::build(bumpy(40, 0.3));
  const Sketch &of_ball = ball.priors().sketch, &of_egg = egg.priors().sketch, &of_bumps = bumps.priors().sketch;
  // A cap h high has h/2 of a ball's surface; points count up to 1.6 spacings from its plane, half in the mean.
  const double cap = 512 * 0.5 * 1.6 * static_cast<double>(of_ball.spread[1]) * ball.hierarchy().unit / 2;
  EXPECT_NEAR(static_cast<double>(of_ball.roundness), cap, 0.1 * cap);
  EXPECT_LT(of_egg.roundness, of_ball.roundness);
  EXPECT_LT(of_bumps.roundness, 8.0f);
  EXPECT_EQ(detail::round_of(of_bumps, of_bumps), 0);
  const double doubt = detail::round_of(of_ball, of_ball);
  EXPECT_GT(doubt, 1);
  EXPECT_EQ(detail::round_of(of_ball, of_bumps), doubt / 2);
  detail::JudgeState state;
  detail::set_doubt({0, 0, doubt}, state);
  EXPECT_EQ(detail::doubted(-5, state), -5);
  EXPECT_EQ(detail::doubted(5, state), 5 - doubt);

  SoupRandom random(8);
  TimedWorkspace workspace;
  Budget budget;
  budget.epsilon = 0.1;
  int wrong = 0;
  const int poses = scaled(300);
  for (int i = 0; i < poses; ++i) {
    Pose pose = soup_detail::random_pose(random);
    const Vec3 d = random.in_cube(1);
    const double far = random.uniform(1.9995, 2) / std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    pose.t = {far * d.x, far * d.y, far * d.z};
    const bool meets = intersects(ball, ball, pose);
    wrong += judge(ball, ball, pose, budget, &workspace).collides != meets ? 1 : 0;
  }
  EXPECT_LT(wrong, poses / 4);  // three of four were taken for hits, of which few are
}

}  // namespace
}  // namespace graze::test
