// SPDX-License-Identifier: Apache-2.0
// Depths that can be worked out by hand.
#include <gtest/gtest.h>

#include <stdexcept>

#include "graze/error.h"
#include "nc/check_shapes.h"

namespace graze::test {
namespace {

using nc::check_move;
using nc::CheckedPart;
using nc::CheckOptions;
using nc::Decision;

constexpr double kPi = 3.14159265358979323846;

CheckOptions with_tolerance(double tolerance, double stock = 0) {
  CheckOptions options;
  options.tolerance = tolerance;
  options.stock = stock;
  return options;
}

void expect_depth(const nc::MoveCheck& check, double depth, double slack) {
  EXPECT_LE(check.lower, depth + 1e-9);
  EXPECT_GE(check.upper, depth - 1e-9);
  EXPECT_LE(check.upper - check.lower, slack);
}

TEST(CheckClosedForm, AllToolsOverAPlane) {
  const CheckedPart part(Model::build(sheet(50)), nc::Surface::open);
  for (const nc::ConvexPiece& piece : {ball_piece(3), long_ball_piece(3, 20), flat_piece(3, 20), bull_piece(3, 1, 20),
                                       taper_piece(0.5, 2, 20), cone_piece(3, 3)}) {
    for (const double depth : {0.004, 0.011, 0.3, -0.004}) {
      // The deepest of the way is its end.
      const nc::MoveCheck check = check_move(part, {&piece, 1}, {{-5, 1, 0.5}, {5, 2, -depth}}, with_tolerance(0.01));
      expect_depth(check, depth, 1.1e-3);
      EXPECT_EQ(check.decision, depth > 0.01 ? Decision::gouge : Decision::clean);
      EXPECT_NEAR(check.t, 1, 0.05);
      EXPECT_LT(check.triangle, 2u);
      if (depth <= 0.01) continue;
      EXPECT_GE(check.raise, depth - 1e-9);
      EXPECT_LE(check.raise, depth + 2e-3);
    }
  }
}

TEST(CheckClosedForm, SlopesAreCutByTheirNormal) {
  for (const double degrees : {10.0, 30.0, 60.0, 80.0}) {
    const double a = degrees * kPi / 180;
    const CheckedPart part(Model::build(sheet(50, a)), nc::Surface::open);
    const double depth = 0.05;
    // The plane's normal is (-sin a, 0, cos a). A ball's centre, and the lowest point of a flat end's rim along it.
    const nc::ConvexPiece ball = ball_piece(2), flat = flat_piece(2, 30), bull = bull_piece(2, 0.5, 30);
    const double ball_z = (2 - depth) / std::cos(a) - 2, flat_z = (2 * std::sin(a) - depth) / std::cos(a);
    const double bull_z = (0.5 + 1.5 * std::sin(a) - depth) / std::cos(a) - 0.5;
    expect_depth(check_move(part, {&ball, 1}, {{0, -1, ball_z}, {0, 1, ball_z}}), depth, 1e-8);
    expect_depth(check_move(part, {&flat, 1}, {{0, -1, flat_z}, {0, 1, flat_z}}), depth, 1.1e-3);
    expect_depth(check_move(part, {&bull, 1}, {{0, -1, bull_z}, {0, 1, bull_z}}), depth, 1.1e-3);
    // Raised, it must go the longer way up.
    EXPECT_NEAR(check_move(part, {&ball, 1}, {{0, -1, ball_z}, {0, 1, ball_z}}).raise, depth / std::cos(a), 2e-3);
  }
}

TEST(CheckClosedForm, AnEdgeIsCutLessThanItsDistanceSays) {
  const CheckedPart part(Model::build(box_mesh({-20, -20, -20}, {20, 20, 0})));
  ASSERT_EQ(part.surface(), nc::Surface::closed);
  // The centre lies before the edge (20, y, 0), on the bisector: what the ball takes away is (r - d) / sqrt(2) deep.
  const double r = 2, d = 1.96, depth = (r - d) / std::sqrt(2.0);
  const Vec3 tip{20 + d / std::sqrt(2.0), 0, d / std::sqrt(2.0) - r};
  const nc::ConvexPiece ball = ball_piece(r);
  for (const double factor : {0.5, 0.9, 0.98, 1.02, 1.1, 1.3, 1.5}) {
    const nc::MoveCheck check =
        check_move(part, {&ball, 1}, {{tip.x, -1, tip.z}, {tip.x, 1, tip.z}}, with_tolerance(factor * depth));
    EXPECT_EQ(check.decision, factor < 1 ? Decision::gouge : Decision::clean) << factor;
    EXPECT_LE(check.lower, depth + 1e-9);
    EXPECT_GE(check.upper, depth - 1e-9);
  }
}

TEST(CheckClosedForm, WallsAreCutSideways) {
  const CheckedPart part(Model::build(box_mesh({0, -20, -20}, {20, 20, 20})));
  const nc::ConvexPiece flat = flat_piece(3, 10), ball = long_ball_piece(3, 30), bull = bull_piece(3, 1, 30);
  for (const nc::ConvexPiece& piece : {flat, ball, bull}) {
    const nc::MoveCheck check = check_move(part, {&piece, 1}, {{-2.95, -1, 1}, {-2.95, 1, 1}});
    expect_depth(check, 0.05, 1.1e-3);
    EXPECT_EQ(check.decision, Decision::gouge);
    EXPECT_GE(check.raise, 18);  // out of the wall, upward
  }
}

TEST(CheckClosedForm, AToolInsideThePartIsFound) {
  const CheckedPart part(Model::build(box_mesh({-50, -50, -50}, {50, 50, 50})));
  for (const nc::ConvexPiece& piece :
       {ball_piece(1), flat_piece(1, 4), bull_piece(1, 0.25, 4), taper_piece(0.2, 1, 5)}) {
    const nc::MoveCheck check = check_move(part, {&piece, 1}, {{-10, 3, -4}, {10, -3, 5}});
    EXPECT_EQ(check.decision, Decision::gouge);
    EXPECT_GE(check.lower, 35);
    EXPECT_LE(check.lower, check.upper);
    EXPECT_GE(check.raise, 54);
    EXPECT_LE(check.raise, 55);
  }
}

TEST(CheckClosedForm, ASphereOfTriangles) {
  Mesh mesh;
  constexpr int kRings = 60, kAround = 120;
  for (int i = 0; i <= kRings; ++i) {
    for (int k = 0; k < kAround; ++k) {
      const double a = kPi * i / kRings, b = 2 * kPi * k / kAround;
      mesh.vertices.push_back({10 * std::sin(a) * std::cos(b), 10 * std::sin(a) * std::sin(b), 10 * std::cos(a)});
    }
  }
  for (std::uint32_t i = 0; i < kRings; ++i) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t n = (k + 1) % kAround, a = i * kAround + k, b = i * kAround + n, c = a + kAround,
                          d = b + kAround;
      mesh.triangles.push_back({a, c, d});
      mesh.triangles.push_back({a, d, b});
    }
  }
  const CheckedPart part(Model::build(mesh), nc::Surface::open);
  const double flatness = 10 * (1 - std::cos(kPi / kRings));  // of the mesh, more than
  const nc::ConvexPiece ball = ball_piece(3);
  for (int i = 0; i < 20; ++i) {
    const double a = 1.3 * i / 20, b = 0.7 * i, out = 13 - 0.1;
    const Vec3 tip{out * std::sin(a) * std::cos(b), out * std::sin(a) * std::sin(b), out * std::cos(a) - 3};
    const nc::MoveCheck check = check_move(part, {&ball, 1}, {tip, tip});
    EXPECT_LE(check.lower, 0.1);
    EXPECT_GE(check.upper, 0.1 - flatness);
    EXPECT_LE(check.upper, 0.1 + 1e-6);  // at the poles are triangles without an area
    EXPECT_GE(check.lower, 0.1 - 2 * flatness);
  }
}

TEST(CheckClosedForm, StockIsLeftOrTaken) {
  const CheckedPart part(Model::build(sheet(50)), nc::Surface::open);
  const nc::ConvexPiece ball = ball_piece(3), flat = flat_piece(3, 10);
  for (const nc::ConvexPiece& piece : {ball, flat}) {
    const auto outcome = [&](double height, double stock) {
      return check_move(part, {&piece, 1}, {{0, 0, height}, {5, 0, height}}, with_tolerance(0.01, stock)).decision;
    };
    EXPECT_EQ(outcome(0.3, 0.3), Decision::clean);
    EXPECT_EQ(outcome(0.28, 0.3), Decision::gouge);
    EXPECT_EQ(outcome(-0.3, -0.3), Decision::clean);
    EXPECT_EQ(outcome(-0.32, -0.3), Decision::gouge);
  }
}

TEST(CheckClosedForm, BeyondTheBorderOfASheetIsNoPart) {
  const CheckedPart part(Model::build(sheet(5)), nc::Surface::open);
  const nc::ConvexPiece ball = ball_piece(1);
  EXPECT_EQ(check_move(part, {&ball, 1}, {{8, 0, -3}, {8, 3, -3}}).decision, Decision::clean);
  EXPECT_EQ(check_move(part, {&ball, 1}, {{0, 0, -3}, {0, 3, -3}}).decision, Decision::gouge);
}

TEST(CheckClosedForm, LongMovesAreCheckedToTheirEnds) {
  const CheckedPart part(Model::build(sheet(400)), nc::Surface::open);
  const nc::ConvexPiece ball = ball_piece(0.5);
  const nc::MoveCheck check = check_move(part, {&ball, 1}, {{-300, 0, 30}, {300, 0, -0.02}});
  expect_depth(check, 0.02, 1e-8);
  EXPECT_NEAR(check.t, 1, 1e-3);
}

TEST(CheckClosedForm, RefusesWhatCannotBe) {
  const CheckedPart part(Model::build(sheet(5)), nc::Surface::open);
  const nc::ConvexPiece ball = ball_piece(1), bad = {nc::Part::cutting, 2, 1, 1, 1, 0};
  EXPECT_THROW(check_move(part, {}, {}), std::invalid_argument);
  EXPECT_THROW(check_move(part, {&bad, 1}, {}), std::invalid_argument);
  EXPECT_THROW(check_move(part, {&ball, 1}, {{NAN, 0, 0}, {}}), std::invalid_argument);
  EXPECT_THROW(check_move(part, {&ball, 1}, {}, with_tolerance(0)), std::invalid_argument);
  EXPECT_THROW(CheckedPart(Model::build(sheet(5)), nc::Surface::closed), Error);
}

}  // namespace
}  // namespace graze::test
