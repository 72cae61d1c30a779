// SPDX-License-Identifier: Apache-2.0
// Programs for tests over all there are: those of the data (GRAZE_DATA, or ../shared/data), and one of our own with
// arcs in all planes, helices and drilling.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "nc/verify_support.h"

namespace graze::test::planted {

using nc::GougeReport;
using nc::GougeVerdict;
using nc::Motion;
using nc::MotionKind;

inline constexpr std::array<std::array<std::size_t, 3>, 3> kAxesOfPlane = {{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}}};
inline constexpr double kTolerance = 0.01, kRadius = 1;

inline constexpr const char* kOwn = R"(G21 G90 G17 G94
T1 M6
G0 X0 Y0 Z20
Z2
G1 Z-1 F300
X10
G3 X20 Y10 I0 J10
G2 X30 Y0 R10 Z-1.5
G1 Z-1.5
G18 G2 X34 I2 K0 Z-1.5
G17
G1 Y-10 Z-2
G3 X34 Y-10 I-5 J0 Z-2.5 P2
G1 Z-2.5
G19 G3 Y-14 J-2 K0 Z-2.5
G17 G0 Z5
X0 Y0
G81 X5 Y20 Z-3 R2 F100
X10
Y25
G83 X15 Y25 Z-4 R2 Q1
G80
G0 X0 Y0 Z5
M2
)";

struct Source {
  std::string name, text;
};

inline std::filesystem::path data_folder() {
  if (const char* data = std::getenv("GRAZE_DATA")) return data;
  return std::filesystem::path(GRAZE_SOURCE_DIR) / ".." / "shared" / "data";
}

inline std::vector<Source> sources() {
  std::vector<Source> all{{"own", kOwn}};
  if (!std::filesystem::is_directory(data_folder() / "nc")) return all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder() / "nc")) {
    const std::string kind = entry.path().extension().string();
    if (kind != ".nc" && kind != ".ngc" && kind != ".gcode" && kind != ".tap") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    all.push_back({entry.path().filename().string(), std::string((std::istreambuf_iterator<char>(file)), {})});
  }
  std::sort(all.begin() + 1, all.end(), [](const Source& a, const Source& b) { return a.name < b.name; });
  return all;
}

inline nc::Axes high_above() {
  nc::Axes start;
  for (const int axis : {0, 1, 2, 3, 5}) start.set(axis, axis == 2 ? 200 : 0);
  return start;
}

inline nc::Program read(const std::string& text, const std::string& name, const nc::Axes& start = high_above()) {
  nc::Options options;
  options.start = start;
  options.tcp_axes = 1 << 3 | 1 << 5;
  return nc::read_program(text, name, options);
}

inline bool turns(const nc::Axes& a) { return a.value[3] != 0 || a.value[4] != 0 || a.value[5] != 0; }

inline nc::VerifyOptions options_of(const nc::Program& program) {
  nc::VerifyOptions options;
  options.tolerance = kTolerance;
  options.first_tool = 1;
  const bool rotary =
      std::any_of(program.path.begin(), program.path.end(), [](const Motion& m) { return turns(m.end); });
  if (rotary) options.machine = nc::machine_preset("xyzac-trt");
  return options;
}

inline nc::ToolLibrary balls(const nc::Program& program) {
  nc::ToolLibrary library;
  std::vector<int> numbers{1};
  for (const nc::Setup& s : program.setups) {
    if (s.tool > 0) numbers.push_back(s.tool);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (const int number : numbers) {
    library.tools.push_back(ball_tool(2 * kRadius, 6));
    library.tools.back().number = number;
  }
  return library;
}

}  // namespace graze::test::planted
