// SPDX-License-Identifier: Apache-2.0
// Words, modes, positions, classes of blocks.
#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

TEST(GcodeProgram, PositionIsUnknownUntilCommanded) {
  const Program p = read_program("G21 G90\nG0 Z5\nX1 Y2\nG91 X1\nG1 Z-1 F100\n", "p.nc");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(path_of(p), "R * * 5; R 1 2 5; R 2 2 5; F 2 2 4");
  EXPECT_EQ(p.unknown_motions, 2U);
  EXPECT_EQ(p.path[0].start.known, 0);
}

TEST(GcodeProgram, IncrementsFromNowhereStayUnknown) {
  const Program p = read_program("G21 G91 G0 X5\nG90 X3\nG91 X5\n", "p.nc");
  EXPECT_EQ(path_of(p), "R * * *; R 3 * *; R 8 * *");
}

TEST(GcodeProgram, WordsActInFixedOrder) {
  EXPECT_EQ(path_of(run("X1 G0 G20 G91 Y1\nX1\n")), "R 25.4 25.4 0; R 50.8 25.4 0");
  EXPECT_EQ(path_of(run("G10 L2 P2 X10\nX1 G55 G0\n")), "R 11 0 0");
}

TEST(GcodeProgram, SpellingDoesNotMatter) {
  const char* const plain = "R 1.25 -0.5 3; F 1.25 -0.5 -2";
  EXPECT_EQ(path_of(run("G21\nG0X1.25Y-.5Z3\nG1Z-2F100\n")), plain);
  EXPECT_EQ(path_of(run("\xEF\xBB\xBFg21\r\ng0 x1.25 y-.5 z3\r\ng1z-2f100\r\n")), plain);
  EXPECT_EQ(path_of(run("G21\nN10 G 0 X +1. 2 5 (remark) Y - . 5 Z3 ; rest\n/G01 Z-2. F100")), plain);
  EXPECT_EQ(path_of(run("%\nG21\nG00 X[1+.25] Y-[1/2] Z#5\n%\nX99\n",
                        [] {
                          Options options = known();
                          options.parameters[5] = 3;
                          return options;
                        }())),
            "R 1.25 -0.5 3");
}

TEST(GcodeProgram, BlockSkip) {
  Options options = known();
  EXPECT_EQ(path_of(run("G0 X1\n/X2\nX3\n", options)), "R 1 0 0; R 2 0 0; R 3 0 0");
  options.block_skip = true;
  EXPECT_EQ(path_of(run("G0 X1\n/X2\nX3\n", options)), "R 1 0 0; R 3 0 0");
}

TEST(GcodeProgram, UnitsInTheMiddle) {
  const Program p = run("G20\nG0 X1 F10\nG1 Y1\nG21 X1 F100\nG91 G20 X1 A90\n");
  EXPECT_EQ(path_of(p), "R 25.4 0 0; F 25.4 25.4 0; F 1 25.4 0; F 26.4 25.4 0");
  EXPECT_EQ(p.path[1].feed, 254);
  EXPECT_EQ(run("G21\nG20 F10 G1 X1\n").path[0].feed, 10);  // F acts first
  EXPECT_EQ(run_fanuc("G21\nG20 F10. G1 X1.\n").path[0].feed, 254);
  EXPECT_EQ(p.path[3].end.value[3], 90);  // degrees have no inches
}

TEST(GcodeProgram, PlacesAndSetups) {
  const Program p = run("G21\n  N20 G0 X1\nT3 M6\nG64 P0.05\nG55\nG1 X2 F500\n");
  ASSERT_EQ(p.path.size(), 2U);
  EXPECT_EQ(p.path[0].place.line, 2U);
  EXPECT_EQ(p.path[0].place.column, 3U);
  EXPECT_EQ(p.path[0].place.n, 20);
  EXPECT_EQ(p.path[1].place.n, -1);
  const graze::nc::Setup& setup = p.setups.at(p.path[1].setup);
  EXPECT_EQ(setup.tool, 3);
  EXPECT_EQ(setup.work_system, 2);
  EXPECT_EQ(setup.path_tolerance, 0.05);
  EXPECT_EQ(p.setups.at(p.path[0].setup).tool, 0);
}

TEST(GcodeProgram, EveryBlockHasAClass) {
  struct Classes : Listener {
    std::string seen;
    void motion(const Motion&) override {}
    void block(const Place&, BlockClass c) override { seen += "XHU"[static_cast<int>(c)]; }
  } classes;
  const Outcome outcome = run_program("G21\nG0 X1\n(remark)\n\nM8\nM3 S100\nG4 P1\nG41 D1\nS200\n#1=2\nM1\nM2\nG0 X5\n",
                                      "p.nc", known(), classes);
  EXPECT_EQ(classes.seen, "XXHHHHUHXHX");
  EXPECT_EQ(outcome.blocks[2], 1U);
  EXPECT_FALSE(outcome.complete());
}

TEST(GcodeProgram, Events) {
  struct Events : Listener {
    std::string seen;
    void motion(const Motion&) override { seen += "m "; }
    void event(const Event& e) override {
      static constexpr const char* kNames[] = {"comment", "tool", "dwell", "stop", "optional", "end"};
      seen += kNames[static_cast<int>(e.kind)];
      seen += e.kind == EventKind::comment ? "(" + std::string(e.text) + ") "
                                           : "(" + std::to_string(e.value).substr(0, 3) + ") ";
    }
  } events;
  run_program("G21 (T2 D=6.)\nT2 M6\nG4 P1.5\nG0 X1 M0\nM1 ; wait\r\nM30\n", "p.nc", known(), events);
  EXPECT_EQ(events.seen, "comment(T2 D=6.) tool(2.0) dwell(1.5) m stop(0.0) comment( wait) optional(0.0) end(0.0) ");
}

TEST(GcodeProgram, Dialects) {
  EXPECT_EQ(detect_dialect("G21\nG0 X1\n"), Dialect::linuxcnc);
  EXPECT_EQ(detect_dialect("%\nO1234 (PART)\nG0 X1\nM30\n%\n"), Dialect::fanuc);
  EXPECT_EQ(detect_dialect("%\no100 sub\no100 endsub\n%\n"), Dialect::linuxcnc);
  EXPECT_EQ(detect_dialect("N10 #1=0\nN20 WHILE [#1 LT 3] DO1\nEND1\n"), Dialect::fanuc);
  EXPECT_EQ(detect_dialect("#<a> = 1\nO100\n"), Dialect::linuxcnc);
  EXPECT_EQ(read_program("O1\nG0 X1\n", "p.nc").dialect, Dialect::fanuc);
}

TEST(GcodeProgram, OptionsAreChecked) {
  Options options;
  options.max_errors = 0;
  EXPECT_THROW(run("G0", options), std::invalid_argument);
  options = {};
  options.max_nesting = 100000;
  EXPECT_THROW(run("G0", options), std::invalid_argument);
}

}  // namespace
}  // namespace graze::nc::gcode_test
