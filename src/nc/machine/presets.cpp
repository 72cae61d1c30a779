// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "graze/nc/machine.h"

namespace graze::nc {
namespace {

struct Preset {
  std::string_view name;
  std::string_view table;  // rotary axes, the one that carries the part first
  std::string_view head;   // the one that carries the tool last
  int sign;
};

/// LinuxCNC's trt machines turn the table itself by the right-hand rule (its pin conventional-directions is off).
constexpr std::array<Preset, 12> kPresets = {{{"xyz", "", "", 1},
                                              {"xyza", "A", "", 1},
                                              {"xyzb", "B", "", 1},
                                              {"xyzc", "C", "", 1},
                                              {"xyzac", "CA", "", 1},
                                              {"xyzbc", "CB", "", 1},
                                              {"xyzac-trt", "CA", "", -1},
                                              {"xyzbc-trt", "CB", "", -1},
                                              {"xyzac-head", "", "CA", 1},
                                              {"xyzbc-head", "", "CB", 1},
                                              {"xyzac-mixed", "C", "A", 1},
                                              {"xyzbc-mixed", "C", "B", 1}}};

Vec3 direction_of(char letter) {
  const bool x = letter == 'X' || letter == 'A', y = letter == 'Y' || letter == 'B';
  return {x ? 1.0 : 0.0, y ? 1.0 : 0.0, x || y ? 0.0 : 1.0};
}

MachineAxis rotary(char letter, Side side, int sign, double pivot) {
  MachineAxis axis;
  axis.letter = letter;
  axis.kind = AxisKind::rotary;
  axis.side = side;
  axis.direction = direction_of(letter);
  axis.sign = sign;
  if (side == Side::head) axis.point = {0, 0, pivot};
  return axis;
}

}  // namespace

std::span<const std::string_view> machine_presets() {
  static constexpr auto kNames = [] {
    std::array<std::string_view, kPresets.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = kPresets[i].name;
    return names;
  }();
  return kNames;
}

Kinematics machine_preset(std::string_view name, double pivot) {
  if (!std::isfinite(pivot)) throw Error(ErrorCode::invalid_option, "the pivot's height is not finite");
  std::string known;
  for (const Preset& preset : kPresets) {
    known += (known.empty() ? "" : ", ") + std::string(preset.name);
    if (preset.name != name) continue;
    Kinematics machine;
    machine.name = preset.name;
    for (const char letter : preset.table) machine.chain.push_back(rotary(letter, Side::table, preset.sign, 0));
    for (const char letter : std::string_view("XYZ")) {
      MachineAxis axis;
      axis.letter = letter;
      axis.direction = direction_of(letter);
      machine.chain.push_back(axis);
    }
    for (const char letter : preset.head) machine.chain.push_back(rotary(letter, Side::head, preset.sign, pivot));
    return machine;
  }
  throw Error(ErrorCode::invalid_option, "no such machine; known are " + known);
}

}  // namespace graze::nc
