// SPDX-License-Identifier: Apache-2.0
// Straight moves and arcs, from words to motions.
#include <cmath>

#include "nc/gcode/arc.h"
#include "nc/gcode/machine.h"

namespace graze::nc::detail {

constexpr std::uint8_t kXyz = 7;

std::uint32_t named_axes(const Block& block) {
  std::uint32_t axes = 0;
  for (int axis = 0; axis < kAxes; ++axis) axes |= block.has(kAxisLetters[axis]) ? 1U << axis : 0U;
  return axes;
}

Axes Machine::target(Block& block) const {
  Axes end = position_;
  for (int axis = 0; axis < kAxes; ++axis) {
    const char letter = kAxisLetters[axis];
    if ((block.unread & Block::bit(letter)) == 0) continue;
    const double word = block.use(letter) * (axis < 3 ? modes_.unit : 1.0);
    const auto i = static_cast<std::size_t>(axis);
    double value = word;
    if (modes_.absolute) {
      value += shift_[i];
    } else if (end.has(axis)) {
      value += end.value[i];
    } else {
      continue;  // a distance from nobody knows where
    }
    if (!(std::fabs(value) <= kFarthest)) block.fail(letter, "value", "this position is out of range");
    end.set(axis, value);
  }
  return end;
}

// Without a machine zero, or with a tool of unknown length, the place is not known.
Axes Machine::machine_target(Block& block, std::uint32_t axes) const {
  Axes at;
  for (int axis = 0; axis < kAxes; ++axis) {
    if ((axes >> axis & 1) == 0) continue;
    const char letter = kAxisLetters[axis];
    const double value = block.use(letter) * (axis < 3 ? modes_.unit : 1.0);
    if (!(std::fabs(value) <= kFarthest)) block.fail(letter, "value", "this position is out of range");
    at.set(axis, value);
  }
  return homed(at, axes);
}

void Machine::straight(Block& block, bool rapid, bool in_machine) {
  if (!unit_named_) {
    Trouble trouble;
    trouble.kind = "style";
    trouble.message = std::string("neither G20 nor G21 so far: units are ") + (modes_.unit == 1 ? "mm" : "inches");
    log_.once(Severity::note, place, trouble);
    unit_named_ = true;
  }
  const std::uint32_t axes = named_axes(block);
  motion_.named = static_cast<std::uint8_t>(axes);
  if (!in_machine) {
    emit(rapid ? MotionKind::rapid : MotionKind::feed, target(block), Purpose::programmed);
    return;
  }
  if (axes == 0) return;
  if (!modes_.absolute && !fanuc_) block.fail_at(0, "conflict", "G53 needs G90");
  emit(rapid ? MotionKind::rapid : MotionKind::feed, machine_target(block, axes), Purpose::machine);
}

void Machine::turn(Block& block, bool clockwise) {
  const auto& axes = kPlaneAxes[static_cast<std::size_t>(modes_.plane)];
  static constexpr char kCentreLetters[] = "ijk";
  motion_.named = static_cast<std::uint8_t>(named_axes(block));
  const char first = kCentreLetters[axes[0]], second = kCentreLetters[axes[1]], across = kCentreLetters[axes[2]];
  const Axes end = target(block);
  const int a = axes[0], b = axes[1];
  const auto lost = [&] {
    for (const int axis : {0, 1, 2}) {
      if (end.has(axis)) position_.set(axis, end.value[static_cast<std::size_t>(axis)]);
    }
  };
  if (!position_.has(a) || !position_.has(b)) {
    lost();
    block.fail_at(0, "position", "this arc starts at a position that is not known",
                  "move to it with G0 or G1, or give the start");
  }
  const Point2 from = {position_.value[static_cast<std::size_t>(a)], position_.value[static_cast<std::size_t>(b)]};
  const Point2 to = {end.value[static_cast<std::size_t>(a)], end.value[static_cast<std::size_t>(b)]};
  int turns = 1;
  if (block.has('p')) {
    const double p = block.use('p');
    if (!(p >= 1 && p <= 1e6 && p == std::floor(p))) block.fail('p', "value", "turns are a whole number from 1");
    turns = static_cast<int>(p);
  }
  if (block.has(across)) block.fail(across, "arc", "this centre word lies across the plane");
  Arc arc;
  const bool by_centre = block.has(first) || block.has(second);
  if (block.has('r') && (!by_centre || fanuc_)) {
    block.unread &= ~(Block::bit(first) | Block::bit(second));
    const double radius = block.use('r') * modes_.unit;
    if (!(std::fabs(radius) <= kFarthest)) block.fail('r', "value", "this radius is out of range");
    arc = arc_by_radius(from, to, radius, clockwise, turns);
  } else if (block.has('r')) {
    block.fail('r', "arc", "an arc has a radius or a centre, not both");
  } else if (!by_centre) {
    block.fail_at(0, "arc", "an arc needs its centre (I J K) or its radius (R)");
  } else {
    Point2 centre = from;
    if (modes_.arc_absolute) {
      if (!block.has(first) || !block.has(second)) block.fail_at(0, "arc", "G90.1 needs both words of the centre");
      centre = {block.use(first) * modes_.unit + shift_[static_cast<std::size_t>(a)],
                block.use(second) * modes_.unit + shift_[static_cast<std::size_t>(b)]};
    } else {
      centre[0] += block.use(first, 0) * modes_.unit;
      centre[1] += block.use(second, 0) * modes_.unit;
    }
    if (!(std::fabs(centre[0]) <= kFarthest && std::fabs(centre[1]) <= kFarthest)) {
      block.fail_at(0, "value", "the arc's centre is out of range");
    }
    arc = arc_about(from, to, centre, clockwise, turns);
  }
  if (!arc.trouble.empty()) {
    lost();
    block.fail_at(0, "arc", arc.trouble, "check the end and the centre or radius");
  }
  motion_.centre = arc.centre;
  motion_.sweep = arc.sweep;
  motion_.turns = clockwise ? -turns : turns;
  motion_.plane = modes_.plane;
  emit(MotionKind::arc, end, Purpose::programmed);
  motion_.centre = {};
  motion_.sweep = 0;
  motion_.turns = 0;
}

void Machine::emit(MotionKind kind, const Axes& end, Purpose purpose) {
  take_step();
  if (setup_changed_) {
    setup_changed_ = false;
    setup_.work_system = work_system_;
    setup_.length_known = length_.known;
    setup_.length_from = length_.from;
    setup_.tool_offset = length_.value;
    if (outcome_.setups.empty() || !(outcome_.setups.back() == setup_)) outcome_.setups.push_back(setup_);
    motion_.setup = static_cast<std::uint32_t>(outcome_.setups.size() - 1);
  }
  if (kind != MotionKind::rapid && setup_.tool != length_told_) tell_length();
  if (kind != MotionKind::rapid && motion_.feed == 0) {
    Trouble trouble;
    trouble.kind = "style";
    trouble.message = "a feed move without a feed (F)";
    log_.once(Severity::warning, place, trouble);
  }
  motion_.kind = kind;
  motion_.purpose = purpose;
  if (purpose == Purpose::cycle) motion_.named = kXyz;
  motion_.plane = modes_.plane;
  motion_.start = position_;
  motion_.end = end;
  motion_.place = place;
  ++outcome_.motions;
  outcome_.unknown_motions += (position_.known & end.known & kXyz) != kXyz ? 1U : 0U;
  listener_.motion(motion_);
  position_ = end;
}

}  // namespace graze::nc::detail
