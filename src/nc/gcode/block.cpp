// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/block.h"

#include "nc/gcode/number.h"

namespace graze::nc::detail {

std::string Block::word_at(std::uint32_t at_column) const {
  if (at_column == 0 || at_column > text.size()) return {};
  std::size_t from = at_column - 1, to = from + 1;
  int open = 0;
  for (; to < text.size(); ++to) {
    const char c = text[to];
    open += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (open == 0 && (is_letter(c) || c == '(' || c == ';')) break;
  }
  while (to > from + 1 && is_blank(text[to - 1])) --to;
  return std::string(text.substr(from, to - from));
}

void Block::fail_at(std::uint32_t at_column, const char* kind, std::string message, std::string advice) const {
  Trouble trouble;
  trouble.kind = kind;
  trouble.column = at_column;
  trouble.word = word_at(at_column);
  trouble.message = std::move(message);
  trouble.advice = std::move(advice);
  throw trouble;
}

void Block::fail(char letter, const char* kind, std::string message, std::string advice) const {
  fail_at(has(letter) ? at(letter) : 0, kind, std::move(message), std::move(advice));
}

}  // namespace graze::nc::detail
