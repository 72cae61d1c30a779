// SPDX-License-Identifier: Apache-2.0
// LinuxCNC's tool table, and the comments of programs.
#include <cmath>

#include "nc/reader_support.h"

namespace graze::nc {
namespace {

using test::has;
using test::reason;
using test::refusal;

TEST(ReadLinuxcnc, FlatWhenTold) {
  const std::string text = "; a table\nT1 P1 Z51.2 D6.0 ;six\nt20 p2 x0 y-1 D+.5 I0 J0 Q3\n\n";
  ToolReadOptions options;
  options.unit = 25.4;
  options.flat = true;
  const ToolLibrary library = parse_tools(text, "m.txt", options);
  EXPECT_EQ(library.format, ToolFormat::linuxcnc);
  EXPECT_DOUBLE_EQ(radius_at(library.at(1), 5), 6 * 12.7);
  EXPECT_EQ(library.at(1).name, "six");
  EXPECT_DOUBLE_EQ(library.at(1).height(), 1524);
  EXPECT_DOUBLE_EQ(radius_at(library.at(20), 5), 6.35);
  EXPECT_EQ(library.at(20).height(), 127);
  EXPECT_TRUE(has(library.at(20).source, "m.txt:3: a flat end mill, as told; no length is given"))
      << library.at(20).source;
  options.cutting_length = 25;
  EXPECT_EQ(parse_tools(text, "m.txt", options).at(20).height(), 25);
}

TEST(ReadLinuxcnc, WhatIsMissingIsRefused) {
  ToolReadOptions options;
  EXPECT_TRUE(has(refusal("T1 P1 D6\n"), "names no unit"));
  options.unit = 1;
  EXPECT_TRUE(has(reason("T1 P1 D6\n", options), "dir/t.x:1: a LinuxCNC tool table tells no shape"));
  options.flat = true;
  EXPECT_TRUE(has(reason("T1 P1 Z6\n", options), "no diameter"));
  EXPECT_TRUE(has(reason("T1 P1 D-6\n", options), "the diameter is -6"));
  EXPECT_TRUE(has(reason("T1 P1 D0\n", options), "the diameter is 0"));
  EXPECT_TRUE(has(refusal("T1 P1 D6\nT1 P2 D6\n", options), ":2: tool 1 twice"));
  EXPECT_TRUE(has(refusal("T1 P1 D6x\n", options), "two words x") || has(refusal("T1 P1 D6x\n", options), "no number"));
  EXPECT_TRUE(has(refusal("T1 P1 D6 D7\n", options), "two words d"));
  EXPECT_TRUE(has(refusal("T1.5 P1 D6\n", options), "not a whole one"));
  EXPECT_TRUE(has(refusal("P1 D6\n", options, "a.tbl"), "no tool number"));
  EXPECT_TRUE(has(refusal("G1 X6\n", options, "a.tbl"), "no word of a tool table"));
  EXPECT_TRUE(has(refusal("; nothing\n", options, "a.tbl"), "no tools"));
}

TEST(ReadProgram, CommentsOfFusion) {
  const std::string text =
      "%\nO1001 (PART)\n(T2 D=6. CR=0.5 - ZMIN=-29.5 - BULLNOSE END MILL)\n"
      "(T3  D=5.5 CR=0. TAPER=118deg - ZMIN=-8. - drill)\n(T7 ID=B77 D=4. CR=2. - ZMIN=-1. - BALL END MILL)\n"
      "(T8 Chamfering bit   D=3.175 CR=0. TAPER=45deg - ZMIN=-0.5 - chamfer mill)\n"
      "G90 G94 G17 G21.1\nG21\n(T2 D=6. CR=0.5 - ZMIN=-29.5 - BULLNOSE END MILL)\nT2 M6\n(when G20 is not a word)\n";
  const ToolLibrary library = parse_tools(text, "p.nc");
  EXPECT_EQ(library.format, ToolFormat::program);
  EXPECT_EQ(library.tools.size(), 3U);
  EXPECT_EQ(library.at(2).type, "bull");
  EXPECT_EQ(library.at(2).profile[1].centre.r, 2.5);
  EXPECT_TRUE(has(library.at(2).source, "p.nc:3: bullnose end mill, mm; no length is given")) << library.at(2).source;
  EXPECT_EQ(library.at(2).height(), 100);
  EXPECT_NEAR(library.at(3).profile[0].to.z, 2.75 / std::tan(59 * std::acos(-1.0) / 180), 1e-12);
  EXPECT_EQ(library.at(7).name, "ID=B77");
  ASSERT_EQ(library.refused.size(), 1U);
  EXPECT_TRUE(has(library.refused[0].reason, "p.nc:6: no tip diameter")) << library.refused[0].reason;
  EXPECT_THROW(library.at(8), Error);
  EXPECT_THROW(library.at(9), Error);
}

TEST(ReadProgram, CommentsOfVCarve) {
  const ToolLibrary library = parse_tools(
      "( Material Size)\n(T2 = End Mill {0.5 inches})\n( 11 = Ball Nose {6 mm} Up )\n(T4=V-Bit {90 deg 1 1/4 inch})\n"
      "(T5 = Table Stiff {0.75 inches})\n(Tool: End Mill {0.5 inches})\nT2 M06\nG0 X1\n",
      "p.tap");
  EXPECT_EQ(library.tools.size(), 3U);
  EXPECT_DOUBLE_EQ(radius_at(library.at(2), 1), 6.35);
  EXPECT_EQ(library.at(11).type, "ball");
  EXPECT_NEAR(radius_at(library.at(4), 5), 5, 1e-12);
  EXPECT_DOUBLE_EQ(radius_at(library.at(4), 50), 15.875);
  EXPECT_TRUE(has(library.at(4).source, "its point sharp"));
  ASSERT_EQ(library.refused.size(), 1U);
  EXPECT_TRUE(has(library.refused[0].reason, "Table Stiff"));
}

TEST(ReadProgram, WhatIsMissingOrImpossibleIsRefused) {
  const std::string flat = "(T1 D=0.25 CR=0. - ZMIN=-1. - FLAT END MILL)\n";
  EXPECT_DOUBLE_EQ(radius_at(parse_tools(flat + "G20\n", "p.nc").at(1), 1), 3.175);
  EXPECT_TRUE(has(reason(flat), "dir/t.x:1: the program has no G20 or G21"));
  EXPECT_TRUE(has(reason(flat + "G20\nG21\n"), "or both"));
  EXPECT_TRUE(has(reason(flat + "(G20)\nG200 G20.1\n"), "no G20 or G21"));
  ToolReadOptions options;
  options.unit = 1;
  EXPECT_EQ(radius_at(parse_tools(flat, "p.nc", options).at(1), 1), 0.125);
  EXPECT_TRUE(has(reason("G21 (T1 D=6 CR=4 - BULLNOSE END MILL)\n"), "at most 3"));
  EXPECT_TRUE(has(reason("G21 (T1 D=0 CR=0 - FLAT END MILL)\n"), "the diameter is 0"));
  EXPECT_TRUE(has(reason("G21 (T1 D=x CR=0 - FLAT END MILL)\n"), "no number behind"));
  EXPECT_TRUE(has(reason("G21 (T1 D=6 CR=0)\n"), "no type"));
  EXPECT_TRUE(has(reason("G21 (T1 D=6 CR=0 TAPER=3deg - TAPERED MILL)\n"), "tell a cutting length"));
  options.cutting_length = 20;
  EXPECT_EQ(parse_tools("G21 (T1 D=6 CR=0 TAPER=3deg - TAPERED MILL)\n", "p.nc", options).at(1).height(), 20);
  EXPECT_TRUE(has(reason("(T1 = End Mill {0.5})\n"), "no diameter with a unit"));
  EXPECT_TRUE(has(refusal("G0 X1\n(T1)\n"), "no comment such as"));
  // Two that differ under one number: neither is chosen.
  const ToolLibrary two =
      parse_tools("G21\n(T1 D=6. CR=0. - FLAT END MILL)\n(T1 D=8. CR=0. - FLAT END MILL)\n", "p.nc");
  EXPECT_THROW(two.at(1), Error);
}

}  // namespace
}  // namespace graze::nc
