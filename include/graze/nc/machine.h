// SPDX-License-Identifier: Apache-2.0
// Machines with rotary axes: from the values of the axes to the pose of the tool in the part's frame.
// docs/nc_machines.md.
//
// Frame: that of the part with all rotary axes at 0, which is the program's (graze/nc/program.h): millimetres, degrees.
// The tool's axis at 0 is +z, from the tip to the spindle.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/error.h"
#include "graze/math.h"
#include "graze/nc/program.h"

namespace graze::nc {

enum class AxisKind : std::uint8_t { linear, rotary };
enum class Side : std::uint8_t { table, head };

/// With growing values the tool moves, as seen from the part, along `direction`, or turns about it by the right-hand
/// rule (ISO 841: what a table does itself is the opposite); `sign` -1: the other way round.
struct MachineAxis {
  char letter = 'X';  ///< X Y Z, which are linear, or A B C, which are rotary
  AxisKind kind = AxisKind::linear;
  Side side = Side::head;
  Vec3 direction{0, 0, 1};  ///< of any length but 0
  /// Of a rotary axis: a point on it with all axes at 0. Tables: in the part's frame; heads: from the gauge point,
  /// which is where the spindle's axis meets the gauge plane (the spindle's nose), a gauge length above the tip.
  Vec3 point;
  int sign = 1;
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();  ///< limits
};

/// A chain of axes from the part to the tool: first those of the table, the one that carries the part first; then those
/// of the head, the one that carries the tool last. X, Y and Z are all there, A B C as far as the machine has them.
struct Kinematics {
  std::string name;
  std::vector<MachineAxis> chain;

  bool has(int axis) const;  ///< 0..5: X Y Z A B C
};

/// Throws Error (invalid_option), naming the axis, unless the chain is as told: letters once and of their kind, X Y Z
/// there and not in one plane, tables before heads, directions and points finite, sign 1 or -1, low <= high.
void validate(const Kinematics&);

/// "xyzac-trt", ...: docs/nc_machines.md. Rotary axes of presets meet in the program's zero (tables) or in the gauge
/// point (heads); `pivot` mm above it, where a head's axes are in truth. Throws Error (invalid_option) with the known
/// names.
Kinematics machine_preset(std::string_view name, double pivot = 0);
std::span<const std::string_view> machine_presets();

/// A file of our own, JSON (docs/nc_machines.md). Throws Error (format, unsupported, io) with the line.
Kinematics read_machine(std::string_view json, const std::filesystem::path& name);
Kinematics load_machine(const std::filesystem::path& file);

/// How the axes go from one end of a motion to the other.
enum class Interpolation : std::uint8_t {
  machine,    ///< all axes linearly; X Y Z are where the tip would be with the rotary axes of the head at 0
  tcp,        ///< tool-centre-point: X Y Z are the tip's in the part's frame and go linearly, and so do A B C
  tcp_slerp,  ///< the tip linearly; the tool's axis along the great circle between its ends, at constant speed
};

/// Is the gauge length (from the gauge point to the tip) needed? With rotary axes on the head and
/// Interpolation::machine.
bool needs_gauge(const Kinematics&, Interpolation);

/// Where the tool stands: its tip, and its axis as a unit vector from the tip to the spindle.
struct ToolPose {
  Vec3 tip, axis{0, 0, 1};
  friend bool operator==(const ToolPose&, const ToolPose&) = default;
};

/// The pose of the tool's frame (tip, +z along its axis) in the part's frame. Axes that the machine has not are
/// ignored; those it has must be known. Throws std::invalid_argument when one is not, when its value is not finite, and
/// when `gauge` (mm; negative or not a number: not known) is needed and not given.
Pose forward(const Kinematics&, const Axes&, Interpolation, double gauge = -1);
ToolPose tool_pose(const Pose&);

/// The first axis of the machine beyond its limits, as a sentence for people; nothing where all are within. Of X Y Z
/// with Interpolation::machine alone: else they are not those of the machine.
std::optional<std::string> beyond_limits(const Kinematics&, const Axes&, Interpolation);

/// Which interpolation a motion has on this machine: `tcp` where the program turned it on (Setup::tcp).
Interpolation interpolation_of(const Setup&, Interpolation tcp = Interpolation::tcp);

std::string_view name(Interpolation);

}  // namespace graze::nc
