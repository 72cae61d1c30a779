// SPDX-License-Identifier: Apache-2.0
// Tools that turn: depths known by formula.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/nc/turning.h"
#include "nc/check_shapes.h"

namespace graze::test {
namespace {

using nc::check_turning;
using nc::Decision;
using nc::Interpolation;
using nc::TurningCheck;
using nc::TurningMove;
using nc::TurningPart;

constexpr double kDegree = 3.14159265358979323846 / 180;

TurningMove tcp_move(const Vec3& from, const Vec3& to, std::array<double, 3> abc0, std::array<double, 3> abc1) {
  TurningMove move;
  move.start.value = {from.x, from.y, from.z, abc0[0], abc0[1], abc0[2]};
  move.end.value = {to.x, to.y, to.z, abc1[0], abc1[1], abc1[2]};
  move.start.known = move.end.known = 63;
  move.interpolation = Interpolation::tcp;
  return move;
}

TurningCheck check_one(const TurningPart& part, const nc::ConvexPiece& piece, const TurningMove& move,
                       const char* machine = "xyzbc-head", double tolerance = 0.01) {
  nc::TurningOptions options;
  options.tolerance = tolerance;
  return check_turning(part, nc::machine_preset(machine), {&piece, 1}, {&move, 1}, options)[0];
}

void expect_depth(const TurningCheck& check, double depth, double within) {
  EXPECT_LE(check.lower, depth + 1e-9);
  EXPECT_GE(check.upper, depth - 1e-9);
  EXPECT_GE(check.lower, depth - within);
  EXPECT_LE(check.upper, depth + within);
}

TurningPart wall(double x) { return TurningPart(Model::build(box_mesh({x, -50, -50}, {x + 40, 50, 50}))); }

TEST(Turning, TheSideOfAFlatMillTiltsIntoAWall) {
  // The rim of the top is at L sin b + r cos b.
  const double r = 3, l = 20;
  const nc::ConvexPiece flat = flat_piece(r, l);
  for (const double d : {7.0, 9.5}) {
    const double b1 = 20;
    const double depth = l * std::sin(b1 * kDegree) + r * std::cos(b1 * kDegree) - d;
    const TurningCheck check = check_one(wall(d), flat, tcp_move({}, {}, {}, {0, b1, 0}));
    EXPECT_EQ(check.decision, Decision::gouge);
    expect_depth(check, depth, 0.002);
    EXPECT_NEAR(check.t, 1, 1e-3);
  }
  // Clear by a hundredth, and a hundredth too deep.
  const double at = l * std::sin(10 * kDegree) + r * std::cos(10 * kDegree);
  EXPECT_EQ(check_one(wall(at + 0.01), flat, tcp_move({}, {}, {}, {0, 10, 0})).decision, Decision::clean);
  EXPECT_EQ(check_one(wall(at - 0.009), flat, tcp_move({}, {}, {}, {0, 10, 0})).decision, Decision::clean);
  EXPECT_EQ(check_one(wall(at - 0.011), flat, tcp_move({}, {}, {}, {0, 10, 0})).decision, Decision::gouge);
}

TEST(Turning, TheDeepestPoseIsWithinTheMotion) {
  // A short, wide tool is widest where tan b = L / r.
  const double r = 3, l = 2, most = std::hypot(r, l);
  const TurningCheck check = check_one(wall(3.4), flat_piece(r, l), tcp_move({}, {}, {}, {0, 60, 0}));
  EXPECT_EQ(check.decision, Decision::gouge);
  expect_depth(check, most - 3.4, 0.002);
  EXPECT_NEAR(check.t, std::atan2(l, r) / (60 * kDegree), 0.03);
  EXPECT_EQ(check_one(wall(most - 0.008), flat_piece(r, l), tcp_move({}, {}, {}, {0, 60, 0})).decision,
            Decision::clean);
  EXPECT_EQ(check_one(wall(most - 0.012), flat_piece(r, l), tcp_move({}, {}, {}, {0, 60, 0})).decision,
            Decision::gouge);
}

TEST(Turning, ABallAboutItsCentreDoesNotCareForTheOrientation) {
  const nc::ConvexPiece ball{nc::Part::cutting, 0, 0, 0, 0, 2};
  const TurningPart part = wall(2.5);
  for (const double dx : {0.0, 0.4, 0.505, 0.52, 1.5, 3.5}) {
    const nc::MoveCheck straight = check_move(part.part(), {&ball, 1}, {{-1, 0, 0}, {dx, 1, 2}});
    const TurningCheck turning = check_one(part, ball, tcp_move({-1, 0, 0}, {dx, 1, 2}, {0, 30, -70}, {0, -50, 200}));
    EXPECT_EQ(straight.decision, turning.decision) << dx;
    if (dx > 0.4) expect_depth(turning, dx - 0.5, 2e-3);
  }
}

TEST(Turning, ACylinderAboutItsAxis) {
  const nc::ConvexPiece flat = flat_piece(2, 30);
  for (const double depth : {-0.5, 0.005, 0.02, 0.3}) {
    const TurningCheck check = check_one(wall(2 - depth), flat, tcp_move({}, {}, {}, {0, 0, 170}));
    EXPECT_EQ(check.decision, depth > 0.01 ? Decision::gouge : Decision::clean) << depth;
    if (depth > -0.01) expect_depth(check, depth, 1e-3);
    EXPECT_EQ(check.poses, 1U);
  }
}

TEST(Turning, ATableTurnsThePartBelowTheTool) {
  // Machine mode: the tip stands at (10, 0, 5); the part, a bar from x = 0 to 10 at z < 4.9, is turned below it by C.
  const TurningPart bar(Model::build(box_mesh({0, -1, 0}, {10, 1, 4.9})));
  const nc::ConvexPiece ball = ball_piece(1);
  TurningMove move = tcp_move({9, 0, 4.7}, {9, 0, 4.7}, {}, {0, 0, 90});
  move.interpolation = Interpolation::machine;
  // At 0 it stands over the bar, 0.2 deep; then it leaves.
  TurningCheck check = check_one(bar, ball, move, "xyzac-trt");
  EXPECT_EQ(check.decision, Decision::gouge);
  expect_depth(check, 0.2, 2e-3);
  move.start.value[5] = 20;  // |y| = 9 sin 20 > 3
  EXPECT_EQ(check_one(bar, ball, move, "xyzac-trt").decision, Decision::clean);
  move.end.value[5] = 340;  // stops short of the bar again: y = -9 sin 20
  EXPECT_EQ(check_one(bar, ball, move, "xyzac-trt").decision, Decision::clean);
  move.end.value[5] = 360;
  EXPECT_EQ(check_one(bar, ball, move, "xyzac-trt").decision, Decision::gouge);
  move.start.value[5] = 170;  // all of a turn, over the bar in between: at 360
  move.end.value[5] = 530;
  check = check_one(bar, ball, move, "xyzac-trt");
  EXPECT_EQ(check.decision, Decision::gouge);
  expect_depth(check, 0.2, 3e-3);
}

TEST(Turning, ACoreDeepInsideIsFound) {
  const TurningPart part(Model::build(box_mesh({-50, -50, -50}, {50, 50, 50})));
  for (const nc::ConvexPiece& piece : {ball_piece(1), flat_piece(1, 5), long_ball_piece(1, 6)}) {
    const TurningCheck check = check_one(part, piece, tcp_move({1, 2, 3}, {4, 2, 3}, {0, 10, 20}, {0, 40, 50}));
    EXPECT_EQ(check.decision, Decision::gouge);
    EXPECT_GT(check.lower, 40);
    EXPECT_LE(check.upper, 50 + 1e-9);
    EXPECT_NE(check.triangle, kNoTriangle);
  }
}

TEST(Turning, SheetsHaveAnUpSide) {
  const TurningPart part(Model::build(sheet(30)), nc::Surface::open);
  const nc::ConvexPiece ball{nc::Part::cutting, 0, 0, 0, 0, 2};
  for (const double depth : {-1.0, 0.005, 0.02, 1.0, 2.5}) {
    const TurningCheck check =
        check_one(part, ball, tcp_move({-3, 0, 2 - depth}, {3, 0, 2 - depth}, {0, 10, 0}, {0, -40, 0}));
    EXPECT_EQ(check.decision, depth > 0.01 ? Decision::gouge : Decision::clean) << depth;
    if (depth > 0) expect_depth(check, depth, 0.003 * std::max(1.0, depth));
  }
}

TEST(Turning, TheBudgetEndsInUndecidedNeverInClean) {
  const double r = 3, l = 2, most = std::hypot(r, l);
  nc::TurningOptions options;
  options.most_poses = 1;
  const nc::ConvexPiece flat = flat_piece(r, l);
  const TurningMove move = tcp_move({}, {}, {}, {0, 60, 0});
  const TurningCheck check =
      check_turning(wall(most - 0.008), nc::machine_preset("xyzbc-head"), {&flat, 1}, {&move, 1}, options)[0];
  EXPECT_EQ(check.decision, Decision::undecided);
  EXPECT_GE(check.upper, 0.008);
}

TEST(Turning, RefusesBadQuestions) {
  const TurningPart part = wall(5);
  const nc::ConvexPiece flat = flat_piece(1, 5);
  TurningMove move = tcp_move({}, {}, {}, {0, 10, 0});
  move.interpolation = Interpolation::machine;
  EXPECT_THROW(check_one(part, flat, move), std::invalid_argument);  // no gauge length
  move = tcp_move({}, {}, {0, 0, 0}, {0, 180, 0});
  move.interpolation = Interpolation::tcp_slerp;
  EXPECT_THROW(check_one(part, flat, move), std::invalid_argument);
  move.start.forget(2);
  EXPECT_THROW(check_one(part, flat, move), std::invalid_argument);
  EXPECT_THROW(check_one(part, flat, tcp_move({}, {}, {}, {0, 10, 0}), "xyzbc-head", 0), std::invalid_argument);
}

}  // namespace
}  // namespace graze::test
