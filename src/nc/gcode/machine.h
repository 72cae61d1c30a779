// SPDX-License-Identifier: Apache-2.0
// The machine that a program talks to: modes, offsets, position. Executes blocks, emits motions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "nc/gcode/block.h"
#include "nc/gcode/log.h"
#include "nc/gcode/words.h"

namespace graze::nc::detail {

struct Modes {
  int motion = -1;  ///< 0, 10, 20, 30; -1: none
  int cycle = 0;    ///< 810 ...; 0: none
  Plane plane = Plane::xy;
  bool absolute = true;
  bool arc_absolute = false;
  bool to_initial = true;  ///< G98
  double unit = 1;         ///< mm
  FeedMode feed_mode = FeedMode::per_minute;
  double speed = 0;
  int selected_tool = 0;
};

/// A canned cycle's words that stay from block to block, as programmed, in mm.
struct Cycle {
  double bottom = 0, clear = 0, peck = 0;
  bool has_bottom = false, has_clear = false, has_peck = false;
  bool has_initial = false;
  Axes initial;  ///< where the series of cycles began
};

struct ToolOffset {
  std::array<double, 3> value{};
  bool known = true;
  int from = 0;
};

class Machine : public SystemParameters {
 public:
  Machine(const Options& options, Dialect dialect, Listener& listener, Outcome& outcome, Log& log);

  /// All of a block but flow (M2 M30 M98 M99, G65, O words). True: something was executed; false: harmless.
  bool execute(Block& block);
  /// A block failed: where its axes went is not known.
  void lose(const Block& block);
  void take_step();  ///< Halt with a diagnostic when the budget is spent

  Place place;  ///< of the block at work
  const Modes& modes() const { return modes_; }

  Access read_system(int number, double& value) const override;
  Access read_system(const std::string& name, double& value) const override;
  bool may_write(int number) const override;

 private:
  using Codes = std::array<int, static_cast<std::size_t>(Group::inputs) + 1>;
  static constexpr int kNone = -1;

  // machine.cpp: the order of execution
  bool sort_codes(const Block& block, Codes& codes) const;
  Code tcp_code(const CodeWord& word, char letter, const Code& code) const;
  void set_modes(Block& block, const Codes& codes);
  void set_feed_and_tool(Block& block, const Codes& codes);
  void run_motion(Block& block, const Codes& codes);
  void check_unread(Block& block, const Codes& codes);
  // motion.cpp
  Axes target(Block& block) const;
  Axes machine_target(Block& block, std::uint32_t axes) const;
  void straight(Block& block, bool rapid, bool in_machine);
  void turn(Block& block, bool clockwise);
  void emit(MotionKind kind, const Axes& end, Purpose purpose);
  // cycles.cpp
  void drill(Block& block, int code);
  void one_hole(int code, int axis, double clear, double bottom, double peck, double back, bool back_known);
  void to_level(MotionKind kind, int axis, double level, bool known = true);
  // offsets.cpp
  void set_length(Block& block, int code);
  void change_length(const ToolOffset& offset);
  void tell_length();  ///< that a tool cuts with the length of another one, or without any where others have one
  void set_tcp(bool on);
  bool is_upright() const;  ///< rotary axes at 0
  void set_work(Block& block, int code);
  void set_once(Block& block, int code);
  void set_data(Block& block);
  void shift_origin(Block& block, int code);
  void go_home(Block& block, Axes& home);
  Axes homed(const Axes& home, std::uint32_t axes) const;
  double shift(int axis) const;
  std::array<double, kAxes>& work() { return work_offsets_[work_system_]; }
  ToolOffset find_offset(int h) const;

  const Options& options_;
  bool fanuc_;
  Listener& listener_;
  Outcome& outcome_;
  Log& log_;
  Modes modes_;
  Cycle cycle_;
  Axes position_;
  Motion motion_;
  Setup setup_;
  bool setup_changed_ = true;
  bool unit_named_ = false;
  std::uint64_t steps_ = 0;
  int work_system_ = 1;
  std::map<int, std::array<double, kAxes>> work_offsets_;
  std::array<double, kAxes> shift_{};          ///< of work_system_ and all others together, kept up to date
  std::array<double, kAxes> g92_{}, local_{};  ///< G92 (LinuxCNC's G52 as well); Fanuc's G52
  std::array<double, kAxes> g92_kept_{};       ///< what G92.3 brings back
  ToolOffset length_;
  int length_tool_ = 0;  ///< that was in the spindle when it was set; 0: none ever was
  int length_told_ = 0;  ///< the last tool that tell_length looked at
  std::map<int, ToolEntry> tools_;
  Axes home_g28_, home_g30_;
  void update_shift();
};

inline constexpr const char kAxisLetters[] = "xyzabc";
std::uint32_t named_axes(const Block& block);  ///< a bit for each, as in Axes::known
/// The axes of a plane in order, then the one across it.
inline constexpr std::array<std::array<int, 3>, 3> kPlaneAxes = {{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}}};
inline constexpr double kFarthest = 1e9;  ///< mm or degrees; positions beyond are mistakes

}  // namespace graze::nc::detail
