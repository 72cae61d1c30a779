// SPDX-License-Identifier: Apache-2.0
// Profiles computed by hand, and numbers that describe no tool.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "graze/nc/tool.h"

namespace graze::nc {
namespace {

Body plain(double cutting_length) {
  Body body;
  body.cutting_length = cutting_length;
  return body;
}

void expect_point(const ProfilePoint& p, double r, double z) {
  EXPECT_NEAR(p.r, r, 1e-9);
  EXPECT_NEAR(p.z, z, 1e-9);
}

std::string reason(const auto& make) {
  try {
    make();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_option);
    return error.message();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

TEST(ToolProfile, Ball) {
  const Tool tool = ball_mill(6, plain(20));
  ASSERT_EQ(tool.profile.size(), 2U);
  EXPECT_TRUE(tool.profile[0].arc);
  expect_point(tool.profile[0].from, 0, 0);
  expect_point(tool.profile[0].to, 3, 3);
  expect_point(tool.profile[0].centre, 0, 3);
  expect_point(tool.profile[1].to, 3, 20);
  EXPECT_DOUBLE_EQ(radius_at(tool, 1.2), std::sqrt(9 - 1.8 * 1.8));
  EXPECT_EQ(radius_at(tool, -0.1), -1);
  EXPECT_EQ(radius_at(tool, 20.1), -1);
  EXPECT_EQ(tool.cutting_length, 20);
}

TEST(ToolProfile, FlatAndBull) {
  const Tool flat = flat_mill(10, plain(15));
  ASSERT_EQ(flat.profile.size(), 2U);
  expect_point(flat.profile[0].to, 5, 0);
  EXPECT_EQ(radius_at(flat, 0), 5);
  const Tool bull = bull_mill(10, 2, plain(15));
  ASSERT_EQ(bull.profile.size(), 3U);
  expect_point(bull.profile[0].to, 3, 0);
  expect_point(bull.profile[1].centre, 3, 2);
  expect_point(bull.profile[1].to, 5, 2);
}

// Whiteside SC64: 11 degrees included, a ball of 1/16"; its maker's Fusion library says DC = 0.0568".
TEST(ToolProfile, TaperedBallHasTheDiameterThatFusionGives) {
  const Tool ball = taper_ball_mill(1.5875, 5.5, 0, plain(20));
  ASSERT_EQ(ball.profile.size(), 2U);
  const double beta = 5.5 * std::acos(-1.0) / 180, r = 1.5875 / 2;
  expect_point(ball.profile[0].from, 0, 0);
  expect_point(ball.profile[0].centre, 0, r);
  expect_point(ball.profile[0].to, r * std::cos(beta), r - r * std::sin(beta));
  expect_point(ball.profile[1].to, r * std::cos(beta) + (20 - r + r * std::sin(beta)) * std::tan(beta), 20);
  const Tool corner = taper_mill(0.0568 * 25.4, r, 5.5, 0, plain(20));
  for (const double z : {0.1, 0.5, 3.0, 20.0}) EXPECT_NEAR(radius_at(ball, z), radius_at(corner, z), 1e-3);
}

TEST(ToolProfile, DrillAndChamfer) {
  const Tool tool = drill(10, 118, plain(40));
  ASSERT_EQ(tool.profile.size(), 2U);
  expect_point(tool.profile[0].to, 5, 5 / std::tan(59 * std::acos(-1.0) / 180));
  const Tool chamfer = chamfer_mill(12, 2, 0, 45, plain(8));
  ASSERT_EQ(chamfer.profile.size(), 3U);
  expect_point(chamfer.profile[0].to, 1, 0);
  expect_point(chamfer.profile[1].to, 6, 5);
  expect_point(chamfer.profile[2].to, 6, 8);
  const Tool cut_off = chamfer_mill(12, 0, 0, 45, plain(4));
  ASSERT_EQ(cut_off.profile.size(), 1U);
  expect_point(cut_off.profile[0].to, 4, 4);
}

TEST(ToolProfile, LollipopDovetailSlot) {
  Body body;
  body.neck_diameter = 6;
  body.neck_length = 30;
  const Tool lollipop = lollipop_mill(10, body);
  ASSERT_EQ(lollipop.profile.size(), 3U);
  expect_point(lollipop.profile[0].to, 5, 5);
  expect_point(lollipop.profile[1].to, 3, 9);
  expect_point(lollipop.profile[2].to, 3, 30);
  EXPECT_EQ(lollipop.cutting_length, 9);
  EXPECT_EQ(lollipop.profile[2].part, Part::shank);

  const Tool dovetail = dovetail_mill(20, 0, 45, plain(6));
  expect_point(dovetail.profile[0].to, 10, 0);
  expect_point(dovetail.profile[1].to, 4, 6);
  // A corner of 1: its centre is 1 from the bottom and from the side, which closes by 45 degrees.
  const Tool rounded = dovetail_mill(20, 1, 45, plain(6));
  ASSERT_EQ(rounded.profile.size(), 4U);
  expect_point(rounded.profile[1].centre, 10 - 1 - std::sqrt(2.0), 1);
  expect_point(rounded.profile[1].to, 10 - std::sqrt(2.0), 1);
  expect_point(rounded.profile[2].to, 10 - 1 - std::sqrt(0.5), 1 + std::sqrt(0.5));

  const Tool slot = slot_mill(20, 1, plain(5));
  ASSERT_EQ(slot.profile.size(), 4U);
  expect_point(slot.profile[1].centre, 9, 1);
  expect_point(slot.profile[3].centre, 9, 4);
  expect_point(slot.profile[3].to, 9, 5);
}

TEST(ToolProfile, BodyIsStacked) {
  Body body;
  body.cutting_length = 10;
  body.neck_diameter = 5;
  body.neck_length = 14;
  body.shaft = {{6, 5, 8}};
  body.shank_diameter = 8;
  body.length = 80;
  body.stick_out = 35;
  body.holder = {{20, 20, 25}, {10, 40, 40}};
  const Tool tool = flat_mill(6, body);
  EXPECT_EQ(tool.height(), 65);
  EXPECT_EQ(tool.stick_out, 35);
  EXPECT_EQ(radius_at(tool, 5), 3);
  EXPECT_EQ(radius_at(tool, 12), 2.5);
  EXPECT_EQ(radius_at(tool, 17), 3.25);
  EXPECT_EQ(radius_at(tool, 30), 4);
  EXPECT_EQ(radius_at(tool, 35), 10);
  EXPECT_EQ(radius_at(tool, 45), 11.25);
  EXPECT_EQ(radius_at(tool, 60), 20);
  for (const ProfilePiece& piece : tool.profile) {
    const double z = (piece.from.z + piece.to.z) / 2;
    if (piece.from.z == piece.to.z) continue;
    EXPECT_EQ(piece.part, z < 10 ? Part::cutting : z < 35 ? Part::shank : Part::holder);
  }
  body.shaft.push_back({100, 8, 4});  // reaches into the holder: cut off at its face
  EXPECT_EQ(flat_mill(6, body).height(), 65);
  EXPECT_NEAR(radius_at(flat_mill(6, body), 34.9999999), 4 - 2 * 0.15, 1e-6);
}

TEST(ToolProfile, AptIsCheckedNotTrusted) {
  const Tool bull = apt_tool({10, 2, 3, 2, 0, 0, 30});
  EXPECT_EQ(bull.profile.size(), 3U);
  EXPECT_EQ(bull.cutting_length, 30);
  EXPECT_EQ(radius_at(bull, 2), 5);
  EXPECT_EQ(apt_tool({10, 0, 0, 0, 0, 0, 30}).profile.size(), 2U);
  EXPECT_EQ(apt_tool({10, 0, 5, 0, 0, 0, 30}).profile.size(), 2U);
  expect_point(apt_tool({10, 0, 0, 0, 31, 0, 40}).profile[0].to, 5, 5 * std::tan(31 * std::acos(-1.0) / 180));
  // Bottom rising by 10 degrees, side leaning by 5: the corner touches both, whatever e and f are needed.
  const double a = 10 * std::acos(-1.0) / 180, b = 5 * std::acos(-1.0) / 180;
  const double s = 1 / (1 + std::sin(a + b));
  const double e = 5 - s * (std::sin(a) + std::cos(b)), f = 5 * std::tan(a) + s * (std::cos(a) + std::sin(b));
  const Tool both = apt_tool({10, 1, e, f, 10, 5, 20});
  ASSERT_EQ(both.profile.size(), 3U);
  EXPECT_NEAR(std::cos(a) * both.profile[0].to.z - std::sin(a) * both.profile[0].to.r, 0, 1e-12);
  EXPECT_NEAR((both.profile[2].to.r - both.profile[1].to.r) / (both.profile[2].to.z - both.profile[1].to.z),
              std::tan(b), 1e-12);
  EXPECT_NE(reason([&] { apt_tool({10, 1, e + 0.01, f, 10, 5, 20}); }).find("e, f"), std::string::npos);
  EXPECT_NE(reason([] { apt_tool({10, 6, -1, 6, 0, 0, 30}); }).find("at most 5"), std::string::npos);
  EXPECT_NE(reason([] { apt_tool({10, 2, 3, 2, 60, 40, 30}); }).find("no corner"), std::string::npos);
  EXPECT_NE(reason([] { apt_tool({10, 2, 3, 2, -5, 0, 30}); }).find("bottom's angle"), std::string::npos);
  EXPECT_NE(reason([] { apt_tool({10, 2, 3, 2, 0, 0, 1}); }).find("below the corner"), std::string::npos);
  EXPECT_NE(reason([] { apt_tool({10, 0, 0, 0, 0, -60, 30}); }).find("reaches the axis"), std::string::npos);
}

TEST(ToolProfile, ImpossibleNumbersAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, inf, 1e9}) {
    EXPECT_THROW(ball_mill(bad, plain(20)), Error);
    EXPECT_THROW(flat_mill(6, plain(bad)), Error);
    EXPECT_THROW(bull_mill(6, bad, plain(20)), Error);
    EXPECT_THROW(drill(6, bad, plain(20)), Error);
    EXPECT_THROW(taper_ball_mill(1, bad, 0, plain(20)), Error);
    EXPECT_THROW(slot_mill(bad, 0, plain(20)), Error);
    Body body = plain(10);
    body.shank_diameter = 6;
    body.length = bad;
    EXPECT_THROW(flat_mill(6, body), Error);
  }
  EXPECT_NE(reason([] { bull_mill(6, 4, plain(20)); }).find("at most 3"), std::string::npos);
  EXPECT_NE(reason([] { ball_mill(6, plain(2)); }).find("below the corner"), std::string::npos);
  EXPECT_NE(reason([] { drill(6, 20, plain(5)); }).find("below the point"), std::string::npos);
  EXPECT_NE(reason([] { chamfer_mill(3, 4, 0, 45, plain(5)); }).find("tip's diameter"), std::string::npos);
  EXPECT_NE(reason([] { lollipop_mill(6, {}); }).find("thinner"), std::string::npos);
  EXPECT_NE(reason([] { slot_mill(20, 3, plain(5)); }).find("corner radius"), std::string::npos);
  Body body = plain(10);
  body.holder = {{20, 20, 20}};
  EXPECT_NE(reason([&] { flat_mill(6, body); }).find("stick-out"), std::string::npos);
  body.stick_out = 30;
  EXPECT_NE(reason([&] { flat_mill(6, body); }).find("nothing is known"), std::string::npos);
  body.shank_diameter = 6;
  EXPECT_EQ(flat_mill(6, body).height(), 50);
  body.stick_out = 9;
  EXPECT_NE(reason([&] { flat_mill(6, body); }).find("less than the cutting length"), std::string::npos);
}

TEST(ToolProfile, ProfilesAreValidated) {
  using Pieces = std::vector<ProfilePiece>;
  const ProfilePiece bottom{Part::cutting, {0, 0}, {3, 0}, false, {}}, side{Part::cutting, {3, 0}, {3, 9}, false, {}};
  EXPECT_EQ(profile_tool({bottom, side}).cutting_length, 9);
  const auto why = [](const Pieces& pieces) { return reason([&] { profile_tool(pieces); }); };
  EXPECT_NE(why({}).find("empty"), std::string::npos);
  EXPECT_NE(why({side}).find("piece 1 of the profile does not start at the tip"), std::string::npos);
  EXPECT_NE(why({bottom, {Part::cutting, {3, 1}, {3, 9}, false, {}}}).find("piece 2"), std::string::npos);
  EXPECT_NE(why({bottom}).find("no height"), std::string::npos);
  EXPECT_NE(why({bottom, side, {Part::cutting, {3, 9}, {3, 8}, false, {}}}).find("goes down"), std::string::npos);
  EXPECT_NE(why({{Part::shank, {0, 0}, {3, 0}, false, {}}, side}).find("further down"), std::string::npos);
  EXPECT_NE(why({{Part::cutting, {0, 0}, {3, 3}, true, {3, 0}}}).find("outward"), std::string::npos);
  EXPECT_NE(why({{Part::cutting, {0, 0}, {3, 4}, true, {0, 3}}}).find("not as far"), std::string::npos);
  EXPECT_NE(why({{Part::cutting, {0, 0}, {0, 6}, true, {0, 3}}}).find("centre's height"), std::string::npos);
}

}  // namespace
}  // namespace graze::nc
