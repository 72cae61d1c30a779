// SPDX-License-Identifier: Apache-2.0
#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

TEST(GcodeCycle, DrillWithStickyWords) {
  const Program p = run("G21 F100\nG0 X0 Y0 Z10\nG99 G81 X1 Y2 Z-5 R2\nX3\nG98 Y4\nG80\n");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(path_of(p),
            "R 0 0 10; R 1 2 10; R 1 2 2; F 1 2 -5; R 1 2 2; "
            "R 3 2 2; F 3 2 -5; R 3 2 2; "
            "R 3 4 10; R 3 4 2; F 3 4 -5; R 3 4 10");  // LinuxCNC goes to the retract level on the way
  EXPECT_EQ(p.path[1].purpose, Purpose::cycle);
  EXPECT_EQ(p.path[5].place.line, 4U);
}

TEST(GcodeCycle, FanucGoesAcrossAtTheLevelOfNow) {
  EXPECT_EQ(path_of(run_fanuc("G21 F100\nG0 X0 Y0 Z1\nG99 G81 X1 Z-5. R2.\nG98 X2\nG80\nG0 X0\n")),
            "R 0 0 1; R 1 0 1; R 1 0 2; F 1 0 -5; R 1 0 2; R 2 0 2; F 2 0 -5; R 2 0 2; R 0 0 2");
}

TEST(GcodeCycle, PecksAndChipBreaking) {
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z2\nG99 G83 X0 Z-5 R1 Q4\n")),
            "R 0 0 2; R 0 0 1; F 0 0 -3; R 0 0 1; R 0 0 -2.746; F 0 0 -5; R 0 0 1");
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z2\nG99 G73 X0 Z-5 R1 Q4\n")),
            "R 0 0 2; R 0 0 1; F 0 0 -3; R 0 0 -2.746; F 0 0 -5; R 0 0 1");
}

TEST(GcodeCycle, BoringAndTappingFeedOut) {
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z9\nG98 G85 X0 Z-5 R1\n")), "R 0 0 9; R 0 0 1; F 0 0 -5; F 0 0 1; R 0 0 9");
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z9\nG98 G89 X0 Z-5 R1 P1\n")), "R 0 0 9; R 0 0 1; F 0 0 -5; F 0 0 9");
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z9\nG98 G84 X0 Z-5 R1\n")), "R 0 0 9; R 0 0 1; F 0 0 -5; F 0 0 9");
  EXPECT_EQ(path_of(run_fanuc("G21 F100\nG0 Z9\nG98 G84 X0 Z-5. R1.\n")),
            "R 0 0 9; R 0 0 1; F 0 0 -5; F 0 0 1; R 0 0 9");
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z9\nG98 G86 X0 Z-5 R1\n")), "R 0 0 9; R 0 0 1; F 0 0 -5; R 0 0 9");
}

TEST(GcodeCycle, IncrementsAndRepeats) {
  EXPECT_EQ(path_of(run("G21 F100\nG0 Z10\nG91 G99 G81 X1 Y1 Z-3 R-8 L2\nG90\n")),
            "R 0 0 10; R 1 1 10; R 1 1 2; F 1 1 -1; R 1 1 2; R 2 2 2; F 2 2 -1; R 2 2 2");
  EXPECT_EQ(path_of(run_fanuc("G21 F100\nG0 Z10.\nG99 G81 X1 Z-3. R2. K0\nX5\n")),
            "R 0 0 10; R 5 0 10; R 5 0 2; F 5 0 -3; R 5 0 2");
}

TEST(GcodeCycle, OtherPlanes) {
  EXPECT_EQ(path_of(run("G21 F100\nG0 Y9\nG18 G99 G81 X1 Z2 Y-3 R4\n")),
            "R 0 9 0; R 1 9 2; R 1 4 2; F 1 -3 2; R 1 4 2");
  EXPECT_EQ(path_of(run("G21 F100\nG0 X9\nG19 G99 G81 Y1 Z2 X-3 R4\n")),
            "R 9 0 0; R 9 1 2; R 4 1 2; F -3 1 2; R 4 1 2");
}

TEST(GcodeCycle, ReturnToAnUnknownLevelIsUnknown) {
  Options options;
  options.dialect = Dialect::fanuc;
  EXPECT_EQ(path_of(run("G21 F100\nG0 X1 Y1\nG98 G81 Z-3. R2.\nG99 X2\n", options)),
            "R 1 1 *; R 1 1 2; F 1 1 -3; R 1 1 *; R 2 1 *; R 2 1 2; F 2 1 -3; R 2 1 2");
}

TEST(GcodeCycle, BadOnes) {
  for (const char* cycle :
       {"G81 X1 Z-5", "G81 X1 R2", "G81 X1 Z5 R2", "G83 X1 Z-5 R2", "G83 X1 Z-5 R2 Q0", "G81 X1 Z-5 R2 L-1",
        "G81 X1 Z-5 R2 L1.5", "G87 X1 Z-5 R2", "G76 X1 Z-5 R2", "G81 X1 Z-5 R2 Q3"}) {
    EXPECT_EQ(run(std::string("G21 F100\nG0 Z9\n") + cycle + "\n").severities[2], 1U) << cycle;
  }
}

}  // namespace
}  // namespace graze::nc::gcode_test
