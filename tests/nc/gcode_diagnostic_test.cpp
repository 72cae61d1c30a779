// SPDX-License-Identifier: Apache-2.0
// Each error names file, line, column and word; nothing that might move is passed over.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "gcode_support.h"

namespace graze::nc::gcode_test {
namespace {

TEST(GcodeDiagnostic, NamesPlaceAndWord) {
  struct Case {
    const char* block;
    std::uint32_t column;
    const char* word;
    const char* kind;
  };
  for (const Case& c : {Case{"G1 X1 G41 D1", 7, "G41", "unsupported"},
                        Case{"G1 X1 G5 I1", 7, "G5", "unsupported"},
                        Case{"G38.2 Z-5", 1, "G38.2", "unsupported"},
                        Case{"G1 X1 M428", 7, "M428", "unsupported"},
                        Case{"G1 U5", 4, "U5", "unsupported"},
                        Case{"G0 G1 X1", 4, "G1", "conflict"},
                        Case{"G1 X1 X2", 7, "X2", "conflict"},
                        Case{"G1 X8e-04", 4, "X8e-", "syntax"},
                        Case{"G1 X1 (open", 7, "(open", "syntax"},
                        Case{"G1 X1 (a (b)", 10, "(b", "syntax"},
                        Case{"G1 X[1/0]", 6, "1/0", "value"},
                        Case{"G1 X[1+]", 8, "]", "syntax"},
                        Case{"G1 X#<no>", 5, "#<no>", "value"},
                        Case{"G1 X @", 6, "@", "syntax"},
                        Case{"G1 X1 $", 7, "$", "syntax"},
                        Case{"G1 X99999999999", 4, "X99999999999", "value"},
                        Case{"G1 X1 K3", 7, "K3", "conflict"},
                        Case{"G1 X1 F-5", 7, "F-5", "value"},
                        Case{"T1.5 M6", 1, "T1.5", "value"},
                        Case{"G1 X[sqrt[0-1]]", 6, "sqrt[0-1]", "value"},
                        Case{"G12345 X1", 1, "G12345", "value"},
                        Case{"#5420 = 3", 1, "#5420 = 3", "unsupported"},
                        Case{"G28 G1 X1", 1, "G28 G1 X1", "conflict"},
                        Case{"G4 G2 X1 I5 P2", 13, "P2", "conflict"},
                        Case{"N1 N2 X5", 4, "N2", "syntax"},
                        Case{"R5 M30", 1, "R5", "conflict"}}) {
    const Program p = run(std::string("G21 F100\n  ") + c.block + "\nG0 X1\n");
    ASSERT_EQ(p.severities[2], 1U) << c.block;
    const Diagnostic& d = p.diagnostics.back();
    EXPECT_EQ(d.place.line, 2U) << c.block;
    EXPECT_EQ(d.place.column, c.column + 2) << c.block << ": " << d.message;
    EXPECT_EQ(d.word, c.word) << c.block << ": " << d.message;
    EXPECT_EQ(d.kind, c.kind) << c.block << ": " << d.message;
    EXPECT_FALSE(p.complete());
  }
}

TEST(GcodeDiagnostic, AfterAnErrorItsAxesAreUnknown) {
  const Program p = run("G21 F1\nG1 X1 Y1 G41 D1\nG1 Z2\nX3\n");
  EXPECT_EQ(path_of(p), "F * * 2; F 3 * 2");
}

TEST(GcodeDiagnostic, StopsAfterTheLimit) {
  std::string text = "G21\n";
  for (int i = 0; i < 500; ++i) text += "G41\n";
  const Program p = run(text);
  EXPECT_EQ(p.severities[2], 100U);
  EXPECT_EQ(p.diagnostics.size(), 100U);
}

TEST(GcodeDiagnostic, ShowsTheCalls) {
  const Program p = run("o1 sub\nG41\no1 endsub\no2 sub\no1 call\no2 endsub\no2 call\n");
  EXPECT_EQ(first_error(p),
            "p.nc:2:1: error: this is not supported: cutter radius compensation [G41]; the path from here on cannot be "
            "verified\n"
            "p.nc:5:1: note: called 1 here\np.nc:7:1: note: called 2 here");
}

TEST(GcodeDiagnostic, HarmlessCodesOfAMachineCanBeNamed) {
  Options options = known();
  EXPECT_FALSE(run("M428\n", options).complete());
  options.harmless_m = {428};
  EXPECT_TRUE(run("M428\n", options).complete());
}

TEST(GcodeDiagnostic, EveryRefusedCodeIsAnError) {
  for (int tenths = 0; tenths < 2000; ++tenths) {
    for (const Dialect dialect : {Dialect::linuxcnc, Dialect::fanuc}) {
      const std::string code =
          std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
      struct Watch : Listener {
        BlockClass seen = BlockClass::executed;
        void motion(const Motion&) override {}
        void block(const Place& place, BlockClass c) override {
          if (place.line == 2) seen = c;
        }
      } watch;
      const Outcome outcome = run_program("G21 F100\nG" + code + "\n", "p.nc", known(dialect), watch);
      EXPECT_EQ(outcome.complete(), watch.seen != BlockClass::unsupported) << "G" << code;
    }
  }
}

TEST(GcodeDiagnostic, RealProgramsWhereTheyAre) {
  const char* const data = std::getenv("GRAZE_DATA");
  const std::filesystem::path folder =
      (data != nullptr ? std::filesystem::path(data)
                       : std::filesystem::path(GRAZE_SOURCE_DIR) / ".." / "shared" / "data") /
      "nc";
  if (!std::filesystem::exists(folder / "cameo.nc")) GTEST_SKIP() << "no " << folder;
  const auto read = [&](const char* name, const Options& options) {
    std::ifstream file(folder / name, std::ios::binary);
    return read_program(std::string((std::istreambuf_iterator<char>(file)), {}), name, options);
  };
  const Program cameo = read("cameo.nc", {});
  EXPECT_COMPLETE(cameo);
  EXPECT_GT(cameo.motions, 30'000U);
  EXPECT_LT(cameo.unknown_motions, 5U);
  const Program chips = read("3D_Chips.ngc", {});
  EXPECT_COMPLETE(chips);
  Options options;
  const Program impeller = read("impeller-7bl-xyzac.ngc", options);
  EXPECT_FALSE(impeller.complete());  // M428 and M429 switch kinematics
  options.harmless_m = {428, 429};
  EXPECT_COMPLETE(read("impeller-7bl-xyzac.ngc", options));
  options.harmless_m.clear();
  options.tcp_axes = 1 << 3 | 1 << 5;
  const Program turning = read("impeller-7bl-xyzac.ngc", options);
  EXPECT_COMPLETE(turning);
  EXPECT_TRUE(turning.setups[turning.path.at(0).setup].tcp);
  EXPECT_LE(turning.unknown_motions, 1U);
}

}  // namespace
}  // namespace graze::nc::gcode_test
