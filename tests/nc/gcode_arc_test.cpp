// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

constexpr double kPi = std::numbers::pi;

Motion only_arc(const std::string& text) {
  const Program p = run(text);
  EXPECT_COMPLETE(p);
  for (const Motion& m : p.path) {
    if (m.kind == MotionKind::arc) return m;
  }
  ADD_FAILURE() << text;
  return {};
}

TEST(GcodeArc, QuarterCirclesInAllPlanes) {
  Motion m = only_arc("G21 G0 X10 Y0 F1\nG3 X0 Y10 I-10 J0\n");
  EXPECT_NEAR(m.sweep, kPi / 2, 1e-12);
  EXPECT_EQ(m.centre, (std::array<double, 2>{0, 0}));
  m = only_arc("G21 G0 X10 Y0 F1\nG2 X0 Y10 I-10 J0\n");
  EXPECT_NEAR(m.sweep, -1.5 * kPi, 1e-12);
  // G18 turns from Z to X, G19 from Y to Z.
  m = only_arc("G21 G18 G0 Z10 X0 F1\nG3 Z0 X10 K-10 I0\n");
  EXPECT_NEAR(m.sweep, kPi / 2, 1e-12);
  EXPECT_EQ(m.plane, Plane::zx);
  m = only_arc("G21 G19 G0 Y10 F1\nG3 Y0 Z10 J-10 K0\n");
  EXPECT_NEAR(m.sweep, kPi / 2, 1e-12);
}

TEST(GcodeArc, CentreAbsoluteAndWithOffsets) {
  const Motion m = only_arc("G21 G10 L2 P1 X100\nG0 X10 Y0 F1\nG90.1 G3 X0 Y10 I0 J0\n");
  EXPECT_EQ(m.centre, (std::array<double, 2>{100, 0}));
  EXPECT_EQ(m.end.value[0], 100);
}

TEST(GcodeArc, FullCirclesTurnsAndHelices) {
  Motion m = only_arc("G21 G0 X10 F1\nG2 I-10\n");
  EXPECT_NEAR(m.sweep, -2 * kPi, 1e-9);
  m = only_arc("G21 G0 X10 F1\nG3 I-10 Z-5 P3\n");
  EXPECT_NEAR(m.sweep, 6 * kPi, 1e-9);
  EXPECT_EQ(m.turns, 3);
  EXPECT_EQ(m.end.value[2], -5);
  m = only_arc("G21 G0 X10 F1\nG3 X0 Y10 I-10 P2\n");
  EXPECT_NEAR(m.sweep, 2.5 * kPi, 1e-9);
}

TEST(GcodeArc, RadiusChoosesTheShortOrTheLongWay) {
  Motion m = only_arc("G21 G0 X10 F1\nG3 X0 Y10 R10\n");
  EXPECT_NEAR(m.sweep, kPi / 2, 1e-9);
  EXPECT_NEAR(m.centre[0], 0, 1e-9);
  m = only_arc("G21 G0 X10 F1\nG3 X0 Y10 R-10\n");
  EXPECT_NEAR(m.sweep, 1.5 * kPi, 1e-9);
  EXPECT_NEAR(m.centre[0], 10, 1e-9);
  m = only_arc("G21 G0 X10 F1\nG2 X-10 R9.999\n");  // within 0.1 %: a half circle
  EXPECT_NEAR(m.sweep, -kPi, 1e-9);
}

// A centre off by d makes radii that differ by d: up to 0.005 mm always, up to 0.1 % below 0.5 mm.
TEST(GcodeArc, RadiiMayDifferByLittle) {
  const auto accepted = [](double radius, double off) {
    char text[200];
    std::snprintf(text, sizeof text, "G21 G0 X%.6f F1\nG3 X%.6f I%.6f\n", radius, -radius - 2 * 0 + off, -radius);
    return run(text).complete();
  };
  EXPECT_TRUE(accepted(1, 0.0049));
  EXPECT_FALSE(accepted(1, 0.0051));
  EXPECT_TRUE(accepted(100, 0.0999));
  EXPECT_FALSE(accepted(100, 0.1011));
  EXPECT_TRUE(accepted(1000, 0.499));
  EXPECT_FALSE(accepted(1000, 0.501));
}

TEST(GcodeArc, ImpossibleArcsAreErrorsAndTheirEndsAreKept) {
  for (const char* arc : {"G2 X20 R4", "G2 X10 R5", "G2 X0 Y10", "G2 X0 Y10 I-10 R10", "G2 X0 Y10 I-9", "G2 X0 Y10 K3",
                          "G2 X0 Y10 I-10 P0", "G2 X0 Y10 I-10 P1.5", "G2 X10 I0 J0"}) {
    const Program p = run(std::string("G21 F1 G0 X10\n") + arc + "\n");
    EXPECT_EQ(p.severities[2], 1U) << arc;
    EXPECT_EQ(p.path.size(), 1U) << arc;
  }
  EXPECT_EQ(path_of(run("G21 F1 G0 X10\nG2 X0 Y10 I-9\nG1 Z3\n")), "R 10 0 0; F * * 3");
}

TEST(GcodeArc, FromAnUnknownPlaceIsAnError) {
  const Program p = read_program("G21 F1 G0 X10\nG2 X0 Y10 I-10\n", "p.nc");
  EXPECT_NE(first_error(p).find("p.nc:2:1: error: this arc starts at a position that is not known"), std::string::npos);
}

}  // namespace
}  // namespace graze::nc::gcode_test
