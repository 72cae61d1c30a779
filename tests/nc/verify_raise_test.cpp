// SPDX-License-Identifier: Apache-2.0
// What a report says beside its depths: how far to lift the tool, what was proved, how good the bounds are.
#include <gtest/gtest.h>

#include "verify_support.h"

namespace graze {
namespace {

using nc::GougeReport;
using nc::GougeVerdict;
using test::ball_tool;
using test::body_of;
using test::flat_tool;
using test::library_of;
using test::program_of;
using test::verify_text;

std::string number(double value) { return std::to_string(value + 1e-6); }  // six decimals, rounded up

/// A ramp of 70 degrees against x, its foot at the origin.
Mesh ramp_mesh() {
  const double rise = 20 * std::tan(70 * std::acos(-1.0) / 180);
  Mesh mesh;
  mesh.vertices = {{0, -30, -1}, {0, 30, -1}, {20, -30, rise}, {20, 30, rise}, {20, -30, -1}, {20, 30, -1}};
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}, {0, 1, 5}, {0, 5, 4}, {0, 4, 2}, {1, 3, 5}};
  return mesh;
}

TEST(VerifyRaise, AnEventWithAMotionWhoseLiftIsNotKnownHasNone) {
  nc::VerifyOptions options;
  options.machine = nc::machine_preset("xyza");
  nc::Options reading = test::started(-10, 0, 5);
  reading.start.set(3, 0);
  const auto check = [&](const std::string& text) {
    return verify_text(text, library_of(ball_tool(6)), test::block_mesh(), options, reading);
  };
  const GougeReport straight = check("G1 Z-0.1 F100\nX10\n");
  ASSERT_EQ(straight.findings.size(), 1U);
  EXPECT_NEAR(straight.findings[0].raise, 0.1, 0.01);
  for (const std::string text : {"G1 Z-0.1 F100\nX10 A5 Z-2\n", "G1 X-10 A-5 Z-2 F100\nA0 Z-2\nX10 Z-0.1\n"}) {
    const GougeReport turned = check(text);
    ASSERT_EQ(turned.findings.size(), 1U) << text;
    EXPECT_EQ(turned.findings[0].raise, 0) << text;
  }
}

TEST(VerifyRaise, StockToLeaveIsLeftByTheToolThatIsLifted) {
  for (const Mesh& mesh : {test::block_mesh(), ramp_mesh()}) {
    for (const double stock : {0.3, 2.0}) {
      nc::VerifyOptions options;
      options.stock = stock;
      const auto at = [&](double z) {
        const std::string level = number(z);
        return verify_text("G0 X-5 Y0 Z" + level + "\nG1 X2 F100\nG3 X2 Y4 I0 J2\n", library_of(flat_tool(6)), mesh,
                           options, test::started(-5, 0, z));
      };
      const GougeReport low = at(0.1);
      ASSERT_EQ(low.verdict, GougeVerdict::findings);
      const double raise = low.findings[0].raise;
      EXPECT_GT(raise, 0) << low.findings[0].message;
      EXPECT_EQ(at(0.1 + raise).verdict, GougeVerdict::clean) << raise;
    }
  }
  nc::VerifyOptions options;
  options.stock = 0.3;
  const GougeReport touching =
      verify_text("G0 X0 Y0\nG1 Z0.1 F100\n", library_of(flat_tool(6)), test::block_mesh(), options);
  ASSERT_EQ(touching.findings.size(), 1U);
  EXPECT_NEAR(touching.findings[0].raise, 0.2, 0.01);
  EXPECT_NE(touching.findings[0].message.find("stock to leave, 0.100 mm away (needs 0.290)"), std::string::npos)
      << touching.findings[0].message;
}

TEST(VerifyRaise, AnArcIsClearWhenItIsLifted) {
  // Start and end disagree about the radius by a tenth of a millimetre: the path may be that far from its chords.
  const auto at = [&](double z) {
    return verify_text("G3 X-152 Y188.1 I0 J150 F100\n", library_of(flat_tool(6)), ramp_mesh(), {},
                       test::started(-152, -112, z));
  };
  const GougeReport cut = at(1);
  ASSERT_EQ(cut.verdict, GougeVerdict::findings);
  const double raise = cut.findings[0].raise;
  EXPECT_GT(raise, 0);
  EXPECT_EQ(at(1 + raise).verdict, GougeVerdict::clean) << raise;
}

TEST(VerifyWords, NoMoreIsClaimedThanClearanceLessTolerance) {
  nc::VerifyOptions options;
  options.clearance = options.fixture_clearance = 2;
  const std::vector<nc::CheckedBody> clamp = {body_of(test::box_mesh({5, -5, 0}, {9, 5, 8}), "clamp")};
  const auto check = [&](const std::string& x) {
    return nc::verify(program_of("G21 G90 G17\nT1 M6\nG0 X" + x + " Y0\nZ1.995\nZ50\n"), library_of(flat_tool(6)),
                      body_of(test::block_mesh()), clamp, options);
  };
  const GougeReport away = check("0.005");
  EXPECT_EQ(away.verdict, GougeVerdict::clean) << away.findings[0].message;
  EXPECT_NE(away.proved.find("keep 1.990 mm away; all keep 1.990 mm away from fixtures"), std::string::npos)
      << away.proved;
  options.clearance = options.fixture_clearance = 0;
  const GougeReport touching = check("2.005");
  EXPECT_EQ(touching.verdict, GougeVerdict::clean);
  EXPECT_NE(touching.proved.find("nothing cuts deeper than 0.010 mm into fixtures"), std::string::npos)
      << touching.proved;
  const GougeReport cut = check("2.015");
  ASSERT_EQ(cut.verdict, GougeVerdict::findings);
  EXPECT_NE(cut.findings[0].message.find("0.015 mm deep (tol 0.010)"), std::string::npos) << cut.findings[0].message;
}

TEST(VerifyWords, TheBudgetKnowsHowFarBoundsAreApart) {
  const GougeReport deep = verify_text("G0 X-15 Y15\nG1 X19 Y-3 Z-9 F100\n", library_of(flat_tool(9)));
  ASSERT_EQ(deep.verdict, GougeVerdict::findings);
  double apart = 0;
  for (const nc::ErrorTerm& term : deep.errors) apart = term.name == "bounds" ? term.mm : apart;
  for (const nc::Finding& f : deep.findings) EXPECT_GE(apart, f.upper - f.lower);
}

}  // namespace
}  // namespace graze
