// SPDX-License-Identifier: Apache-2.0
// From a program to a verdict: closed forms through the whole chain, and what must never be called clean.
#include <gtest/gtest.h>

#include "verify_support.h"

namespace graze {
namespace {

using nc::FindingKind;
using nc::GougeReport;
using nc::GougeVerdict;
using test::ball_tool;
using test::body_of;
using test::count;
using test::flat_tool;
using test::library_of;
using test::program_of;
using test::verify_text;

TEST(Verify, TheLeastToleranceIsOneNanometre) {
  nc::VerifyOptions options;
  options.tolerance = 1e-6;
  const auto at = [&](const std::string& z) {
    return verify_text("G0 X0 Y0\nG1 Z" + z + " F100\n", library_of(ball_tool(6)), test::block_mesh(), options).verdict;
  };
  EXPECT_EQ(at("-0.0000009"), GougeVerdict::clean);
  EXPECT_EQ(at("-0.0000011"), GougeVerdict::findings);
}

TEST(Verify, ARapidMayGoWhereTheStockIsNegative) {
  nc::VerifyOptions options;
  options.stock = -0.2;
  EXPECT_EQ(verify_text("G0 X0 Y0\nZ-0.15\n", library_of(flat_tool(6)), test::block_mesh(), options).verdict,
            GougeVerdict::clean);
}

TEST(Verify, DepthOfAFlatCutIsExact) {
  const GougeReport r = verify_text("G0 X-10 Y0\nG1 Z-0.05 F100\nX10\nG0 Z50\n", library_of(flat_tool(6)));
  EXPECT_EQ(r.verdict, GougeVerdict::findings);
  ASSERT_EQ(r.findings.size(), 1U);
  const nc::Finding& f = r.findings[0];
  EXPECT_EQ(f.kind, FindingKind::gouge_cutter);
  EXPECT_LE(f.lower, 0.05 + 1e-9);
  EXPECT_GE(f.upper, 0.05 - 1e-9);
  EXPECT_LT(f.upper - f.lower, 0.0021);
  EXPECT_GE(f.raise, 0.05 - 1e-9);
  EXPECT_LT(f.raise, 0.06);
  EXPECT_EQ(f.first.line, 4U);
  EXPECT_EQ(f.last.line, 6U);
  EXPECT_EQ(f.motions, 3U);
  EXPECT_EQ(r.gouging, 3U);
  EXPECT_EQ(r.clean, r.motions - 3);
}

TEST(Verify, TouchingIsCleanAndTwentyMicrometresBeyondTheToleranceAreNot) {
  const nc::ToolLibrary tools = library_of(ball_tool(6));
  EXPECT_EQ(verify_text("G0 X-10 Y0\nG1 Z0 F100\nX10\nG0 Z50\n", tools).verdict, GougeVerdict::clean);
  EXPECT_EQ(verify_text("G0 X-10 Y0\nG1 Z-.009 F100\nX10\nG0 Z50\n", tools).verdict, GougeVerdict::clean);
  EXPECT_EQ(verify_text("G0 X-10 Y0\nG1 Z-.030 F100\nX10\nG0 Z50\n", tools).verdict, GougeVerdict::findings);
}

TEST(Verify, StockToLeaveShiftsWhatIsAllowedForAllOrForOneTool) {
  const nc::ToolLibrary tools = library_of(ball_tool(6));
  const std::string text = "G0 X-10 Y0\nG1 Z0.2 F100\nX10\nG0 Z50\n";
  nc::VerifyOptions options;
  options.stock = 0.2;
  EXPECT_EQ(verify_text(text, tools, test::block_mesh(), options).verdict, GougeVerdict::clean);
  options.stock = 0.23;
  EXPECT_EQ(verify_text(text, tools, test::block_mesh(), options).verdict, GougeVerdict::findings);
  options.tool_stock[1] = -0.1;
  EXPECT_EQ(verify_text("G0 X-10 Y0\nG1 Z-0.1 F100\nX10\nG0 Z50\n", tools, test::block_mesh(), options).verdict,
            GougeVerdict::clean);
}

// A ball on an arc of radius 10 about a prism of 24 sides, radius 7 at the corners: as near as the chords allow.
TEST(Verify, ArcsAboutACylinderAreCleanAsFarAsTheyAre) {
  Mesh mesh;
  const int sides = 24;
  for (int k = 0; k < sides; ++k) {
    const double a = 2 * M_PI * k / sides;
    mesh.vertices.push_back({7 * std::cos(a), 7 * std::sin(a), -10});
    mesh.vertices.push_back({7 * std::cos(a), 7 * std::sin(a), 10});
  }
  mesh.vertices.push_back({0, 0, -10});
  mesh.vertices.push_back({0, 0, 10});
  for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(sides); ++k) {
    const std::uint32_t a = 2 * k, b = 2 * ((k + 1) % sides);
    mesh.triangles.insert(mesh.triangles.end(),
                          {{a, b, b + 1}, {a, b + 1, a + 1}, {2 * sides, b, a}, {2 * sides + 1, a + 1, b + 1}});
  }
  const auto about = [](double radius, const char* end) {
    const std::string r = std::to_string(radius);
    return "G0 X" + r + " Y0\nZ-5\nG3 X" + r + " Y0 I-" + r + " J0 F100" + end + "\nG0 Z50\n";
  };
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  EXPECT_EQ(verify_text(about(10.001, ""), tools, mesh).verdict, GougeVerdict::clean);
  EXPECT_EQ(verify_text(about(9.995, ""), tools, mesh).verdict, GougeVerdict::clean) << "5 um, of 10 allowed";
  EXPECT_EQ(verify_text(about(10.001, " Z-8 P3"), tools, mesh).verdict, GougeVerdict::clean)
      << "a helix of three turns";
  const GougeReport r = verify_text(about(9.97, ""), tools, mesh);
  EXPECT_EQ(r.verdict, GougeVerdict::findings);
  ASSERT_FALSE(r.findings.empty());
  EXPECT_LE(r.findings[0].lower, 0.03);
  EXPECT_GE(r.findings[0].upper, 0.03 - 1e-9);
  EXPECT_LT(r.findings[0].upper, 0.1);
  EXPECT_EQ(r.undecided, 0U);
}

TEST(Verify, APocketsCornerArcThatCutsTheWallIsFoundThoughItsEndsAreClean) {
  // Around the block's corner at a distance of its radius: the arc bulges outward, its chord would cut the corner.
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const std::string clean = "G0 X23 Y20\nZ-5\nG3 X20 Y23 I-3 J0 F100\nG0 Z50\n";
  EXPECT_EQ(verify_text(clean, tools).verdict, GougeVerdict::clean);
  const std::string wrong_way =
      "G0 X23 Y20\nZ-5\nG2 X20 Y23 I0 J3 F100\nG0 Z50\n";  // bulges inward: sqrt(18) - 3 - ...
  const GougeReport r = verify_text(wrong_way, tools);
  EXPECT_EQ(r.verdict, GougeVerdict::findings);
  ASSERT_FALSE(r.findings.empty());
  EXPECT_EQ(r.findings[0].place.line, 5U);
}

TEST(Verify, ShankAndHolderHaveTheirOwnKinds) {
  nc::Body body;
  body.cutting_length = 4;
  body.shank_diameter = 8;
  body.stick_out = 12;
  body.holder = {{20, 30, 30}};
  const nc::ToolLibrary tools = library_of(nc::flat_mill(4, body));
  Mesh mesh = test::box_mesh({-20, -20, -10}, {0, 20, 0});
  // Beside the wall at x = 0: the cutter at 2 mm is clean, the shank of radius 4 is not once it is 4 mm deep.
  EXPECT_EQ(verify_text("G0 X2 Y0\nG1 Z-3.9 F100\nG0 Z50\n", tools, mesh).verdict, GougeVerdict::clean);
  const GougeReport shank = verify_text("G0 X2 Y0\nG1 Z-6 F100\nG0 Z50\n", tools, mesh);
  EXPECT_EQ(count(shank, FindingKind::gouge_shank), 1U);
  EXPECT_EQ(count(shank, FindingKind::gouge_cutter), 0U);
  EXPECT_NEAR(shank.findings[0].upper, 2, 0.01);
  const GougeReport holder = verify_text("G0 X10 Y0\nG1 Z-13 F100\nG0 Z50\n", tools, mesh);
  EXPECT_EQ(count(holder, FindingKind::gouge_holder), 1U);
  EXPECT_EQ(holder.findings.size(), 1U);
  EXPECT_NEAR(holder.findings[0].upper, 1, 0.01);
}

TEST(Verify, ClearancesOfRapidsAndFixtures) {
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  nc::VerifyOptions options;
  options.clearance = 2;
  const std::string rapid = "G0 X-10 Y0\nZ1\nX10\nG0 Z50\n";
  const GougeReport near = verify_text(rapid, tools, test::block_mesh(), options);
  EXPECT_EQ(near.verdict, GougeVerdict::findings);
  ASSERT_EQ(near.findings.size(), 1U);
  EXPECT_EQ(near.findings[0].kind, FindingKind::near_miss);
  EXPECT_NEAR(near.findings[0].upper, -1, 0.01);
  EXPECT_EQ(near.findings[0].last.line, 5U) << "retracting is no miss";
  options.clearance = 0.9;
  EXPECT_EQ(verify_text(rapid, tools, test::block_mesh(), options).verdict, GougeVerdict::clean);

  options = {};
  const std::vector<nc::CheckedBody> clamp = {body_of(test::box_mesh({5, -5, 0}, {9, 5, 8}), "clamp")};
  const auto with_clamp = [&](double clearance) {
    options.fixture_clearance = clearance;
    return nc::verify(program_of(test::kVerifyHead + "G0 X0 Y0\nG1 Z1 F100\nG0 Z50\n"), tools,
                      body_of(test::block_mesh()), clamp, options);
  };
  EXPECT_EQ(with_clamp(1.9).verdict, GougeVerdict::clean);
  const GougeReport close = with_clamp(2.1);
  EXPECT_EQ(close.verdict, GougeVerdict::findings);
  EXPECT_EQ(close.findings[0].kind, FindingKind::fixture);
  EXPECT_EQ(close.findings[0].body, 1U);
  EXPECT_NEAR(close.findings[0].upper, -2, 0.01);
}

TEST(Verify, ADoglegHitsWhatAStraightRapidMisses) {
  const nc::ToolLibrary tools = library_of(flat_tool(2));
  const Mesh post = test::box_mesh({18, 18, 0}, {22, 22, 20});
  const std::string text = "G0 Z5\nG0 X60 Y20\nG0 Z50\n";  // straight: y is 6.7 at x = 20; dogleg: by way of (20, 20)
  nc::VerifyOptions options;
  EXPECT_EQ(verify_text(text, tools, post, options).verdict, GougeVerdict::clean);
  options.rapid = nc::RapidPath::dogleg;
  EXPECT_EQ(verify_text(text, tools, post, options).verdict, GougeVerdict::findings);
  options.rapid = nc::RapidPath::both;
  EXPECT_EQ(verify_text(text, tools, post, options).verdict, GougeVerdict::findings);
  options.rapid_rates = {10, 1, 1};  // x arrives before y reaches the post
  EXPECT_EQ(verify_text(text, tools, post, options).verdict, GougeVerdict::clean);
}

TEST(Verify, WhatIsNotKnownIsNeverClean) {
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const Mesh mesh = test::block_mesh();
  const nc::Options nowhere;
  const GougeReport unknown = verify_text("G0 X0 Y0\nG0 Z5\nX1\n", tools, mesh, {}, nowhere);
  EXPECT_EQ(unknown.verdict, GougeVerdict::not_verified);
  EXPECT_EQ(unknown.unchecked, 2U);
  EXPECT_EQ(count(unknown, FindingKind::unchecked), 1U);
  nc::VerifyOptions clear;
  clear.starts_clear = true;
  EXPECT_EQ(verify_text("G0 X0 Y0\nG0 Z5\nX1\n", tools, mesh, clear, nowhere).verdict, GougeVerdict::clean);
  EXPECT_EQ(verify_text("G0 Z-5\nX1 Y0\n", tools, mesh, clear, nowhere).verdict, GougeVerdict::not_verified);

  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nT2 M6\nG0 X1\n", tools).verdict, GougeVerdict::not_verified) << "no tool 2";
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nA10\n", tools).verdict, GougeVerdict::not_verified) << "rotary";
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nG41 D1 X5\n", tools).verdict, GougeVerdict::not_verified) << "unsupported";
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nX1 X2\n", tools).verdict, GougeVerdict::not_verified) << "syntax";
  // A gouge in a program that is not whole stays "not verified".
  nc::VerifyOptions partial;
  partial.partial = true;
  const GougeReport both = verify_text("G0 X0 Y0\nG1 Z-1 F100\nG0 Z5\nG41 D1\n", tools, mesh, partial);
  EXPECT_EQ(both.verdict, GougeVerdict::not_verified);
  EXPECT_EQ(count(both, FindingKind::gouge_cutter), 1U);
  EXPECT_GE(count(both, FindingKind::program), 1U);
}

TEST(Verify, AReferencePointIsAboveEverythingAndThatIsTold) {
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const GougeReport r = verify_text("G0 X0 Y0 Z5\nG91 G28 Z0\nG90 X10\nG0 Z5\nM30\n", tools);
  EXPECT_EQ(r.verdict, GougeVerdict::clean) << r.proved;
  EXPECT_NE(r.proved.find("above everything"), std::string::npos);
  EXPECT_EQ(count(r, FindingKind::program), 1U);
  EXPECT_EQ(verify_text("G0 X0 Y0 Z50\nG43 H1 Z5\nX1\n", tools).verdict, GougeVerdict::clean)
      << "a length that is not known";
  EXPECT_EQ(verify_text("G0 X21 Y0\nG1 Z-1 F100\nG43 H1 Z5\n", tools).verdict, GougeVerdict::not_verified)
      << "set below";
  // Down from there at an unknown place, and by a distance, is not known.
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nG91 G28 Z0\nZ-20\nG90 X10\n", tools).verdict, GougeVerdict::not_verified);
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nG28\nG0 Z-20\n", tools).verdict, GougeVerdict::not_verified);
  EXPECT_EQ(verify_text("G0 X0 Y0 Z5\nG53 G0 Z-100\nX5\n", tools).verdict, GougeVerdict::not_verified)
      << "G53 may go down";
  // On the way up the tool is checked.
  EXPECT_EQ(verify_text("G0 X40 Y0\nG1 Z-5 F100\nX21\nG91 G28 Z0\n", tools).verdict, GougeVerdict::findings);
}

TEST(Verify, PathModeIsInTheBudget) {
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const std::string text = "G0 X0 Y0\nG1 Z1 F100\nG0 Z50\n";
  const auto path_error = [](const GougeReport& r) {
    for (const nc::ErrorTerm& e : r.errors) {
      if (e.name == "path mode (G64)") return e.mm;
    }
    return -1.0;
  };
  EXPECT_EQ(path_error(verify_text("G64 P0.02\n" + text, tools)), 0.02);
  nc::VerifyOptions options;
  const GougeReport loose = verify_text("G64\n" + text, tools);
  EXPECT_TRUE(std::isinf(path_error(loose)));
  EXPECT_EQ(loose.verdict, GougeVerdict::not_verified) << "no bound, no proof";
  EXPECT_NE(loose.proved.find("--path-tolerance"), std::string::npos);
  EXPECT_EQ(loose.findings.size(), 1U);
  EXPECT_EQ(verify_text("G64\nG0 X0 Y0\nG1 Z-1 F100\nG0 Z50\n", tools).gouging, 2U) << "what is found is told";
  options.path_tolerance = 0.03;
  EXPECT_EQ(path_error(verify_text("G64\n" + text, tools, test::block_mesh(), options)), 0.03);
  EXPECT_EQ(verify_text("G64\n" + text, tools, test::block_mesh(), options).verdict, GougeVerdict::clean);
  options.strict = true;
  EXPECT_THROW(verify_text("G64\n" + text, tools, test::block_mesh(), options), std::invalid_argument);
  options.path_tolerance = 0.004;
  const std::string deep = "G64\nG0 X0 Y0\nG1 Z-0.007 F100\nG0 Z50\n";  // 10 um less 4 less 0.5 are left
  EXPECT_EQ(verify_text(deep, tools, test::block_mesh(), options).verdict, GougeVerdict::findings);
  options.strict = false;
  EXPECT_EQ(verify_text(deep, tools, test::block_mesh(), options).verdict, GougeVerdict::clean);
  options.path_tolerance = -1;
  options.strict = true;
  EXPECT_EQ(verify_text("G64\n" + text, tools, test::block_mesh(), options).verdict, GougeVerdict::not_verified);
}

TEST(Verify, TravelLimitsAreFindingsOfTheirOwn) {
  nc::VerifyOptions options;
  options.machine = nc::machine_preset("xyzac-trt");
  for (nc::MachineAxis& axis : options.machine->chain) {
    if (axis.letter == 'X') axis.high = 100;
    if (axis.letter == 'A') axis.low = -30;
  }
  nc::Options reading = test::started(0, 0, 200);
  for (const int axis : {3, 5}) reading.start.set(axis, 0);
  const auto check = [&](const std::string& text) {
    return verify_text(text, library_of(ball_tool(6)), test::block_mesh(), options, reading);
  };
  EXPECT_EQ(check("G0 X100\nA-30\n").verdict, GougeVerdict::clean);
  const GougeReport far = check("G0 X50\nX101\nX0\n");  // high above everything
  EXPECT_EQ(far.verdict, GougeVerdict::findings) << far.proved;
  ASSERT_EQ(count(far, FindingKind::travel), 1U);
  EXPECT_EQ(far.findings[0].place.line, 4U);
  EXPECT_NE(far.findings[0].message.find("axis X at 101"), std::string::npos);
  EXPECT_EQ(far.gouging, 1U);
  EXPECT_EQ(count(check("G0 A-31\nA0\n"), FindingKind::travel), 1U);
}

TEST(Verify, OptionsOutOfRangeAreRefused) {
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const double nan = std::nan("");
  const auto refused = [&](auto change) {
    nc::VerifyOptions options;
    change(options);
    EXPECT_THROW(verify_text("G0 Z5\n", tools, test::block_mesh(), options), std::invalid_argument);
  };
  refused([&](nc::VerifyOptions& o) { o.tolerance = 0; });
  refused([&](nc::VerifyOptions& o) { o.tolerance = nan; });
  refused([&](nc::VerifyOptions& o) { o.stock = nan; });
  refused([&](nc::VerifyOptions& o) { o.clearance = -1; });
  refused([&](nc::VerifyOptions& o) { o.rapid_rates[1] = 0; });
  refused([&](nc::VerifyOptions& o) { o.batch = 0; });
}

TEST(Verify, AnEndedCheckIsNotVerified) {
  nc::VerifyOptions options;
  options.batch = 2;
  const nc::ToolLibrary tools = library_of(flat_tool(6));
  const nc::Program program = program_of(test::kVerifyHead + "G0 X0 Y0\nX1\nX2\nX3\nX4\nX5\n");
  const GougeReport r = nc::verify(program, tools, body_of(test::block_mesh()), {}, options,
                                   [](std::uint64_t done, std::uint64_t) { return done < 3; });
  EXPECT_EQ(r.verdict, GougeVerdict::not_verified);
  EXPECT_LT(r.motions, program.motions);
}

}  // namespace
}  // namespace graze
