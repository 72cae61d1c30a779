// SPDX-License-Identifier: Apache-2.0
#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

TEST(GcodeOffset, WorkSystems) {
  EXPECT_EQ(path_of(run("G21\nG10 L2 P1 X10\nG10 L2 P7 X70 Y7\nG0 X1\nG59.1 X1 Y1\nG54 Y1\n")),
            "R 11 0 0; R 71 8 0; R 71 1 0");
  Options options = known();
  options.work_offsets[2] = {1, 2, 3, 0, 0, 0};
  EXPECT_EQ(path_of(run("G21 G55 G0 X0 Y0 Z0\n", options)), "R 1 2 3");
  EXPECT_EQ(path_of(run_fanuc("G21\nG10 L20 P3 X5. Y6.\nG54.1 P3 G0 X1. Y1.\n")), "R 6 7 0");
}

TEST(GcodeOffset, ThePositionBecomesTheValue) {
  EXPECT_EQ(path_of(run("G21 G0 X10 Y4\nG10 L20 P1 X1\nG0 X2\nG92 X0 Y0\nG0 X1 Y1\nG92.1\nG0 X1 Y1\n")),
            "R 10 4 0; R 11 4 0; R 12 5 0; R 10 1 0");
}

TEST(GcodeOffset, G92IsKeptAndBroughtBack) {
  EXPECT_EQ(path_of(run("G21 G0 X10\nG92 X0\nG0 X1\nG92.2\nG0 X1\nG92.3\nG0 X2\n")),
            "R 10 0 0; R 11 0 0; R 1 0 0; R 12 0 0");
}

TEST(GcodeOffset, G92MakesAnUnknownPositionKnown) {
  const Program p = read_program("G21\nG92 X0 Y0 Z5\nG0 X1\n", "p.nc");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(path_of(p), "R 1 0 5");
  EXPECT_EQ(p.severities[0], 1U);
}

TEST(GcodeOffset, G52) {
  EXPECT_EQ(path_of(run("G21\nG52 X5\nG0 X1\nG52 X0\nX1\n")), "R 6 0 0; R 1 0 0");
  EXPECT_EQ(path_of(run_fanuc("G21\nG0 X10.\nG92 X0\nG52 X5.\nG0 X1.\nG52 X0\nX1.\n")), "R 10 0 0; R 16 0 0; R 11 0 0");
}

TEST(GcodeOffset, ToolLengthMovesNothingByItself) {
  Options options = known();
  options.tools[1] = {{0, 0, 30}, 6};
  options.tools[2] = {{0, 0, 50}, 6};
  // The tip, not the machine: with 30 mm more, the tip is 30 mm lower at the same machine position.
  const Program p = run("G21 T1 M6\nG0 Z100\nG43 H1\nG91 G0 X1\nG90 Z5\nG43 H2 X2\nG49 X3\nG43.1 Z10\nX4\n", options);
  EXPECT_EQ(path_of(p), "R 0 0 100; R 1 0 70; R 1 0 5; R 2 0 -15; R 3 0 35; R 4 0 25");
  EXPECT_EQ(p.setups.at(p.path[2].setup).tool_offset[2], 30);
  EXPECT_EQ(p.severities[1], 1U);  // H2 for T1
}

TEST(GcodeOffset, AnUnknownLengthMakesZUnknownUntilCommanded) {
  const Program p = run("G21 T1 M6\nG0 Z100\nG43 H1 X1\nZ5\nG43 H1 X2\nG49 X3\n");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(path_of(p), "R 0 0 100; R 1 0 *; R 1 0 5; R 2 0 5; R 3 0 *");
  EXPECT_FALSE(p.setups.at(p.path[2].setup).length_known);
}

TEST(GcodeOffset, FanucLengths) {
  Options options = known(Dialect::fanuc);
  options.tools[1] = {{0, 0, 30}, 6};
  EXPECT_EQ(path_of(run("G21\nG0 Z100.\nG43 H1 X1.\nH0 X2.\nG44 H1 X3.\nG49 X4.\n", options)),
            "R 0 0 100; R 1 0 70; R 2 0 100; R 3 0 130; R 4 0 100");
  EXPECT_EQ(run("G21\nG43 Z1.\n", options).severities[2], 1U);
  EXPECT_EQ(path_of(run("G21\nG10 L10 P1 R10.\nG0 Z100.\nG43 H1 X1.\n", options)), "R 0 0 100; R 1 0 90");
}

TEST(GcodeOffset, MachineCoordinatesAndReferencePoints) {
  Options options = known();
  options.machine_zero.value = {-100, -50, 200, 0, 0, 0};
  options.tools[1] = {{0, 0, 30}, 6};
  const char* const text = "G21 T1 M6 G43 H1\nG0 X1 Y1 Z1\nG53 G0 Z0\nG28 X5\nG91 G28 Z0\nG90 G0 X0\nG28\n";
  const Program p = run(text, options);
  EXPECT_EQ(path_of(p),
            "R 1 1 1; R 1 1 170; R 5 1 170; R -100 1 170; R -100 1 170; R -100 1 170; R 0 1 170; R -100 -50 170");
  EXPECT_EQ(p.path[1].purpose, Purpose::machine);
  EXPECT_EQ(p.path[3].purpose, Purpose::reference);
  EXPECT_EQ(p.path[3].named, 1);
  EXPECT_EQ(p.path[7].named, 63);
  options.machine_zero.known = 0;
  EXPECT_EQ(path_of(run(text, options)), "R 1 1 1; R 1 1 *; R 5 1 *; R * 1 *; R * 1 *; R * 1 *; R 0 1 *; R * * *");
}

TEST(GcodeOffset, AToolChangeOfFanucLeavesZUnknown) {
  EXPECT_EQ(path_of(run_fanuc("G21\nG0 Z50.\nT1 M6\nG0 X1.\nG43 H1 Z5.\n")), "R 0 0 50; R 1 0 *; R 1 0 5");
}

TEST(GcodeOffset, AToolThatCutsWithTheLengthOfAnotherIsTold) {
  const auto told = [](const std::string& second) {
    std::string all;
    const Program program = read_program("G21 G90\nT1 M6\nG43 H1 G0 X0 Y0 Z20\nG1 Z5 F100\n" + second, "p", {});
    EXPECT_COMPLETE(program);
    for (const Diagnostic& d : program.diagnostics) all += describe(d, program) + "\n";
    return all;
  };
  EXPECT_EQ(told("T2 M6\nG0 X5\nG43 H2 Z20\nG1 Z4\n"), "") << "rapids before G43 are usual";
  EXPECT_EQ(told("G49\nG1 Z4\n"), "");
  EXPECT_EQ(told("T2 M6\nG0 X5 Z20\nG1 Z4\nX6\n"),
            "p:7:1: warning: tool 2 cuts with the length that was set for tool 1; write G43 H2\n");
  EXPECT_EQ(told("G49\nT2 M6\nG0 X5 Z20\nG1 Z4\nX6\n"),
            "p:8:1: warning: tool 2 cuts without a length, but tool 1 had one; write G43 H2\n");
}

TEST(GcodeOffset, RefusedOnes) {
  for (const char* text : {"G10 L2 P1 R30", "G10 L3 P1", "G10 P1 X1", "G10 L2 P12 X1", "G92", "G53 G2 X1 I1",
                           "G43 H1.5", "G10 L1 Z5", "G43.4 H1", "G68.2 X0", "G51 X2", "G54.2 P1"}) {
    EXPECT_EQ(run(std::string("G21 F1\n") + text + "\n").severities[2], 1U) << text;
  }
}

}  // namespace
}  // namespace graze::nc::gcode_test
