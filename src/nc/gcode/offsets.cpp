// SPDX-License-Identifier: Apache-2.0
// Work offsets, tool lengths, shifts of the origin, reference points. None of them moves anything by itself but G28,
// G30.
#include <cmath>

#include "nc/gcode/machine.h"

namespace graze::nc::detail {

void Machine::update_shift() {
  const auto& offsets = work();
  for (std::size_t i = 0; i < kAxes; ++i) shift_[i] = offsets[i] + g92_[i] + local_[i];
}

static int whole_word(Block& block, char letter, int least, int most, const char* message) {
  const double value = block.use(letter, -1);
  if (!(value >= least && value <= most && value == std::floor(value))) block.fail(letter, "value", message);
  return static_cast<int>(value);
}

static double length_word(Block& block, char letter, double unit) {
  const double value = block.use(letter) * unit;
  if (!(std::fabs(value) <= kFarthest)) block.fail(letter, "value", "this length is out of range");
  return value;
}

ToolOffset Machine::find_offset(int h) const {
  ToolOffset into;
  into.from = h;
  if (h == 0) return into;
  const auto found = tools_.find(h);
  if (found == tools_.end()) {
    into.known = false;
  } else {
    into.value = found->second.offset;
    if (fanuc_) into.value[0] = into.value[1] = 0;
  }
  return into;
}

// The machine stands still, so the controlled point moves against the change; by an unknown length, nobody knows where.
void Machine::change_length(const ToolOffset& offset) {
  if (!offset.known && !length_.known && offset.from == length_.from) return;
  const bool along_z = !setup_.tcp || is_upright();  // else along the tilted tool
  for (int axis = 0; axis < 3; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (!position_.has(axis)) continue;
    if (!along_z) {
      position_.forget(axis);
    } else if (offset.known && length_.known) {
      position_.set(axis, position_.value[i] + length_.value[i] - offset.value[i]);
    } else if (axis == 2) {
      position_.forget(axis);
    }
  }
  length_ = offset;
  setup_changed_ = true;
}

// X Y Z mean the same with and without it while the rotary axes are at 0.
void Machine::set_tcp(bool on) {
  if (on == setup_.tcp) return;
  setup_.tcp = on;
  setup_changed_ = true;
  if (is_upright()) return;
  for (int axis = 0; axis < 3; ++axis) position_.forget(axis);
}

bool Machine::is_upright() const {
  for (int axis = 3; axis < kAxes; ++axis) {
    if ((options_.tcp_axes >> axis & 1) == 0) continue;
    if (!position_.has(axis) || position_.value[static_cast<std::size_t>(axis)] != 0) return false;
  }
  return true;
}

void Machine::set_length(Block& block, int code) {
  ToolOffset offset;
  if (code == 431) {
    offset.from = -1;
    for (int axis = 0; axis < 3; ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      const char letter = kAxisLetters[axis];
      offset.value[i] = block.has(letter) ? length_word(block, letter, modes_.unit) : length_.value[i];
    }
  } else if (code != 490) {
    int h = block.has('h') ? whole_word(block, 'h', 0, 99'999'999, "H is a whole number") : setup_.tool;
    if (h == 0 && !fanuc_) h = setup_.tool;
    offset = find_offset(h);
    if (fanuc_ && !block.has('h')) block.fail_at(0, "tool", "G43 and G44 need H", "write G43 H" + std::to_string(h));
    if (h != setup_.tool && h != 0 && setup_.tool != 0) {
      Trouble trouble;
      trouble.kind = "tool";
      trouble.column = block.at('h');
      trouble.word = block.word_at(block.at('h'));
      trouble.message = "tool " + std::to_string(setup_.tool) + " is given the length of tool " + std::to_string(h);
      log_.once(Severity::warning, place, trouble);
    }
    if (code == 440) {
      for (double& value : offset.value) value = -value;
    }
    if (code == 432) {
      offset.known = offset.known && length_.known;
      for (std::size_t i = 0; i < 3; ++i) offset.value[i] += length_.value[i];
      if (std::fabs(offset.value[2]) > kFarthest) block.fail('h', "value", "this length is out of range");
    }
  }
  change_length(offset);
  if (length_.from != 0) length_tool_ = setup_.tool;
  length_told_ = 0;
}

void Machine::tell_length() {
  length_told_ = setup_.tool;
  if (length_tool_ == 0 || length_tool_ == setup_.tool) return;
  const std::string tool = std::to_string(setup_.tool);
  Trouble trouble;
  trouble.kind = "tool";
  trouble.message = "tool " + tool + " cuts " +
                    (length_.from != 0 ? "with the length that was set for tool " + std::to_string(length_tool_)
                                       : "without a length, but tool " + std::to_string(length_tool_) + " had one");
  trouble.advice = "write G43 H" + tool;
  log_.once(Severity::warning, place, trouble);
}

void Machine::set_work(Block& block, int code) {
  if (code == 541) {
    work_system_ = 100 + whole_word(block, 'p', 1, 300, "G54.1 needs the number of a work system: P");
  } else {
    work_system_ = code % 10 != 0 ? 6 + code % 10 : (code - 540) / 10 + 1;
  }
  update_shift();
  setup_changed_ = true;
}

// G10: L1 tool table, L2 work offsets, L20 work offsets by the current position (Macro B: by G54.1's number).
void Machine::set_data(Block& block) {
  const int table = whole_word(block, 'l', 0, 99, "G10 needs L");
  const auto refuse = [&] {
    block.fail('l', "unsupported", "this is not supported: G10 with this L", "L1, L2 and L20 are");
  };
  if (!fanuc_ && table == 1) {
    ToolEntry& tool = tools_[whole_word(block, 'p', 1, 99'999'999, "G10 L1 needs the tool's number: P")];
    for (int axis = 0; axis < 3; ++axis) {
      if (block.has(kAxisLetters[axis])) {
        tool.offset[static_cast<std::size_t>(axis)] = length_word(block, kAxisLetters[axis], modes_.unit);
      }
    }
    if (block.has('r')) tool.diameter = 2 * length_word(block, 'r', modes_.unit);
    block.unread &=
        ~(Block::bit('i') | Block::bit('j') | Block::bit('q') | Block::bit('a') | Block::bit('b') | Block::bit('c'));
    return;
  }
  if (fanuc_ && (table == 10 || table == 11)) {
    ToolEntry& tool = tools_[whole_word(block, 'p', 1, 99'999'999, "G10 L10 needs the offset's number: P")];
    if (!block.has('r')) block.fail('r', "value", "G10 L10 needs the length: R");
    const double length = length_word(block, 'r', modes_.unit);
    tool.offset[2] = modes_.absolute && table == 10 ? length : tool.offset[2] + length;
    if (!(std::fabs(tool.offset[2]) <= kFarthest)) block.fail('r', "value", "this length is out of range");
    return;
  }
  if (fanuc_ && (table == 12 || table == 13)) {
    block.unread &= ~(Block::bit('p') | Block::bit('r'));  // radii of G41 and G42, which are refused
    return;
  }
  if (table != 2 && table != 20) refuse();
  const bool by_position = table == 20 && !fanuc_;
  int system = block.has('p')
                   ? whole_word(block, 'p', 0, fanuc_ ? (table == 20 ? 300 : 6) : 9, "there is no such work system")
                   : (fanuc_ && table == 2 ? -1 : 0);
  if (fanuc_ && table == 20) system += 100;
  if (system == 0 && fanuc_) block.fail('p', "unsupported", "this is not supported: the common work offset (P0)");
  if (system <= 0) system = work_system_;
  if (block.has('r') && block.use('r') != 0)
    block.fail('r', "unsupported", "this is not supported: rotated coordinates");
  auto& offsets = work_offsets_[system];
  for (int axis = 0; axis < kAxes; ++axis) {
    const char letter = kAxisLetters[axis];
    const auto i = static_cast<std::size_t>(axis);
    if (!block.has(letter)) continue;
    const double value = block.use(letter) * (axis < 3 ? modes_.unit : 1.0);
    if (by_position) {
      if (!position_.has(axis))
        block.fail(letter, "position", "this axis's position is not known", "give the start position");
      offsets[i] = position_.value[i] - g92_[i] - local_[i] - value;
    } else {
      offsets[i] = modes_.absolute || !fanuc_ ? value : offsets[i] + value;
    }
    if (!(std::fabs(offsets[i]) <= kFarthest)) block.fail(letter, "value", "this offset is out of range");
  }
  update_shift();
}

// G92: this is the position from now on. Where the position was not known, G92 is what makes it known.
void Machine::shift_origin(Block& block, int code) {
  if (code != 920 && code != 520) {
    if (code == 921) g92_kept_ = {};
    g92_ = code == 923 ? g92_kept_ : std::array<double, kAxes>{};
    update_shift();
    return;
  }
  if ((block.present & Block::kAxisWords) == 0) block.fail_at(0, "conflict", "this code needs axis words");
  for (int axis = 0; axis < kAxes; ++axis) {
    const char letter = kAxisLetters[axis];
    const auto i = static_cast<std::size_t>(axis);
    if (!block.has(letter)) continue;
    const double value = block.use(letter) * (axis < 3 ? modes_.unit : 1.0);
    if (!(std::fabs(value) <= kFarthest)) block.fail(letter, "value", "this position is out of range");
    if (code == 520) {
      (fanuc_ ? local_ : g92_)[i] = value;
    } else if (position_.has(axis)) {
      g92_[i] = position_.value[i] - work()[i] - local_[i] - value;
    } else {
      Trouble trouble;
      trouble.kind = "position";
      trouble.column = block.at(letter);
      trouble.word = block.word_at(block.at(letter));
      trouble.message = "G92 at a position that is not known: the tool is taken to stand there";
      log_.once(Severity::note, place, trouble);
      position_.set(axis, value + shift_[i]);
    }
  }
  g92_kept_ = g92_;
  update_shift();
}

Axes Machine::homed(const Axes& home, std::uint32_t axes) const {
  Axes end = position_;
  for (int axis = 0; axis < kAxes; ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if ((axes >> axis & 1) == 0) continue;
    if (home.has(axis) && options_.machine_zero.has(axis) && (axis > 2 || length_.known)) {
      end.set(axis, home.value[i] + options_.machine_zero.value[i] - (axis < 3 ? length_.value[i] : 0.0));
    } else {
      end.forget(axis);
    }
  }
  return end;
}

void Machine::go_home(Block& block, Axes& home) {
  const std::uint32_t axes = named_axes(block), all = (1U << kAxes) - 1;
  motion_.named = static_cast<std::uint8_t>(axes != 0 ? axes : all);
  if (axes != 0) emit(MotionKind::rapid, target(block), Purpose::programmed);
  emit(MotionKind::rapid, homed(home, motion_.named), Purpose::reference);
}

void Machine::set_once(Block& block, int code) {
  switch (code) {
    case 100:
      set_data(block);
      return;
    case 280:
      go_home(block, home_g28_);
      return;
    case 300: {
      Axes elsewhere;  // third and fourth reference points were not given
      const double p = fanuc_ ? block.use('p', 2) : 2;
      go_home(block, p == 2 ? home_g30_ : elsewhere);
      return;
    }
    case 281:
    case 301: {
      Axes& home = code == 281 ? home_g28_ : home_g30_;
      for (int axis = 0; axis < kAxes; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        home.forget(axis);
        if (!position_.has(axis) || !options_.machine_zero.has(axis) || (axis < 3 && !length_.known)) continue;
        home.set(axis, position_.value[i] - options_.machine_zero.value[i] + (axis < 3 ? length_.value[i] : 0.0));
      }
      return;
    }
    default:
      shift_origin(block, code);
  }
}

}  // namespace graze::nc::detail
