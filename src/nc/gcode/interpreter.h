// SPDX-License-Identifier: Apache-2.0
// Lines in, blocks out: reading, flow and calls; what a block does is the Machine's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "nc/gcode/block.h"
#include "nc/gcode/expression.h"
#include "nc/gcode/log.h"
#include "nc/gcode/machine.h"
#include "nc/gcode/parameters.h"
#include "nc/gcode/source.h"

namespace graze::nc::detail {

enum class FrameKind : std::uint8_t {
  main,
  sub,      ///< o1 call: locals of its own, returns by endsub or return
  program,  ///< M98: locals of its caller, returns by M99
  macro,    ///< G65: locals of its own, returns by M99
};

struct Frame {
  Source* source = nullptr;
  std::size_t offset = 0;  ///< of the next line
  std::uint32_t line = 0;  ///< of the last one read
  FrameKind kind = FrameKind::main;
  std::uint32_t calls = 0;
  std::size_t entry = 0;  ///< where repeats begin
  std::uint32_t entry_line = 0;
  int repeats = 1;
  bool begun = false;                      ///< a block was read
  bool percent = false;                    ///< so was the first %
  std::unordered_map<int, double> counts;  ///< of repeat loops
};

class Interpreter {
 public:
  Interpreter(const Options& options, Dialect dialect, Listener& listener, Outcome& outcome);
  void run(std::string_view text, std::string_view name);

 private:
  // interpreter.cpp
  Source& add_source(std::string_view name, std::string_view text, bool own);
  void step(Frame& frame);
  void step_line(Frame& frame, std::string_view text);
  void end_of_file(Frame& frame, std::string_view why);
  void finish();
  void classify(BlockClass block_class);
  void execute_block(Frame& frame);
  // reader.cpp
  /// False: the line was flow, or skipped, and is done with.
  bool read_line(Frame& frame, const char* p, const char* end);
  void read_word(const char*& p, const char* end);
  void read_code(char letter, double value, std::uint32_t column);
  void read_assignment(const char*& p);
  const char* read_comment(const char* p, const char* end);
  void assign(const Assignment& assignment);
  // flow.cpp
  void o_word(Frame& frame, const char* p, const char* end);
  void o_line(Frame& frame, int index, const char* tail);
  void take_branch(Frame& frame, int index);
  bool macro_flow(Frame& frame, const char*& p, const char* end);  ///< true: the line is done with
  void go_to(Frame& frame, double n, std::uint32_t column);
  void jump(Frame& frame, std::size_t offset, std::uint32_t line_before);
  void jump_after(Frame& frame, int index);
  bool condition_at(Frame& frame, int index);
  [[noreturn]] void flow_trouble(std::string message, std::string advice = {});
  // calls.cpp
  void call(FrameKind kind, const std::string& label, const std::vector<double>& arguments, int repeats,
            std::uint32_t column);
  void call_by_code(Frame& frame);
  void call_macro(Frame& frame);
  void call_local(Frame& frame);
  void give_back();
  std::uint32_t stack_of(const std::string& callee);

  const Options& options_;
  Dialect dialect_;
  Listener& listener_;
  Outcome& outcome_;
  Log log_;
  Machine machine_;
  Parameters parameters_;
  Expression expression_;
  Block block_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Frame> frames_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>, std::uint32_t> stacks_;
  bool done_ = false;
  bool executed_ = false;  ///< by reading alone: assignments, flow
};

}  // namespace graze::nc::detail
