// SPDX-License-Identifier: Apache-2.0
// Subprograms: o1 call, M98 and M99, G65, Haas's M97; the ends M2 and M30.
#include <array>
#include <cmath>

#include "nc/gcode/interpreter.h"

namespace graze::nc::detail {

// Calls made at the same place from the same calls are one: loops do not make the table grow.
std::uint32_t Interpreter::stack_of(const std::string& callee) {
  const Place& from = machine_.place;
  const auto key = std::make_tuple(from.file, from.line, from.calls, callee);
  const auto [found, fresh] = stacks_.try_emplace(key, static_cast<std::uint32_t>(outcome_.stacks.size()));
  if (fresh) outcome_.stacks.push_back({from, printable(callee), from.calls});
  return found->second;
}

void Interpreter::call(FrameKind kind, const std::string& label, const std::vector<double>& arguments, int repeats,
                       std::uint32_t column) {
  if (static_cast<int>(frames_.size()) > options_.max_calls) {
    flow_trouble("calls are nested deeper than " + std::to_string(options_.max_calls),
                 "if the program does not call itself without end, allow more");
  }
  const Keyword keyword = kind == FrameKind::sub ? Keyword::sub : Keyword::program;
  Source* source = nullptr;
  int index = -1;
  for (const auto& candidate : sources_) {
    index_source(*candidate);
    index = find_callee(*candidate, keyword, label);
    if (index < 0 && candidate->name == label) index = -2;  // a file without an O line
    if (index != -1) {
      source = candidate.get();
      break;
    }
  }
  if (source == nullptr && options_.resolve) {
    if (const std::optional<std::string> text = options_.resolve(label)) {
      source = &add_source(label, *text, true);
      index_source(*source);
      index = find_callee(*source, keyword, label);
      if (index < 0 && kind != FrameKind::sub) index = -2;
    }
  }
  if (source == nullptr || index == -1 || (index < 0 && kind == FrameKind::sub)) {
    block_.fail_at(column, "flow", "there is no subprogram " + printable(label), "it is in no file that was found");
  }
  Frame frame;
  frame.source = source;
  frame.kind = kind;
  frame.calls = stack_of(label);
  frame.repeats = repeats;
  frame.begun = false;
  if (index >= 0) {
    const FlowLine& line = source->flow[static_cast<std::size_t>(index)];
    frame.offset = source->after_line(line.offset);
    frame.line = line.line;
    frame.begun = true;
  }
  frame.entry = frame.offset;
  frame.entry_line = frame.line;
  if (kind != FrameKind::program) parameters_.push(arguments);
  frames_.push_back(std::move(frame));
}

void Interpreter::give_back() {
  Frame& frame = frames_.back();
  if (--frame.repeats > 0) {
    jump(frame, frame.entry, frame.entry_line);
    return;
  }
  if (frame.kind != FrameKind::program) parameters_.pop();
  frames_.pop_back();
}

static int repeats_of(Block& block) {
  const double repeats = block.use('l', 1);
  if (!(repeats >= 0 && repeats <= 1e9 && repeats == std::floor(repeats))) {
    block.fail('l', "value", "repeats are a whole number");
  }
  return static_cast<int>(repeats);
}

static int program_of(Block& block) {
  const double number = block.use('p', -1);
  if (!(number >= 0 && number < 1e9 && number == std::floor(number))) {
    block.fail('p', "value", "a call needs the number of a program: P");
  }
  return static_cast<int>(number);
}

void Interpreter::call_macro(Frame& frame) {
  // Macro B's argument list I, from A to Z; G L N O P are no arguments.
  static constexpr std::array<int, 26> kNumbers = {1, 2, 3, 7,  8,  9,  0,  11, 4,  5,  6,  0,  13,
                                                   0, 0, 0, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26};
  frame.begun = true;
  if (block_.g_count > 1) block_.fail_at(block_.g[1].column, "conflict", "G65 stands alone among G codes");
  const int number = program_of(block_), repeats = repeats_of(block_);
  std::vector<double> arguments(33, kVacant);
  for (char letter = 'a'; letter <= 'z'; ++letter) {
    const int slot = kNumbers[static_cast<std::size_t>(letter - 'a')];
    if (slot != 0 && block_.has(letter)) arguments[static_cast<std::size_t>(slot) - 1] = block_.use(letter);
  }
  if (block_.m_count > 0) arguments[12] = block_.m[0].code / 10.0;
  if (repeats > 0) call(FrameKind::macro, std::to_string(number), arguments, repeats, block_.at('p'));
}

// Haas: M97 P100 runs the block N100 of this program and what follows, until M99.
void Interpreter::call_local(Frame& frame) {
  const int number = program_of(block_), repeats = repeats_of(block_);
  if (static_cast<int>(frames_.size()) > options_.max_calls) flow_trouble("calls are nested too deeply");
  if (repeats == 0) return;
  Frame local;
  local.source = frame.source;
  local.offset = frame.offset;
  local.line = frame.line;
  local.kind = FrameKind::program;
  local.begun = true;
  local.calls = stack_of("N" + std::to_string(number));
  local.repeats = repeats;
  go_to(local, number, block_.at('p'));
  local.entry = local.offset;
  local.entry_line = local.line;
  frames_.push_back(std::move(local));
}

void Interpreter::call_by_code(Frame& frame) {
  for (int i = 0; i < block_.m_count; ++i) {
    const CodeWord& word = block_.m[static_cast<std::size_t>(i)];
    Event event;
    event.place = machine_.place;
    switch (word.code) {
      case 0:
      case 10:
      case 600:
        event.kind = word.code == 10 && !options_.optional_stop ? EventKind::optional_stop : EventKind::stop;
        listener_.event(event);
        return;
      case 20:
      case 300:
        event.kind = EventKind::end;
        listener_.event(event);
        done_ = true;
        return;
      case 970:
        call_local(frame);
        return;
      case 980: {
        int number = program_of(block_), repeats = repeats_of(block_);
        if (dialect_ == Dialect::fanuc && number > 9999 && !block_.has('l')) {  // P00031234: three times O1234
          repeats = number / 10000;
          number %= 10000;
        }
        if (repeats > 0) call(FrameKind::program, std::to_string(number), {}, repeats, block_.at('p'));
        return;
      }
      case 990: {
        if (frame.kind == FrameKind::sub) flow_trouble("M99 in a sub that was called by an O word");
        const bool has_label = block_.has('p');
        const double label = block_.use('p', 0);
        if (frame.kind != FrameKind::main) {
          if (has_label) frame.repeats = 1;
          give_back();
        } else if (!has_label) {
          Trouble trouble;
          trouble.kind = "flow";
          trouble.message = "M99 in the main program starts it again for ever: executed once";
          log_.add(Severity::note, machine_.place, trouble);
          done_ = true;
        }
        if (has_label) go_to(frames_.back(), label, block_.at('p'));
        return;
      }
      default:
        break;
    }
  }
}

}  // namespace graze::nc::detail
