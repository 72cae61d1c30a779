// SPDX-License-Identifier: Apache-2.0
// One line into a block: words, comments, assignments.
#include <cmath>
#include <cstring>

#include "nc/gcode/interpreter.h"
#include "nc/gcode/number.h"

namespace graze::nc::detail {

bool Interpreter::read_line(Frame& frame, const char* p, const char* end) {
  const bool fanuc = dialect_ == Dialect::fanuc;
  if (*p == '/') {
    if (options_.block_skip) return false;
    p = skip_blanks(p + 1, end);
    if (fanuc && p != end && is_digit(*p)) ++p;  // /2 to /9: several switches
  }
  bool first = true, numbered = false;
  while (p != end) {
    const char c = *p;
    if (is_letter(c)) {
      if (first && !numbered && (c | 32) == 'n') {
        numbered = true;
        const char* const at = p++;
        machine_.place.n = expression_.value(p);
        if (!(machine_.place.n >= 0)) expression_.fail(at, p, "value", "a line's number is not negative");
        block_.comments_only = false;
        continue;
      }
      if (first && (c | 32) == 'o') {
        o_word(frame, p, end);
        return false;
      }
      if (first && fanuc && macro_flow(frame, p, end)) return false;
      if (p == end || !is_letter(*p)) continue;  // IF [..] THEN #1=2
      first = false;
      block_.comments_only = false;
      read_word(p, end);
    } else if (is_blank(c)) {
      ++p;
    } else if (c == '(' || c == ';') {
      p = read_comment(p, end);
    } else if (c == '#') {
      first = false;
      block_.comments_only = false;
      read_assignment(p);
    } else if (c == ':' && first) {
      o_word(frame, p, end);
      return false;
    } else if (c == '/' && fanuc) {
      if (options_.block_skip) break;  // what follows is skipped
      ++p;
    } else if (c == '%') {
      break;
    } else {
      expression_.fail(p, p + 1, "syntax", "this character has no meaning here");
    }
  }
  for (const Assignment& assignment : block_.assignments) assign(assignment);
  return true;
}

void Interpreter::read_word(const char*& p, const char* end) {
  const char* const at = p;
  const char letter = static_cast<char>(*p++ | 32);
  const auto column = static_cast<std::uint32_t>(at - block_.text.data()) + 1;
  p = skip_blanks(p, end);
  // Plain numbers, which most words are, without the detour through expressions.
  double value = 0;
  bool negative = false, point = true;
  const char* digits = p;
  if (digits != end && (*digits == '-' || *digits == '+')) {
    negative = *digits == '-';
    digits = skip_blanks(digits + 1, end);
  }
  const Number number = digits != end && (is_digit(*digits) || *digits == '.') ? parse_number(digits, end) : Number{};
  if (number.end != nullptr) {
    p = number.end;
    value = negative ? -number.value : number.value;
    point = number.point;
    if (p != end && (*p | 32) == 'e' && p + 1 != end && (p[1] == '-' || p[1] == '+' || is_digit(p[1]))) {
      expression_.fail(at, p + 2, "syntax", "G-code has no exponents", "write the number out: 8e-4 as 0.0008");
    }
  } else {
    value = expression_.value(p);
    if (is_vacant(value)) return;  // macro B: a word with a vacant parameter is not there
  }
  if (letter == 'g' || letter == 'm') {
    read_code(letter, value, column);
    return;
  }
  const std::uint32_t bit = Block::bit(letter);
  if (letter == 'n' || letter == 'o') expression_.fail(at, p, "syntax", "this word stands first in a block");
  if ((block_.present & bit) != 0) {
    expression_.fail(at, p, "conflict", "this letter appears twice in the block");
  }
  block_.present |= bit;
  block_.unread |= bit;
  if (!point) block_.pointless |= bit;
  block_.value[static_cast<std::size_t>(letter - 'a')] = value;
  block_.column[static_cast<std::size_t>(letter - 'a')] = column;
}

void Interpreter::read_code(char letter, double value, std::uint32_t column) {
  const double tenths = std::round(value * 10);
  if (!(tenths >= 0 && tenths < 1e5 && std::fabs(value * 10 - tenths) < 1e-3)) {
    block_.fail_at(column, "value", "there is no such code");
  }
  auto& words = letter == 'g' ? block_.g : block_.m;
  int& count = letter == 'g' ? block_.g_count : block_.m_count;
  if (count == static_cast<int>(words.size())) block_.fail_at(column, "limit", "too many codes in one block");
  words[static_cast<std::size_t>(count++)] = {static_cast<int>(tenths), column};
}

void Interpreter::read_assignment(const char*& p) {
  const char* const at = p++;
  Assignment assignment;
  assignment.column = static_cast<std::uint32_t>(at - block_.text.data()) + 1;
  const char* const end = block_.text.data() + block_.text.size();
  assignment.target = expression_.reference(p);
  p = skip_blanks(p, end);
  if (p == end || *p != '=') expression_.fail(at, p, "syntax", "'=' is expected after the parameter");
  ++p;
  assignment.value = expression_.right_side(p);
  executed_ = true;
  // LinuxCNC: a line's assignments hold from the next line on for what the line itself reads.
  if (dialect_ == Dialect::fanuc) {
    assign(assignment);
  } else {
    block_.assignments.push_back(std::move(assignment));
  }
}

void Interpreter::assign(const Assignment& assignment) {
  const auto& [target, value, column] = assignment;
  if (target.name.empty() ? parameters_.set(target.number, value) : parameters_.set(target.name, value)) return;
  if (dialect_ == Dialect::fanuc && target.number > 3000 && target.number <= 3006)
    return;  // timers, single block, stop
  block_.fail_at(column, "unsupported", "this parameter cannot be written here",
                 "offsets are set by G10, positions by motions");
}

const char* Interpreter::read_comment(const char* p, const char* end) {
  Event event;
  event.place = machine_.place;
  event.place.column = static_cast<std::uint32_t>(p - block_.text.data()) + 1;
  const char* close = end;
  if (*p == '(') {
    close = static_cast<const char*>(std::memchr(p, ')', static_cast<std::size_t>(end - p)));
    if (close == nullptr) expression_.fail(p, end, "syntax", "this comment is not closed", "add ')'");
    const void* inner = std::memchr(p + 1, '(', static_cast<std::size_t>(close - p - 1));
    if (inner != nullptr && dialect_ == Dialect::linuxcnc) {
      expression_.fail(static_cast<const char*>(inner), close, "syntax", "a comment within a comment",
                       "write [ ] instead of the inner ( )");
    }
  }
  event.text = {p + 1, static_cast<std::size_t>(close - p - 1)};
  while (!event.text.empty() && event.text.back() == '\r') event.text.remove_suffix(1);
  listener_.event(event);
  return close == end ? end : close + 1;
}

}  // namespace graze::nc::detail
