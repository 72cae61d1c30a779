// SPDX-License-Identifier: Apache-2.0
// Parts whose triangles look the wrong way: a tool within them must not be outside.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "graze/error.h"
#include "verify_support.h"

namespace graze {
namespace {

using nc::check_move;
using nc::CheckedPart;
using nc::Decision;

Mesh turned(Mesh mesh, std::size_t step = 1) {
  for (std::size_t i = 0; i < mesh.triangles.size(); i += step) {
    std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
  }
  return mesh;
}

const nc::Move kWithin{{0, 0, -6}, {1, 0, -6}}, kAbove{{0, 0, 1}, {1, 0, 1}};

TEST(OrientPart, SolidsInsideOutOrMixedAreTurned) {
  const nc::ConvexPiece ball = test::ball_piece(1);
  for (const std::size_t step : {1, 2, 3, 5}) {
    const CheckedPart part(Model::build(turned(test::block_mesh(), step)));
    EXPECT_EQ(part.surface(), nc::Surface::closed);
    EXPECT_EQ(part.turned(), (12 + step - 1) / step);
    const nc::MoveCheck within = check_move(part, {&ball, 1}, kWithin);
    EXPECT_EQ(within.decision, Decision::gouge);
    EXPECT_LE(within.lower, 5 + 1e-9);
    EXPECT_GE(within.upper, 5 - 1e-9);
    EXPECT_EQ(check_move(part, {&ball, 1}, kAbove).decision, Decision::clean);
  }
  EXPECT_EQ(CheckedPart(Model::build(test::block_mesh())).turned(), 0U);
}

TEST(OrientPart, SheetsLookUp) {
  const nc::ConvexPiece ball = test::ball_piece(1);
  for (const Mesh& mesh : {test::sheet(20), turned(test::sheet(20)), turned(test::sheet(20), 2)}) {
    const CheckedPart part(Model::build(mesh));
    EXPECT_EQ(part.surface(), nc::Surface::open);
    EXPECT_EQ(check_move(part, {&ball, 1}, kWithin).decision, Decision::gouge);
    EXPECT_EQ(check_move(part, {&ball, 1}, kAbove).decision, Decision::clean);
  }
}

TEST(OrientPart, AsGivenTheBackOfASheetIsAbove) {
  const nc::ConvexPiece ball = test::ball_piece(1);
  const CheckedPart part(Model::build(turned(test::sheet(20))), nc::Surface::open, nc::Facing::as_given);
  EXPECT_EQ(part.turned(), 0U);
  EXPECT_NE(check_move(part, {&ball, 1}, kAbove).decision, Decision::clean);
  EXPECT_EQ(check_move(part, {&ball, 1}, kWithin).decision, Decision::clean);
}

TEST(OrientPart, UnderTheBorderOfASheetIsNoWayOut) {
  const CheckedPart part(Model::build(test::sheet(10)));
  // From beyond the border, 5 below, 2 mm in under it, and as far as the disc is wide away from it.
  const nc::ConvexPiece disc = test::flat_piece(3, 2), ball = test::ball_piece(7);
  const nc::Move in{{-30, 0, -5}, {-11, 0, -5}}, beside{{-30, 0, -5}, {-13, 0, -5}}, above{{-30, 0, 5}, {-8, 0, 5}};
  const nc::MoveCheck under = check_move(part, {&disc, 1}, in);
  EXPECT_EQ(under.decision, Decision::gouge);
  EXPECT_LE(under.lower, 5 + 1e-9);
  EXPECT_GE(under.upper, 5 - 1e-9);
  EXPECT_EQ(check_move(part, {&disc, 1}, beside).decision, Decision::clean);
  EXPECT_EQ(check_move(part, {&disc, 1}, above).decision, Decision::clean);
  const nc::MoveCheck round = check_move(part, {&ball, 1}, {{-30, 0, -14}, {-11, 0, -14}});
  EXPECT_NE(round.decision, Decision::clean);
  EXPECT_GE(round.upper, 7 + std::sqrt(48.0) - 1e-6);
  EXPECT_LE(round.lower, 7 + std::sqrt(48.0) + 1e-6);
}

TEST(OrientPart, OneSidedSurfacesAreRefused) {
  Mesh strip;  // Möbius': five triangles on five vertices, each joined to the next
  for (int i = 0; i < 5; ++i) {
    const double a = 1.2566370614359172 * i;
    strip.vertices.push_back({std::cos(a), std::sin(a), i % 2 != 0 ? 0.3 : -0.3});
  }
  for (std::uint32_t i = 0; i < 5; ++i) strip.triangles.push_back({i, (i + 1) % 5, (i + 2) % 5});
  EXPECT_THROW(CheckedPart(Model::build(strip)), Error);
}

TEST(OrientPart, TheReportSaysSo) {
  const std::string text = "G21 G90\nT1 M6\nG0 X0 Y0\nG1 Z-6 F100\n";
  const nc::GougeReport r = nc::verify(test::program_of(text), test::library_of(test::ball_tool(2)),
                                       test::body_of(turned(test::block_mesh())), {}, {});
  EXPECT_EQ(r.verdict, nc::GougeVerdict::findings);
  ASSERT_EQ(test::count(r, nc::FindingKind::program), 1U);
  EXPECT_NE(r.findings.back().message.find("12 of 12 triangles"), std::string::npos);
}

}  // namespace
}  // namespace graze
