// SPDX-License-Identifier: Apache-2.0
// Tool-centre-point control: on machines that have it, and only there.
#include "nc/gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

Options with_tcp(Dialect dialect = Dialect::linuxcnc) {
  Options options;
  options.dialect = dialect;
  options.tcp_axes = 1 << 3 | 1 << 5;
  options.tools[1] = {{0, 0, 50}, 6};
  return options;
}

bool tcp_at(const Program& p, std::size_t i) { return p.setups[p.path.at(i).setup].tcp; }

TEST(GcodeTcp, MCodesOfTheMachineSwitchIt) {
  const char* const text = "G21\nG0 X0 Y0 Z9 A0 C0\nM428\nG1 X1 A-30 C5 F100\nG1 A0 C0\nM429\nG0 Z20\nM30\n";
  const Program p = run(text, with_tcp());
  EXPECT_COMPLETE(p);
  ASSERT_EQ(p.path.size(), 4U);
  EXPECT_FALSE(tcp_at(p, 0));
  EXPECT_TRUE(tcp_at(p, 1));
  EXPECT_TRUE(tcp_at(p, 2));
  EXPECT_FALSE(tcp_at(p, 3));
  EXPECT_EQ(path_of(p), "R 0 0 9; F 1 0 9; F 1 0 9; R 1 0 20");
  EXPECT_FALSE(run(text).complete());
  Options named = with_tcp();
  named.tcp_on_m = {128};
  named.tcp_off_m = {129};
  EXPECT_FALSE(run(text, named).complete());
  EXPECT_COMPLETE(run("M128\nG0 X1\nM129\n", named));
}

TEST(GcodeTcp, PositionIsLostWhereItsMeaningChanges) {
  const Program tilted = run("G21\nG0 X1 Y2 Z3 A-30 C0\nM428\nG0 X5\nG0 Y6 Z7\n", with_tcp());
  EXPECT_COMPLETE(tilted);
  EXPECT_EQ(path_of(tilted), "R 1 2 3; R 5 * *; R 5 6 7");
  // Nobody said where C is.
  EXPECT_EQ(path_of(run("G21\nG0 X1 Y2 Z3 A0\nM428\nG0 X5\n", with_tcp())), "R 1 2 3; R 5 * *");
  EXPECT_EQ(path_of(run("G21\nG0 X1 Y2 Z3 A0 C0\nM428\nG0 X5\n", with_tcp())), "R 1 2 3; R 5 2 3");
  // A change of length moves the tip along a tilted tool.
  EXPECT_EQ(path_of(run("G21\nM428\nG0 X1 Y2 Z3 A-30 C0\nG43 H1\nG0 X5\n", with_tcp())), "R 1 2 3; R 5 * *");
}

TEST(GcodeTcp, FanucTurnsItOnWithTheLength) {
  const Options options = with_tcp(Dialect::fanuc);
  const Program p =
      run("G21\nG0 A0 C0\nG43.4 H1\nG0 X1 Y2 Z3\nG1 A20 F100\nG49\nG0 X5\nG43 H1\nG0 X6 Y6 Z6\n", options);
  EXPECT_COMPLETE(p);
  ASSERT_EQ(p.path.size(), 5U);
  EXPECT_TRUE(tcp_at(p, 1));
  EXPECT_EQ(p.setups[p.path[1].setup].length_from, 1);
  EXPECT_TRUE(tcp_at(p, 2));
  EXPECT_FALSE(tcp_at(p, 3));
  EXPECT_FALSE(p.path[3].end.has(1));
  EXPECT_FALSE(tcp_at(p, 4));
  EXPECT_FALSE(run_fanuc("G43.4 H1\n").complete());
  EXPECT_FALSE(run("G43.5 H1\n", options).complete());
  EXPECT_FALSE(run("G43.4\n", options).complete());
}

}  // namespace
}  // namespace graze::nc::gcode_test
