// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/interpreter.h"

#include <algorithm>

#include "nc/gcode/number.h"

namespace graze::nc::detail {

Interpreter::Interpreter(const Options& options, Dialect dialect, Listener& listener, Outcome& outcome)
    : options_(options),
      dialect_(dialect),
      listener_(listener),
      outcome_(outcome),
      log_(outcome, options.max_errors),
      machine_(options, dialect, listener, outcome, log_),
      parameters_(options, dialect, machine_),
      expression_(parameters_, dialect, options.max_nesting) {
  outcome_.stacks.emplace_back();
}

Source& Interpreter::add_source(std::string_view name, std::string_view text, bool own) {
  auto source = std::make_unique<Source>();
  source->name = name;
  if (own) {
    source->owned = text;
    text = source->owned;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  source->text = text;
  source->id = static_cast<std::uint32_t>(sources_.size());
  outcome_.files.emplace_back(printable(name));
  sources_.push_back(std::move(source));
  return *sources_.back();
}

void Interpreter::run(std::string_view text, std::string_view name) {
  Frame frame;
  frame.source = &add_source(name, text, false);
  frames_.push_back(std::move(frame));
  try {
    while (!done_) step(frames_.back());
    finish();
  } catch (const Halt&) {
    // The log says why.
  }
}

void Interpreter::finish() {
  if (!machine_.modes().absolute) {
    Trouble trouble;
    trouble.kind = "style";
    trouble.message = "the program ends in G91";
    log_.add(Severity::note, machine_.place, trouble);
  }
}

void Interpreter::classify(BlockClass block_class) {
  ++outcome_.blocks[static_cast<std::size_t>(block_class)];
  listener_.block(machine_.place, block_class);
}

void Interpreter::end_of_file(Frame& frame, std::string_view why) {
  if (frame.kind == FrameKind::main) {
    done_ = true;
    return;
  }
  if (frame.kind == FrameKind::sub) flow_trouble(std::string(why) + " before the sub's endsub");
  Trouble trouble;
  trouble.kind = "flow";
  trouble.message = std::string(why) + " before M99: taken as the return";
  log_.once(Severity::warning, machine_.place, trouble);
  give_back();
}

void Interpreter::step(Frame& frame) {
  const Source& source = *frame.source;
  machine_.take_step();
  if (frame.offset >= source.text.size()) {
    end_of_file(frame, "the file ends");
    return;
  }
  const std::string_view text = source.line_at(frame.offset);
  ++frame.line;
  Place& place = machine_.place;
  place.file = source.id;
  place.line = frame.line;
  place.column = 1;
  place.calls = frame.calls;
  place.n = -1;
  frame.offset = std::min(source.text.size(), frame.offset + text.size() + 1);
  step_line(frame, text);
}

void Interpreter::step_line(Frame& frame, std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* p = skip_blanks(text.data(), end);
  if (p == end) return;
  machine_.place.column = static_cast<std::uint32_t>(p - text.data()) + 1;
  block_.clear();
  block_.text = text;
  expression_.start(text.data(), end);
  executed_ = false;
  try {
    if (*p == '%') {
      if (frame.kind == FrameKind::main && !frame.begun && !frame.percent) {
        frame.percent = true;
      } else {
        end_of_file(frame, "the tape ends (%)");
      }
      return;
    }
    if (read_line(frame, p, end)) execute_block(frames_.back());
  } catch (const Trouble& trouble) {
    classify(BlockClass::unsupported);
    machine_.lose(block_);
    Trouble shown = trouble;
    if (shown.word.empty()) shown.word = p == end ? std::string() : std::string(p, end);
    while (!shown.word.empty() && is_blank(shown.word.back())) shown.word.pop_back();
    log_.add(Severity::error, machine_.place, shown);
  }
}

void Interpreter::execute_block(Frame& frame) {
  if (block_.comments_only) {
    classify(BlockClass::harmless);
    return;
  }
  frame.begun = true;
  if (block_.g_count == 0 && block_.m_count == 0) {
    classify(machine_.execute(block_) || executed_ ? BlockClass::executed : BlockClass::harmless);
    return;
  }
  if (block_.has_g(650) && dialect_ == Dialect::fanuc) {
    call_macro(frame);
    classify(BlockClass::executed);
    return;
  }
  const bool executed = machine_.execute(block_);
  classify(executed || executed_ ? BlockClass::executed : BlockClass::harmless);
  call_by_code(frame);
}

}  // namespace graze::nc::detail
