// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <stdexcept>

#include "geometry/vec.h"
#include "nc/machine/tool_path.h"
#include "nc/tools/outline.h"

namespace graze::nc {
namespace {

using detail::axis_index;

constexpr double kFarthestPoint = 1e6;  // mm

[[noreturn]] void refuse(char letter, const std::string& what) {
  throw Error(ErrorCode::invalid_option, std::string("axis ") + letter + ": " + what);
}

void validate_axis(const MachineAxis& a) {
  const int index = axis_index(a.letter);
  if (index < 0) throw Error(ErrorCode::invalid_option, "axes are X Y Z A B C");
  if ((index < 3) != (a.kind == AxisKind::linear)) refuse(a.letter, index < 3 ? "must be linear" : "must be rotary");
  if (!graze::detail::is_finite(a.direction) || !(graze::detail::norm(a.direction) > 1e-9) ||
      !(graze::detail::norm(a.direction) < 1e9)) {
    refuse(a.letter, "its direction is no direction");
  }
  if (!(graze::detail::max_abs(a.point) <= kFarthestPoint)) refuse(a.letter, "its point is out of range");
  if (a.sign != 1 && a.sign != -1) refuse(a.letter, "the sign is 1 or -1");
  if (!(a.low <= a.high)) refuse(a.letter, "its lower limit is above the upper one");
}

}  // namespace

bool Kinematics::has(int axis) const {
  for (const MachineAxis& a : chain) {
    if (axis_index(a.letter) == axis) return true;
  }
  return false;
}

void validate(const Kinematics& machine) {
  unsigned seen = 0;
  bool head = false;
  Vec3 linear[3];
  for (const MachineAxis& a : machine.chain) {
    validate_axis(a);
    const int index = axis_index(a.letter);
    if ((seen >> index & 1) != 0) refuse(a.letter, "is there twice");
    seen |= 1U << index;
    if (head && a.side == Side::table) refuse(a.letter, "axes of the table come before those of the head");
    head = head || a.side == Side::head;
    if (index < 3) linear[index] = detail::unit_of(a.direction);
  }
  for (int i = 0; i < 3; ++i) {
    if ((seen >> i & 1) == 0) refuse("XYZ"[i], "is missing");
  }
  if (std::abs(graze::detail::dot(linear[0], graze::detail::cross(linear[1], linear[2]))) < 1e-3) {
    refuse('Z', "X, Y and Z lie in one plane");
  }
}

bool needs_gauge(const Kinematics& machine, Interpolation interpolation) {
  if (interpolation != Interpolation::machine) return false;
  for (const MachineAxis& a : machine.chain) {
    if (a.kind == AxisKind::rotary && a.side == Side::head) return true;
  }
  return false;
}

Pose forward(const Kinematics& machine, const Axes& axes, Interpolation interpolation, double gauge) {
  return detail::ToolPath(machine, {axes, axes, interpolation}, gauge).pose(0);
}

ToolPose tool_pose(const Pose& pose) { return {pose.t, {pose.r[2], pose.r[5], pose.r[8]}}; }

std::optional<std::string> beyond_limits(const Kinematics& machine, const Axes& axes, Interpolation interpolation) {
  for (const MachineAxis& a : machine.chain) {
    const int index = axis_index(a.letter);
    if (!axes.has(index) || (index < 3 && interpolation != Interpolation::machine)) continue;
    const double value = axes.value[static_cast<std::size_t>(index)];
    if (value >= a.low && value <= a.high) continue;
    const auto text = detail::tools::number_text;
    return std::string("axis ") + a.letter + " at " + text(value) + " is beyond its limits, " + text(a.low) + " to " +
           text(a.high);
  }
  return std::nullopt;
}

Interpolation interpolation_of(const Setup& setup, Interpolation tcp) {
  return setup.tcp ? tcp : Interpolation::machine;
}

std::string_view name(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::machine:
      return "machine";
    case Interpolation::tcp:
      return "tcp";
    default:
      return "tcp-slerp";
  }
}

}  // namespace graze::nc
