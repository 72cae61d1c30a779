// SPDX-License-Identifier: Apache-2.0
// O words (LinuxCNC) and IF GOTO, WHILE DO END (macro B). The index of a file says where each leads.
#include <cmath>

#include "nc/gcode/interpreter.h"
#include "nc/gcode/number.h"

namespace graze::nc::detail {

void Interpreter::flow_trouble(std::string message, std::string advice) {
  Trouble trouble;
  trouble.kind = "flow";
  trouble.word = std::string(block_.text);
  trouble.message = std::move(message);
  trouble.advice = std::move(advice);
  log_.add(Severity::error, machine_.place, trouble);
  classify(BlockClass::unsupported);
  throw Halt{};
}

void Interpreter::jump(Frame& frame, std::size_t offset, std::uint32_t line_before) {
  frame.offset = offset;
  frame.line = line_before;
}

void Interpreter::jump_after(Frame& frame, int index) {
  const FlowLine& line = frame.source->flow[static_cast<std::size_t>(index)];
  jump(frame, frame.source->after_line(line.offset), line.line);
}

bool Interpreter::condition_at(Frame& frame, int index) {
  const FlowLine& line = frame.source->flow[static_cast<std::size_t>(index)];
  const std::string_view text = frame.source->line_at(line.offset);
  block_.text = text;
  machine_.place.line = line.line;
  expression_.start(text.data(), text.data() + text.size());
  const char* p = frame.source->text.data() + line.tail;
  return expression_.condition(p);
}

void Interpreter::take_branch(Frame& frame, int index) {
  while (index >= 0) {
    const FlowLine& line = frame.source->flow[static_cast<std::size_t>(index)];
    machine_.take_step();
    const bool asks = line.keyword == Keyword::when || line.keyword == Keyword::elseif;
    if (!asks || condition_at(frame, index)) {
      jump_after(frame, index);
      return;
    }
    index = line.next;
  }
  flow_trouble("this if has no endif");
}

void Interpreter::o_word(Frame& frame, const char* p, const char* end) {
  Source& source = *frame.source;
  index_source(source);
  const char* const at = p;
  try {
    OWord word = parse_o_word(p + 1, end);
    if (word.computed) {
      p = skip_blanks(p + 1, end);
      const double label = expression_.value(p);
      word.keyword = parse_keyword(p, end);
      word.tail = p;
      if (word.keyword != Keyword::call || !(std::fabs(label) < 1e9)) {
        expression_.fail(at, end, "unsupported", "a computed O word can only call");
      }
      word.label = std::to_string(std::llround(label));
    }
    if (word.keyword == Keyword::call) {
      std::vector<double> arguments;
      for (p = skip_blanks(word.tail, end); p != end && *p == '['; p = skip_blanks(p, end)) {
        arguments.push_back(expression_.bracketed(p));
      }
      if (p != end && *p != '(' && *p != ';') expression_.fail(p, end, "syntax", "arguments are [values]");
      frame.begun = true;
      classify(BlockClass::executed);
      call(FrameKind::sub, word.label, arguments, 1, static_cast<std::uint32_t>(at - block_.text.data()) + 1);
      return;
    }
    const int index = flow_at(source, static_cast<std::size_t>(block_.text.data() - source.text.data()));
    if (index < 0) expression_.fail(at, end, "syntax", "this O word is not understood");
    o_line(frame, index, word.tail);
    classify(BlockClass::executed);
  } catch (const Trouble& trouble) {
    // Where the program goes from here is not known.
    log_.add(Severity::error, machine_.place, trouble);
    classify(BlockClass::unsupported);
    throw Halt{};
  }
}

void Interpreter::o_line(Frame& frame, int index, const char* tail) {
  const FlowLine& line = frame.source->flow[static_cast<std::size_t>(index)];
  const auto need = [&](const char* what) {
    if (line.next < 0) flow_trouble(std::string("there is no ") + what + " for this O word");
  };
  if (line.keyword != Keyword::program) frame.begun = true;
  switch (line.keyword) {
    case Keyword::program:
      if (frame.begun) end_of_file(frame, "another program begins");
      break;
    case Keyword::sub:
      need("endsub");
      jump_after(frame, line.next);
      break;
    case Keyword::endsub:
    case Keyword::returns: {
      if (frame.kind != FrameKind::sub) flow_trouble("this return is in no sub that was called");
      const char* p = skip_blanks(tail, block_.text.data() + block_.text.size());
      const bool has_value = p != block_.text.data() + block_.text.size() && *p == '[';
      const double value = has_value ? expression_.bracketed(p) : 0;
      give_back();
      parameters_.set("_value", value);
      parameters_.set("_value_returned", has_value ? 1 : 0);
      break;
    }
    case Keyword::when:
      need("endif");
      take_branch(frame, index);
      break;
    case Keyword::elseif:
    case Keyword::otherwise: {
      int last = index;
      for (;;) {
        const FlowLine& branch = frame.source->flow[static_cast<std::size_t>(last)];
        if (branch.keyword == Keyword::endif) break;
        if (branch.next < 0) flow_trouble("there is no endif for this O word");
        last = branch.next;
      }
      jump_after(frame, last);
      break;
    }
    case Keyword::loop:
      need("endwhile");
      if (!condition_at(frame, index)) jump_after(frame, line.next);
      break;
    case Keyword::endwhile: {
      need("while");
      const FlowLine& opener = frame.source->flow[static_cast<std::size_t>(line.next)];
      jump(frame, opener.offset, opener.line - 1);
      break;
    }
    case Keyword::begin:
      need("while");
      break;
    case Keyword::do_while:
      if (condition_at(frame, index)) jump_after(frame, line.next);
      break;
    case Keyword::repeat: {
      need("endrepeat");
      const double count = std::round(expression_.bracketed(tail));
      frame.counts[index] = count;
      if (count < 1) jump_after(frame, line.next);
      break;
    }
    case Keyword::endrepeat:
      need("repeat");
      if (--frame.counts[line.next] >= 1) jump_after(frame, line.next);
      break;
    case Keyword::leave:
      need("end of a loop");
      jump_after(frame, line.next);
      break;
    case Keyword::again: {
      need("end of a loop");
      const FlowLine& closing = frame.source->flow[static_cast<std::size_t>(line.next)];
      jump(frame, closing.offset, closing.line - 1);
      break;
    }
    default:
      break;
  }
}

// Labels are searched in this program of the file: forward first, then from its beginning.
void Interpreter::go_to(Frame& frame, double n, std::uint32_t column) {
  Source& source = *frame.source;
  index_source(source);
  std::size_t from = 0, to = source.text.size();
  for (const FlowLine& line : source.flow) {
    if (line.keyword != Keyword::program) continue;
    if (line.offset < frame.offset) {
      from = line.offset;
    } else {
      to = line.offset;
      break;
    }
  }
  const auto found = source.labels.find(n);
  const LabelN* best = nullptr;
  if (found != source.labels.end()) {
    for (const LabelN& label : found->second) {
      if (label.offset < from || label.offset >= to) continue;
      if (best == nullptr || (best->offset < frame.offset && label.offset >= frame.offset)) best = &label;
    }
  }
  if (best == nullptr) {
    machine_.place.column = column;
    flow_trouble("there is no block N" + shown(n) + " to go to");
  }
  jump(frame, best->offset, best->line - 1);
}

bool Interpreter::macro_flow(Frame& frame, const char*& p, const char* end) {
  const auto word = [&](std::string_view name) {
    const char* q = p;
    for (const char c : name) {
      if (q == end || lower(*q) != c) return false;
      ++q;
    }
    p = q;
    return true;
  };
  const char* const at = p;
  const auto column = static_cast<std::uint32_t>(at - block_.text.data()) + 1;
  const auto offset = static_cast<std::size_t>(block_.text.data() - frame.source->text.data());
  if (p + 1 == end || !is_letter(p[1])) return false;
  try {
    if (word("if")) {
      const bool holds = expression_.condition(p);
      p = skip_blanks(p, end);
      if (word("then")) {
        p = skip_blanks(p, end);
        executed_ = true;
        frame.begun = true;
        if (!holds) classify(BlockClass::executed);
        if (holds && (p == end || *p != '#')) expression_.fail(at, end, "syntax", "THEN is followed by an assignment");
        return !holds;
      }
      if (!word("goto")) expression_.fail(at, end, "syntax", "IF [..] is followed by GOTO or THEN");
      const double n = expression_.right_side(p);
      if (holds) go_to(frame, n, column);
    } else if (word("goto")) {
      go_to(frame, expression_.right_side(p), column);
    } else if (word("while") || word("do") || word("end")) {
      index_source(*frame.source);
      const int index = flow_at(*frame.source, offset);
      if (index < 0) expression_.fail(at, end, "syntax", "WHILE [..] DO1, DO1 or END1 is expected");
      const FlowLine& line = frame.source->flow[static_cast<std::size_t>(index)];
      if (line.next < 0) flow_trouble("this DO or END has no partner of the same number");
      if (line.keyword == Keyword::endwhile) {
        const FlowLine& opener = frame.source->flow[static_cast<std::size_t>(line.next)];
        jump(frame, opener.offset, opener.line - 1);
      } else if (lower(*at) == 'w' && !expression_.condition(p)) {
        jump_after(frame, line.next);
      }
    } else {
      return false;
    }
  } catch (const Trouble& trouble) {
    log_.add(Severity::error, machine_.place, trouble);
    classify(BlockClass::unsupported);
    throw Halt{};
  }
  frame.begun = true;
  classify(BlockClass::executed);
  return true;
}

}  // namespace graze::nc::detail
