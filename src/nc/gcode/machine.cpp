// SPDX-License-Identifier: Apache-2.0
// The order of execution within a block: what is written first does not matter (NC.md section 2).
#include "nc/gcode/machine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::nc::detail {

Machine::Machine(const Options& options, Dialect dialect, Listener& listener, Outcome& outcome, Log& log)
    : options_(options),
      fanuc_(dialect == Dialect::fanuc),
      listener_(listener),
      outcome_(outcome),
      log_(log),
      position_(options.start),
      work_offsets_(options.work_offsets),
      tools_(options.tools),
      home_g28_(options.home_g28),
      home_g30_(options.home_g30) {
  modes_.unit = options.unit == Unit::mm ? 1.0 : 25.4;
  modes_.to_initial = fanuc_;  // LinuxCNC starts with G99
  home_g28_.known = home_g30_.known = (1U << kAxes) - 1;
  update_shift();
}

void Machine::take_step() {
  if (++steps_ <= options_.max_steps) return;
  Trouble trouble;
  trouble.kind = "limit";
  trouble.message = "the budget of " + std::to_string(options_.max_steps) + " blocks and motions is spent";
  trouble.advice = "if the program is not in an endless loop, allow more steps";
  log_.add(Severity::error, place, trouble);
  throw Halt{};
}

// Codes of tool-centre-point control mean something on machines that have it only.
Code Machine::tcp_code(const CodeWord& word, char letter, const Code& code) const {
  if (options_.tcp_axes == 0) return code;
  if (letter == 'G') return word.code == 434 ? Code{Group::length, Use::executed, ""} : code;
  const auto is_in = [&](const std::vector<int>& list) {
    return word.code % 10 == 0 && std::find(list.begin(), list.end(), word.code / 10) != list.end();
  };
  const bool known = is_in(options_.tcp_on_m) || is_in(options_.tcp_off_m);
  return known ? Code{Group::tcp, Use::executed, ""} : code;
}

bool Machine::sort_codes(const Block& block, Codes& codes) const {
  const Dialect dialect = fanuc_ ? Dialect::fanuc : Dialect::linuxcnc;
  bool executed = false;
  const auto sort = [&](const CodeWord& word, const Code& code, char letter) {
    if (code.use == Use::refused) {
      const auto& harmless = options_.harmless_m;
      if (letter == 'M' && word.code % 10 == 0 &&
          std::find(harmless.begin(), harmless.end(), word.code / 10) != harmless.end()) {
        return;
      }
      block.fail_at(word.column, "unsupported", std::string("this is not supported: ") + code.why,
                    letter == 'M'
                        ? "name it in the list of harmless M codes if it moves nothing and changes no coordinates"
                        : "the path from here on cannot be verified");
    }
    executed = executed || code.use == Use::executed;
    int& slot = codes[static_cast<std::size_t>(code.group)];
    if (code.group != Group::other && slot != kNone && slot != word.code) {
      block.fail_at(word.column, "conflict", "two codes of one modal group in a block", "put them into two blocks");
    }
    slot = word.code;
  };
  for (int i = 0; i < block.g_count; ++i) {
    const CodeWord& word = block.g[static_cast<std::size_t>(i)];
    sort(word, tcp_code(word, 'G', g_code(word.code, dialect)), 'G');
  }
  // M7 and M8 may be on together.
  for (int i = 0; i < block.m_count; ++i) {
    const CodeWord& word = block.m[static_cast<std::size_t>(i)];
    const Code code = tcp_code(word, 'M', m_code(word.code, dialect));
    if (code.group == Group::coolant) {
      codes[static_cast<std::size_t>(code.group)] = word.code;
    } else {
      sort(word, code, 'M');
    }
  }
  return executed;
}

void Machine::set_feed_and_tool(Block& block, const Codes& codes) {
  switch (codes[static_cast<std::size_t>(Group::feed_mode)]) {
    case 930:
      modes_.feed_mode = FeedMode::inverse_time;
      break;
    case 940:
      modes_.feed_mode = FeedMode::per_minute;
      break;
    case 950:
      modes_.feed_mode = FeedMode::per_revolution;
      break;
    default:
      break;
  }
  if (block.has('f')) {
    const double feed = block.use('f');
    if (!(feed >= 0 && feed <= kFarthest)) block.fail('f', "value", "this feed is out of range");
    // LinuxCNC sets the feed before the unit of the same block.
    const int units = codes[static_cast<std::size_t>(Group::units)];
    const double unit = !fanuc_ || units == kNone ? modes_.unit : units == 200 ? 25.4 : 1.0;
    motion_.feed = modes_.feed_mode == FeedMode::inverse_time ? feed : feed * unit;
  }
  motion_.feed_mode = modes_.feed_mode;
  if (block.has('s')) modes_.speed = block.use('s');
  if (block.has('t')) {
    const double tool = block.use('t');
    if (!(tool >= 0 && tool < 1e8 && tool == std::floor(tool))) {
      block.fail('t', "value", "a tool's number is whole and not negative");
    }
    modes_.selected_tool = static_cast<int>(tool);
  }
  const int change = codes[static_cast<std::size_t>(Group::tool)];
  if (change == kNone) return;
  if (change == 610) {
    const double tool = block.use('q', -1);
    if (!(tool >= 0 && tool < 1e8 && tool == std::floor(tool))) {
      block.fail('q', "value", "M61 needs the tool's number: Q");
    }
    modes_.selected_tool = static_cast<int>(tool);
  }
  setup_.tool = modes_.selected_tool;
  setup_changed_ = true;
  // A Fanuc or Haas machine goes where it changes tools, and the new tool is as long as it is.
  if (fanuc_) position_.forget(2);
  Event event;
  event.kind = EventKind::tool_change;
  event.value = setup_.tool;
  event.place = place;
  listener_.event(event);
}

void Machine::set_modes(Block& block, const Codes& codes) {
  const auto code = [&](Group group) { return codes[static_cast<std::size_t>(group)]; };
  if (code(Group::once) == 40) {
    Event event;
    event.kind = EventKind::dwell;
    event.place = place;
    // Macro B: P in milliseconds, X in seconds; LinuxCNC: P in seconds.
    if (fanuc_ && block.has('x') && !block.has('p')) {
      event.value = block.use('x');
    } else {
      event.value = block.use('p', 0) * (fanuc_ && (block.pointless & Block::bit('p')) != 0 ? 0.001 : 1.0);
    }
    listener_.event(event);
  }
  switch (code(Group::plane)) {
    case 170:
      modes_.plane = Plane::xy;
      break;
    case 180:
      modes_.plane = Plane::zx;
      break;
    case 190:
      modes_.plane = Plane::yz;
      break;
    default:
      break;
  }
  if (code(Group::units) != kNone) {
    modes_.unit = code(Group::units) == 200 ? 25.4 : 1.0;
    unit_named_ = true;
  }
  if (code(Group::length) != kNone) {
    set_length(block, code(Group::length));
    if (code(Group::length) == 434 || fanuc_) set_tcp(code(Group::length) == 434);
  } else if (fanuc_ && block.has('h') && length_.from != 0) {
    set_length(block, 430);
  }
  if (const int tcp = code(Group::tcp); tcp != kNone) {
    const auto& on = options_.tcp_on_m;
    set_tcp(std::find(on.begin(), on.end(), tcp / 10) != on.end());
  }
  if (code(Group::work) != kNone) set_work(block, code(Group::work));
  if (const int path = code(Group::path); path != kNone) {
    const double infinite = std::numeric_limits<double>::infinity();
    setup_.path_tolerance = path != 640 ? 0.0 : block.has('p') ? block.use('p') * modes_.unit : infinite;
    if (!(setup_.path_tolerance >= 0)) block.fail('p', "value", "a tolerance is not negative");
    if (path == 640 && !fanuc_) block.use('q', 0);
    if (path == 640 && setup_.path_tolerance == infinite) {
      Trouble trouble;
      trouble.kind = "style";
      trouble.message = "G64 without P lets the machine leave the path by any amount";
      trouble.advice =
          fanuc_ ? "the corner rounding of this control is not bounded by the program" : "write G64 P0.01 or G61";
      log_.once(fanuc_ ? Severity::note : Severity::warning, place, trouble);
    }
    setup_changed_ = true;
  }
  if (code(Group::distance) != kNone) modes_.absolute = code(Group::distance) == 900;
  if (code(Group::arc_distance) != kNone) modes_.arc_absolute = code(Group::arc_distance) == 901;
  if (code(Group::retract) != kNone) modes_.to_initial = code(Group::retract) == 980;
}

void Machine::run_motion(Block& block, const Codes& codes) {
  const int once = codes[static_cast<std::size_t>(Group::once)];
  const int cancel = codes[static_cast<std::size_t>(Group::cancel)];
  const int named = codes[static_cast<std::size_t>(Group::motion)];
  const bool in_machine = codes[static_cast<std::size_t>(Group::machine)] != kNone;
  if (cancel != kNone) {
    modes_.cycle = 0;
    cycle_ = {};
    if (!fanuc_) modes_.motion = kNone;
  }
  if (named >= 40) {
    if (modes_.cycle != named && !fanuc_) cycle_.has_clear = cycle_.has_bottom = cycle_.has_peck = false;
    modes_.cycle = named;
  } else if (named != kNone) {
    modes_.motion = named;
    modes_.cycle = 0;
    cycle_ = {};
  }
  const bool axes_taken = once != kNone && once != 40;
  if (axes_taken && named != kNone && (block.present & Block::kAxisWords) != 0) {
    block.fail_at(0, "conflict", "two codes of this block want its axis words", "put them into two blocks");
  }
  if (axes_taken) {
    set_once(block, once);
    return;
  }
  const bool axes = (block.unread & Block::kAxisWords) != 0;
  if (in_machine) {
    if (modes_.cycle != 0 || modes_.motion > 10 || (modes_.motion == kNone && !fanuc_)) {
      block.fail_at(0, "conflict", "G53 goes with G0 or G1 only");
    }
    straight(block, modes_.motion != 10, true);
    return;
  }
  constexpr std::uint32_t kArcWords = Block::bit('i') | Block::bit('j') | Block::bit('k') | Block::bit('r');
  const bool arc = modes_.cycle == 0 && modes_.motion >= 20;
  if (modes_.cycle != 0) {
    if (axes || (block.has('r') && (named != kNone || fanuc_))) drill(block, modes_.cycle);
    return;
  }
  if (!axes && !(arc && (block.unread & kArcWords) != 0)) return;
  if (arc && once == 40 && block.has('p')) {
    block.fail('p', "conflict", "G4 and an arc both want this word", "put them into two blocks");
  }
  if (modes_.motion == kNone) {
    const int axis = static_cast<int>(std::string_view(kAxisLetters).find_first_of("xyzabc"));
    for (int i = axis; i < kAxes; ++i) {
      if (block.has(kAxisLetters[i])) block.fail(kAxisLetters[i], "conflict", "no motion mode is on", "write G0 or G1");
    }
  }
  if (arc) {
    turn(block, modes_.motion == 20);
  } else {
    straight(block, modes_.motion == 0, false);
  }
}

void Machine::check_unread(Block& block, const Codes& codes) {
  // Harmless codes have words of their own.
  for (const Group group : {Group::spindle_mode, Group::spindle, Group::coolant, Group::inputs, Group::other,
                            Group::overrides, Group::stop}) {
    const int code = codes[static_cast<std::size_t>(group)];
    const bool plain = code == 30 || code == 40 || code == 50 || group == Group::coolant;  // M3 M4 M5 M7 M8 M9
    if (code != kNone && (fanuc_ || !plain)) {
      block.unread &= ~(Block::bit('p') | Block::bit('l'));
      if (group == Group::stop) continue;
      for (const char letter : {'q', 'r', 'e', 'd'}) block.unread &= ~Block::bit(letter);
    }
  }
  if (block.unread == 0) return;
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    if ((block.unread & Block::bit(letter)) == 0) continue;
    if (letter == 'u' || letter == 'v' || letter == 'w') {
      block.fail(letter, "unsupported", "this is not supported: the axes U V W");
    }
    if (fanuc_ && (letter == 'd' || letter == 'h')) continue;  // an offset chosen for later
    block.fail(letter, "conflict", "nothing in this block uses this word",
               "remove it, or add the code that it belongs to");
  }
}

bool Machine::execute(Block& block) {
  if (block.g_count == 0 && block.m_count == 0) {
    static constexpr Codes kNoCodes = [] {
      Codes codes{};
      codes.fill(kNone);
      return codes;
    }();
    const std::uint32_t words = block.present;
    if ((words & ~Block::kAxisWords) != 0) set_feed_and_tool(block, kNoCodes);
    if (fanuc_ && block.has('h')) set_modes(block, kNoCodes);
    run_motion(block, kNoCodes);
    if (block.unread != 0) check_unread(block, kNoCodes);
    return (words & ~Block::bit('s')) != 0;
  }
  Codes codes;
  codes.fill(kNone);
  const bool executed = sort_codes(block, codes);
  set_feed_and_tool(block, codes);
  set_modes(block, codes);
  run_motion(block, codes);
  if (block.unread != 0) check_unread(block, codes);
  return executed || (block.present & (Block::kAxisWords | Block::bit('f') | Block::bit('t'))) != 0;
}

void Machine::lose(const Block& block) {
  for (int axis = 0; axis < kAxes; ++axis) {
    if (block.has(kAxisLetters[axis])) position_.forget(axis);
  }
}

}  // namespace graze::nc::detail
