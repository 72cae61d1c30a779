// SPDX-License-Identifier: Apache-2.0
// Expressions, parameters, subprograms, loops; and budgets, against programs that never end.
#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

double value_of(const std::string& expression, Dialect dialect = Dialect::linuxcnc) {
  const Program p = run("G21 G0 X[" + expression + "]\n", known(dialect));
  EXPECT_COMPLETE(p);
  return p.path.empty() ? 1e99 : p.path[0].end.value[0];
}

TEST(GcodeFlow, Expressions) {
  EXPECT_DOUBLE_EQ(value_of("2 + 3 * 4 ** 2 / 8 - 1"), 7);
  EXPECT_DOUBLE_EQ(value_of("2 ** 3 ** 2"), 64);  // from the left
  EXPECT_DOUBLE_EQ(value_of("10 - 4 - 3"), 3);
  EXPECT_DOUBLE_EQ(value_of("-7 MOD 3"), 2);
  EXPECT_DOUBLE_EQ(value_of("1 + 2 GT 2 AND 3 LT 4"), 1);
  EXPECT_DOUBLE_EQ(value_of("0 OR 1 XOR 1"), 0);
  EXPECT_NEAR(value_of("sin[30] + cos[60] + tan[45] + asin[1] / 90 + acos[0] / 90"), 4, 1e-12);
  EXPECT_NEAR(value_of("atan[1]/[-1]"), 135, 1e-12);
  EXPECT_NEAR(value_of("ln[exp[2]] + sqrt[16] + abs[-1]"), 7, 1e-12);
  EXPECT_DOUBLE_EQ(value_of("fix[-2.5] * 100 + fup[-2.5] * 10 + round[2.5]"), -317);
  EXPECT_DOUBLE_EQ(value_of("-[1 + -[2]]"), 1);
}

TEST(GcodeFlow, MacroExpressionsDiffer) {
  EXPECT_DOUBLE_EQ(value_of("FIX[-2.5] * 100 + FUP[-2.5] * 10", Dialect::fanuc), -230);
  EXPECT_DOUBLE_EQ(value_of("12 AND 10", Dialect::fanuc), 8);
  EXPECT_DOUBLE_EQ(value_of("1 + 12 AND 10 OR 16", Dialect::fanuc), 25);
  EXPECT_NEAR(value_of("ATAN[1]", Dialect::fanuc), 45, 1e-12);
  EXPECT_DOUBLE_EQ(value_of("#100 EQ #0", Dialect::fanuc), 1);
  EXPECT_DOUBLE_EQ(value_of("#100 EQ 0", Dialect::fanuc), 0);
  EXPECT_DOUBLE_EQ(value_of("#100 + 2", Dialect::fanuc), 2);
}

TEST(GcodeFlow, AssignmentsOfALineHoldFromTheNext) {
  EXPECT_EQ(path_of(run("G21\n#1=3\n#1=5 G0 X#1\nX#1\n")), "R 3 0 0; R 5 0 0");
  EXPECT_EQ(path_of(run_fanuc("G21\n#1=3\n#2=#1*2+1 #3=#2\nG0 X#3 Y#9\n")), "R 7 0 0");  // a vacant word is not there
}

TEST(GcodeFlow, LoopsAndBranches) {
  EXPECT_EQ(path_of(run("G21\n#1=0\no1 while [#1 LT 9]\n#1=[#1+1]\no2 if [#1 EQ 2]\no1 continue\no2 elseif [#1 EQ 4]\n"
                        "o1 break\no2 else\nG0 X#1\no2 endif\no1 endwhile\nG0 Y1\n")),
            "R 1 0 0; R 3 0 0; R 3 1 0");
  EXPECT_EQ(path_of(run(
                "G21\n#1=2\no1 do\nG0 X#1\n#1=[#1-1]\no1 while [#1 GT 0]\no2 repeat [2]\nG91 Y1\nG90\no2 endrepeat\n")),
            "R 2 0 0; R 1 0 0; R 1 1 0; R 1 2 0");
  EXPECT_EQ(path_of(run("G21\no1 repeat [0]\nG0 X1\no1 endrepeat\no2 if [0]\nG0 X2\no2 endif\nG0 X3\n")), "R 3 0 0");
}

TEST(GcodeFlow, SubsHaveLocalsAndReturnValues) {
  const Program p =
      run("G21\no<a b> sub\nG0 X#1 Y#<_g>\n#1=9 #<l>=1\no<ab> endsub [#2 * 2]\n#1=5\n#<_g>=7\n"
          "o<AB> call [1] [2]\nG0 X#1 Z#<_value>\n");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(path_of(p), "R 1 7 0; R 5 7 4");
  const Place& place = p.path[0].place;
  EXPECT_EQ(place.line, 3U);
  EXPECT_EQ(p.stacks.at(place.calls).callee, "ab");
  EXPECT_EQ(p.stacks.at(place.calls).from.line, 8U);
  EXPECT_EQ(p.path[1].place.calls, 0U);
}

TEST(GcodeFlow, SubsOfOtherFiles) {
  Options options = known();
  options.resolve = [](std::string_view name) -> std::optional<std::string> {
    if (name != "other") return std::nullopt;
    return "o<other> sub\nG0 X#1\no<other> endsub\n";
  };
  const Program p = run("G21\no<other> call [4]\no<none> call\n", options);
  EXPECT_EQ(path_of(p), "R 4 0 0");
  EXPECT_EQ(p.files.at(p.path[0].place.file), "other");
  EXPECT_NE(first_error(p).find("p.nc:3:1: error: there is no subprogram none"), std::string::npos);
}

TEST(GcodeFlow, ProgramsOfOneFile) {
  const char* const text =
      "%\nO1000 (MAIN)\nG21 G90 G0 X0\nM98 P2000 L2\nM98 P00022000\nG65 P3000 A1.5 X2 K3\nM97 P50\nG0 Y0\nM30\nN50 G0 "
      "Y9\nM99\n"
      "O2000\nG91 X1.\nG90\nM99\nO3000\nG0 Z[#1 + #24 + #6]\nIF [#2 EQ #0] GOTO 10\nZ99\nN10 X0\nM99\n%\n";
  const Program p = read_program(text, "p.nc");
  EXPECT_COMPLETE(p);
  EXPECT_EQ(p.dialect, Dialect::fanuc);
  EXPECT_EQ(path_of(p), "R 0 * *; R 1 * *; R 2 * *; R 3 * *; R 4 * *; R 4 * 6.5; R 0 * 6.5; R 0 9 6.5; R 0 0 6.5");
}

TEST(GcodeFlow, MacroLoops) {
  EXPECT_EQ(path_of(run_fanuc(
                "G21\n#1=0\nWHILE [#1 LT 2] DO1\n#2=0\nWHILE[#2LT2]DO2\nG0 X#1 Y#2\n#2=#2+1\nEND2\n#1=#1+1\nEND1\n")),
            "R 0 0 0; R 0 1 0; R 1 0 0; R 1 1 0");
  EXPECT_EQ(path_of(run_fanuc(
                "G21\n#1=3\nN5 IF [#1 EQ 0] GOTO 20\nG0 X#1\n#1=#1-1\nGOTO 5\nN20 IF [#1 EQ 0] THEN #1=7\nG0 X#1\n")),
            "R 3 0 0; R 2 0 0; R 1 0 0; R 7 0 0");
}

TEST(GcodeFlow, WhatNeverEndsIsStopped) {
  Options options = known();
  options.max_steps = 1000;
  for (const char* text :
       {"o1 while [1]\no1 endwhile\n", "o1 repeat [1e9]\no1 endrepeat\n", "o1 repeat [1000000000]\no1 endrepeat\n",
        "o1 sub\no1 call\no1 endsub\no1 call\n", "F1\nG0 Z3\nG81 X0 Z1 R1 L999999999\n",
        "F1\nG0 Z9\nG83 X0 Z-100 R1 Q0.000000000000001\n", "o1 do\nG91 G0 X1\no1 while [1]\n"}) {
    const Program p = run(text, options);
    EXPECT_FALSE(p.complete()) << text;
    EXPECT_LE(p.motions, 1000U) << text;
  }
  options.dialect = Dialect::fanuc;
  for (const char* text : {"N1 GOTO 1\n", "WHILE [1 EQ 1] DO1\nEND1\n", "O1\nM98 P1\n",
                           "O1\nM98 P2\nM30\nO2\nM98 P2\nM99\n", "N1 M99 P1\n"}) {
    EXPECT_FALSE(run(text, options).complete()) << text;
  }
}

TEST(GcodeFlow, DeepNestingIsRefused) {
  const std::string deep = "G0 X" + std::string(100'000, '[') + "1" + std::string(100'000, ']') + "\n";
  EXPECT_NE(first_error(run(deep)).find("nested deeper than 64"), std::string::npos);
  EXPECT_FALSE(run("G0 X" + std::string(100'000, '-') + "1\n").complete());
  EXPECT_FALSE(run("G0 X" + std::string(100'000, '#') + "1\n").complete());
}

TEST(GcodeFlow, BrokenFlowStopsTheProgram) {
  for (const char* text : {"o1 while [1]\nG0 X1\n", "o1 if [1]\nG0 X1\n", "o1 endwhile\n", "o1 sub\nG0 X1\n",
                           "o1 endsub\n", "o1 break\n", "o1 if [1/0]\nG0 X1\no1 endif\n", "o1 if 1\no1 endif\n",
                           "o1 gibberish\nG0 X1\nG0 X2\no1 x\n", "o1 repeat [2]\no1 endwhile\n"}) {
    const Program p = run(text);
    EXPECT_FALSE(p.complete()) << text;
  }
  EXPECT_FALSE(run_fanuc("GOTO 99\n").complete());
  EXPECT_FALSE(run_fanuc("WHILE [1] DO1\n").complete());
  EXPECT_FALSE(run_fanuc("IF [1] X5\n").complete());
}

}  // namespace
}  // namespace graze::nc::gcode_test
