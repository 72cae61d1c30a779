// SPDX-License-Identifier: Apache-2.0
// The G-code front end: the text of an NC program in, motions in millimetres out. docs/gcode.md lists the words.
//
// Frame: motions are those of the tool's controlled point (its tip), X Y Z in mm, in the frame that the work offsets
// are measured in: program value + work offset (G54...) + G92/G52. Without a table of offsets this is the program's own
// frame. A B C are degrees. An axis whose position is not known (not yet commanded, sent to a machine zero that was not
// given, changed by a tool length that was not given) is marked so and never guessed.
//
// A program is fit to be verified only when `Outcome::complete()`: no error was found. Every block is executed,
// harmless or unsupported; an unsupported one is an error. Nothing is thrown for bad programs; invalid options throw
// std::invalid_argument, and what the listener throws passes through.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::nc {

enum class Dialect : std::uint8_t {
  automatic,  ///< by the text: O-word flow (o1 sub, o1 if ...), #<names> against %, O1234, IF [..] GOTO, WHILE [..] DO1
  linuxcnc,
  fanuc,  ///< Fanuc and Haas mills, custom macro B
};
enum class Unit : std::uint8_t { mm, inch };

inline constexpr int kAxes = 6;  ///< X Y Z A B C

/// A value for every axis, each known or not; the value of an unknown axis is 0 and means nothing.
struct Axes {
  std::array<double, kAxes> value{};
  std::uint8_t known = 0;  ///< bit i: axis i

  bool has(int axis) const { return (known >> axis & 1) != 0; }
  bool has_xyz() const { return (known & 7) == 7; }
  void set(int axis, double v) {
    value[static_cast<std::size_t>(axis)] = v;
    known = static_cast<std::uint8_t>(known | 1U << axis);
  }
  void forget(int axis) {
    value[static_cast<std::size_t>(axis)] = 0;
    known = static_cast<std::uint8_t>(known & ~(1U << axis));
  }
  friend bool operator==(const Axes&, const Axes&) = default;
};

/// Where a block stands. `file` indexes Outcome::files, `calls` Outcome::stacks (0: the main program).
struct Place {
  std::uint32_t file = 0, line = 0, column = 0;  ///< line and column (of the block's first word, in bytes) count from 1
  std::uint32_t calls = 0;
  double n = -1;  ///< the N word; negative: none
};

/// One call: made at `from`, with the calls around it in `outer` (an index of Outcome::stacks).
struct Call {
  Place from;
  std::string callee;
  std::uint32_t outer = 0;
};

enum class MotionKind : std::uint8_t { rapid, feed, arc };
enum class Plane : std::uint8_t { xy, zx, yz };  ///< G17, G18, G19: first and second axis in this order
enum class Purpose : std::uint8_t { programmed, cycle, reference, machine };  ///< reference: G28, G30; machine: G53
enum class FeedMode : std::uint8_t { per_minute, inverse_time, per_revolution };

/// What holds for many motions in a row; Motion::setup indexes Outcome::setups.
struct Setup {
  int tool = 0;                         ///< in the spindle; 0: none was named
  bool length_known = true;             ///< false: G43 named an offset that the tool table lacks
  int length_from = 0;                  ///< the H number; 0: none is on; -1: values of G43.1
  std::array<double, 3> tool_offset{};  ///< X Y Z, mm; what G43 subtracts from machine positions
  int work_system = 1;                  ///< 1 to 6: G54 to G59; 7 to 9: G59.1 to G59.3; 100 + n: G54.1 Pn
  double path_tolerance = -1;           ///< G64 P, mm; 0: G61; infinite: G64 without P; negative: none was named
  bool tcp = false;                     ///< tool-centre-point control: X Y Z are the tip's in the frame of the part
  friend bool operator==(const Setup&, const Setup&) = default;
};

struct Motion {
  MotionKind kind = MotionKind::rapid;
  Plane plane = Plane::xy;
  Purpose purpose = Purpose::programmed;
  FeedMode feed_mode = FeedMode::per_minute;
  std::uint32_t setup = 0;
  double feed = 0;  ///< mm (degrees) a minute or a revolution, or moves a minute; 0: none was named
  Axes start, end;
  // Arcs and helices alone: they turn about `centre` (the plane's first and second axis) by `sweep` radians, positive
  // from the first axis to the second; the third axis and A B C go linearly with the angle. The radius goes from that
  // of the start to that of the end, which differ by at most the dialect's tolerance.
  std::array<double, 2> centre{};
  double sweep = 0;
  int turns = 0;           ///< signed as `sweep`; 1: at most a full circle, 2: one circle more, ...
  std::uint8_t named = 0;  ///< bit i: axis i was told to move; others stand still, where they stand known or not
  Place place;
};

enum class EventKind : std::uint8_t { comment, tool_change, dwell, stop, optional_stop, end };
struct Event {
  EventKind kind = EventKind::comment;
  double value = 0;       ///< the tool's number; seconds
  std::string_view text;  ///< of a comment, without its parentheses; valid during the call
  Place place;
};

enum class BlockClass : std::uint8_t { executed, harmless, unsupported };

enum class Severity : std::uint8_t { note, warning, error };
struct Diagnostic {
  Severity severity = Severity::error;
  std::string
      kind;     ///< "syntax", "unsupported", "conflict", "arc", "position", "value", "flow", "limit", "tool", "style"
  Place place;  ///< with the column of the offending word
  std::string word;  ///< as written, printable
  std::string message;
  std::string advice;  ///< what to do; may be empty
};

struct ToolEntry {
  std::array<double, 3> offset{};  ///< X Y Z, mm; Z is the length
  double diameter = 0;             ///< mm; 0: not known
};

struct Options {
  Dialect dialect = Dialect::automatic;
  Unit unit = Unit::mm;        ///< until G20 or G21
  Axes start;                  ///< where the tool stands at first, in the frame above
  Axes machine_zero;           ///< where the tool's reference point is with the machine at its zero, in the frame above
  Axes home_g28, home_g30;     ///< reference points, machine coordinates
  bool block_skip = false;     ///< blocks that start with / are left out
  bool optional_stop = false;  ///< M1 is reported as a stop
  std::uint64_t max_steps = 50'000'000;                   ///< blocks and motions
  int max_calls = 64;                                     ///< nested subprograms
  int max_nesting = 64;                                   ///< nested brackets
  int max_errors = 100;                                   ///< then reading stops
  std::map<int, ToolEntry> tools;                         ///< by tool number, which is also the H number
  std::map<int, std::array<double, kAxes>> work_offsets;  ///< by Setup::work_system, mm and degrees; others are 0
  std::map<int, double> parameters;                       ///< #n at the start
  std::map<std::string, double> named_parameters;         ///< #<name> at the start, lower case
  /// Bits 3 to 5: A B C of a machine with tool-centre-point control (graze/nc/machine.h); 0: its codes are errors.
  std::uint8_t tcp_axes = 0;
  std::vector<int> tcp_on_m = {428}, tcp_off_m = {429};  ///< M codes that do as G43.4 and G49 (LinuxCNC's trt machines)
  std::vector<int> harmless_m;  ///< M codes of this machine's builder that neither move nor change coordinates
  /// Text of a subprogram that the program's files lack: "name" of o<name> call, "1234" of M98 P1234 and o1234 call.
  std::function<std::optional<std::string>(std::string_view name)> resolve;
};

/// Receives what happens, in order.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void motion(const Motion&) = 0;
  virtual void event(const Event&) {}
  virtual void block(const Place&, BlockClass) {}
};

struct Outcome {
  Dialect dialect = Dialect::linuxcnc;  ///< the one that was read
  std::vector<std::string> files;
  std::vector<Call> stacks;
  std::vector<Setup> setups;
  std::vector<Diagnostic> diagnostics;
  std::uint64_t motions = 0, unknown_motions = 0;  ///< all; those with an unknown X, Y or Z at either end
  std::array<std::uint64_t, 3> blocks{};           ///< by BlockClass
  std::array<std::uint64_t, 3> severities{};       ///< diagnostics by Severity, those left out included

  bool complete() const { return severities[2] == 0; }  ///< false: not verified, whatever else is found
};

/// Reads and executes `text`; `name` is what diagnostics call it.
Outcome run_program(std::string_view text, std::string_view name, const Options&, Listener&);

struct Program : Outcome {
  std::vector<Motion> path;
};
/// The same, with all motions (240 bytes each) in memory.
Program read_program(std::string_view text, std::string_view name, const Options& = {});

Dialect detect_dialect(std::string_view text);  ///< what `automatic` stands for: linuxcnc unless signs of fanuc prevail

/// "file:line:column: error: message [word]; advice", and one more line for each call around it.
std::string describe(const Diagnostic&, const Outcome&);

}  // namespace graze::nc
