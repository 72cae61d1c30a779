// SPDX-License-Identifier: Apache-2.0
// Canned cycles as the motions they stand for. Levels are those of the axis across the plane.
#include <algorithm>
#include <cmath>

#include "nc/gcode/machine.h"

namespace graze::nc::detail {

constexpr double kPeckClearance = 0.254;  // mm: LinuxCNC's 0.01 inch, above the depth reached, in G73 and G83

void Machine::to_level(MotionKind kind, int axis, double level, bool known) {
  Axes end = position_;
  if (known) {
    end.set(axis, level);
  } else {
    end.forget(axis);
  }
  if (!(end == position_)) emit(kind, end, Purpose::cycle);
}

void Machine::one_hole(int code, int axis, double clear, double bottom, double peck, double back, bool back_known) {
  to_level(MotionKind::rapid, axis, clear);
  if (code == 730 || code == 830) {
    for (double depth = clear - peck; depth > bottom; depth -= peck) {
      take_step();
      to_level(MotionKind::feed, axis, depth);
      if (code == 830) to_level(MotionKind::rapid, axis, clear);
      to_level(MotionKind::rapid, axis, std::min(clear, depth + kPeckClearance));
    }
  }
  to_level(MotionKind::feed, axis, bottom);
  // Out by feed: Fanuc to R, LinuxCNC all the way but in G85.
  const bool feeds_out = code == 740 || code == 840 || code == 850 || code == 890;
  const bool feeds_to_clear = feeds_out && (fanuc_ || code == 850);
  if (feeds_to_clear) to_level(MotionKind::feed, axis, clear);
  to_level(feeds_out && !feeds_to_clear ? MotionKind::feed : MotionKind::rapid, axis, back, back_known);
}

void Machine::drill(Block& block, int code) {
  const int axis = kPlaneAxes[static_cast<std::size_t>(modes_.plane)][2];
  for (const char rotary : {'a', 'b', 'c'}) {
    if (!fanuc_ && block.has(rotary)) block.fail(rotary, "conflict", "LinuxCNC's cycles have no rotary axes");
  }
  const auto across = static_cast<std::size_t>(axis);
  const char level_letter = kAxisLetters[axis];
  const auto read = [&](char letter, double& value, bool& has) {
    if (!block.has(letter)) return;
    value = block.use(letter) * modes_.unit;
    has = true;
  };
  read(level_letter, cycle_.bottom, cycle_.has_bottom);
  read('r', cycle_.clear, cycle_.has_clear);
  const bool pecks = code == 730 || code == 830;
  if (pecks) read('q', cycle_.peck, cycle_.has_peck);
  block.use('p', 0);
  if (!cycle_.has_bottom)
    block.fail_at(0, "conflict", "this cycle has no bottom yet", "it needs Z (in G18 Y, in G19 X)");
  if (!cycle_.has_clear) block.fail_at(0, "conflict", "this cycle has no clearance plane yet", "it needs R");
  if (pecks && !(cycle_.peck > 0)) {
    if (!fanuc_ || cycle_.has_peck) block.fail('q', "value", "pecking needs a depth above zero: Q");
    cycle_.peck = kFarthest;
  }
  double repeats = 1;
  const char repeat_letter = fanuc_ && block.has('k') ? 'k' : 'l';
  if (block.has(repeat_letter)) {
    repeats = block.use(repeat_letter);
    if (!(repeats >= 0 && repeats <= 1e9 && repeats == std::floor(repeats))) {
      block.fail(repeat_letter, "value", "repeats are a whole number");
    }
  }
  if (!cycle_.has_initial) {
    cycle_.has_initial = true;
    cycle_.initial = position_;
  }
  const double initial = cycle_.initial.value[across];
  double clear = cycle_.clear, bottom = cycle_.bottom;
  if (modes_.absolute) {
    clear += shift_[across];
    bottom += shift_[across];
  } else {
    if (!cycle_.initial.has(axis)) {
      block.fail_at(0, "position", "R counts from a level that is not known", "move there first, or use G90");
    }
    clear += initial;
    bottom += clear;
  }
  if (!(std::fabs(clear) <= kFarthest && std::fabs(bottom) <= kFarthest)) {
    block.fail_at(0, "value", "the cycle's levels are out of range");
  }
  if (clear < bottom) block.fail_at(0, "value", "the clearance plane R lies below the bottom");
  if (repeats == 0) {
    block.unread &= ~Block::kAxisWords;
    return;
  }
  const Axes there = target(block);
  // LinuxCNC: to R before going across where the series began below R; otherwise across at the level of now or, where
  // that is not above R, straight to the level of retracts. Fanuc: across first, then to R.
  const bool below = cycle_.initial.has(axis) && initial < clear;
  if (!fanuc_ && below) to_level(MotionKind::rapid, axis, clear);
  // G98: back to where the series of cycles began, or to R if that is higher.
  const bool back_known = !modes_.to_initial || cycle_.initial.has(axis);
  const double back = modes_.to_initial && back_known ? std::max(initial, clear) : clear;
  const Axes began = position_;
  Axes hole = there;
  for (int repeat = 0; repeat < static_cast<int>(repeats); ++repeat) {
    take_step();
    Axes above = position_;
    for (int i = 0; i < kAxes; ++i) {
      if (i == axis || !hole.has(i)) continue;
      above.set(i, hole.value[static_cast<std::size_t>(i)]);
    }
    if (!fanuc_ && above.has(axis) && position_.value[across] <= clear) above.set(axis, back);
    if (!(above == position_)) emit(MotionKind::rapid, above, Purpose::cycle);
    one_hole(code, axis, clear, bottom, cycle_.peck, back, back_known);
    if (modes_.absolute) continue;
    for (int i = 0; i < kAxes; ++i) {
      if (i == axis || !hole.has(i) || !began.has(i)) continue;
      const auto k = static_cast<std::size_t>(i);
      const double step = there.value[k] - began.value[k];
      if (std::fabs(hole.value[k] + step) > kFarthest) block.fail_at(0, "value", "repeats lead out of range");
      hole.set(i, hole.value[k] + step);
    }
  }
}

}  // namespace graze::nc::detail
