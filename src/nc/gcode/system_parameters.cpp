// SPDX-License-Identifier: Apache-2.0
// Parameters that show modes, offsets and positions. What is not modelled is refused, not read as 0.
#include <cmath>

#include "nc/gcode/machine.h"

namespace graze::nc::detail {

Access Machine::read_system(int number, double& value) const {
  const double machine_unit = options_.unit == Unit::mm ? 1.0 : 25.4;  // tables are in the machine's units
  const auto show = [&](const Axes& axes, int axis, double unit) {
    if (!axes.has(axis)) return Access::unknown;
    value = axes.value[static_cast<std::size_t>(axis)] / (axis < 3 ? unit : 1.0);
    return Access::done;
  };
  const auto current = [&](int axis) {
    if (!position_.has(axis)) return Access::unknown;
    const auto i = static_cast<std::size_t>(axis);
    value = (position_.value[i] - shift_[i]) / (axis < 3 ? modes_.unit : 1.0);
    return Access::done;
  };
  if (number >= 5221 && number < 5401) {
    const int system = (number - 5221) / 20 + 1, axis = (number - 5221) % 20;
    if (system <= (fanuc_ ? 6 : 9) && axis < kAxes) {
      const auto found = work_offsets_.find(system);
      value = found == work_offsets_.end()
                  ? 0.0
                  : found->second[static_cast<std::size_t>(axis)] / (axis < 3 ? machine_unit : 1.0);
      return Access::done;
    }
  }
  if (fanuc_) {
    if (number >= 5001 && number <= 5006) return current(number - 5001);
    if (number >= 5041 && number <= 5046) return current(number - 5041);
    if (number == 4001 && modes_.motion >= 0) {
      const int code = modes_.motion / 10;
      value = code;
      return Access::done;
    }
    if (number == 4003) {
      value = modes_.absolute ? 90 : 91;
      return Access::done;
    }
    if (number == 4006) {
      value = modes_.unit == 1 ? 21 : 20;
      return Access::done;
    }
    if (number == 4120) {
      value = setup_.tool;
      return Access::done;
    }
    return Access::unsupported;
  }
  if (number < 5000) return Access::ordinary;
  if (number >= 5161 && number <= 5166) return show(home_g28_, number - 5161, machine_unit);
  if (number >= 5181 && number <= 5186) return show(home_g30_, number - 5181, machine_unit);
  if (number >= 5211 && number <= 5216) {
    const int axis = number - 5211;
    value = g92_kept_[static_cast<std::size_t>(axis)] / (axis < 3 ? machine_unit : 1.0);
    return Access::done;
  }
  if (number >= 5420 && number <= 5425) return current(number - 5420);
  if (number >= 5401 && number <= 5403) {
    if (!length_.known) return Access::unknown;
    value = length_.value[static_cast<std::size_t>(number - 5401)] / modes_.unit;
    return Access::done;
  }
  switch (number) {
    case 5210:
      value = g92_ == std::array<double, kAxes>{} ? 0 : 1;
      return Access::done;
    case 5220:
      value = work_system_;
      return Access::done;
    case 5400:
      value = setup_.tool;
      return Access::done;
    case 5410: {
      const auto found = tools_.find(setup_.tool);
      if (found == tools_.end()) return Access::unknown;
      value = found->second.diameter / machine_unit;
      return Access::done;
    }
    default:
      break;
  }
  // Probing results and states of inputs; the rest up to 9999 is free.
  return number < 5600 ? Access::unsupported : Access::ordinary;
}

Access Machine::read_system(const std::string& name, double& value) const {
  const auto is = [&](double shown_value) {
    value = shown_value;
    return Access::done;
  };
  static constexpr const char* kPositions[] = {"_x", "_y", "_z", "_a", "_b", "_c"};
  for (int axis = 0; axis < kAxes; ++axis) {
    if (name == kPositions[axis]) return read_system(5420 + axis, value);
  }
  if (name == "_metric") return is(modes_.unit == 1 ? 1 : 0);
  if (name == "_imperial") return is(modes_.unit == 1 ? 0 : 1);
  if (name == "_absolute") return is(modes_.absolute ? 1 : 0);
  if (name == "_incremental") return is(modes_.absolute ? 0 : 1);
  if (name == "_ijk_absolute_mode") return is(modes_.arc_absolute ? 1 : 0);
  if (name == "_inverse_time") return is(modes_.feed_mode == FeedMode::inverse_time ? 1 : 0);
  if (name == "_units_per_minute") return is(modes_.feed_mode == FeedMode::per_minute ? 1 : 0);
  if (name == "_units_per_rev") return is(modes_.feed_mode == FeedMode::per_revolution ? 1 : 0);
  if (name == "_retract_r_plane") return is(modes_.to_initial ? 0 : 1);
  if (name == "_retract_old_z") return is(modes_.to_initial ? 1 : 0);
  if (name == "_coord_system") return is(work_system_ <= 6 ? 530 + 10 * work_system_ : 584 + work_system_);
  if (name == "_plane") return is(170 + 10 * static_cast<int>(modes_.plane));
  if (name == "_motion_mode") return is(modes_.cycle != 0 ? modes_.cycle : modes_.motion < 0 ? 800 : modes_.motion);
  if (name == "_feed")
    return is(modes_.feed_mode == FeedMode::inverse_time ? motion_.feed : motion_.feed / modes_.unit);
  if (name == "_rpm") return is(modes_.speed);
  if (name == "_current_tool") return is(setup_.tool);
  if (name == "_selected_tool") return is(modes_.selected_tool);
  if (name == "_line") return is(place.line);
  if (name == "_task") return is(0);
  static constexpr const char* kOthers[] = {"_vmajor",
                                            "_vminor",
                                            "_remap_level",
                                            "_current_pocket",
                                            "_selected_pocket",
                                            "_lathe_diameter_mode",
                                            "_ccomp",
                                            "_tool_offset",
                                            "_spindle_on",
                                            "_spindle_cw",
                                            "_mist",
                                            "_flood",
                                            "_speed_override",
                                            "_feed_override",
                                            "_adaptive_feed",
                                            "_feed_hold"};
  for (const char* other : kOthers) {
    if (name == other) return Access::unsupported;
  }
  if (name.starts_with("_ini[") || name.starts_with("_hal[") || name.starts_with("_abs_")) return Access::unsupported;
  return Access::ordinary;
}

bool Machine::may_write(int number) const { return fanuc_ ? number < 1000 : number < 5061 || number > 5599; }

}  // namespace graze::nc::detail
