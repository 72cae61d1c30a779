// SPDX-License-Identifier: Apache-2.0
// The text of one file and, once flow asks for it, an index of the lines that flow leads to.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace graze::nc::detail {

/// Those that are C++'s keywords, too, under other names.
enum class Keyword : std::uint8_t {
  none,
  program,  ///< O1234 alone: where M98 P1234 leads
  sub,
  endsub,
  call,
  returns,  ///< return
  when,     ///< if
  elseif,
  otherwise,  ///< else
  endif,
  loop,  ///< while
  endwhile,
  begin,     ///< do
  do_while,  ///< the `while` that ends a `do`
  repeat,
  endrepeat,
  leave,  ///< break
  again,  ///< continue
};

/// One line of flow. `next`: where it goes on when it is not entered: the next branch of an if, the end of a loop, of a
/// sub; for an end, the line that opened it. -1: there is none in this file.
struct FlowLine {
  std::size_t offset = 0, tail = 0;  ///< of the line, of what follows the keyword
  std::uint32_t line = 0;
  Keyword keyword = Keyword::none;
  int next = -1;
  std::string label;
};

struct LabelN {
  std::size_t offset = 0;
  std::uint32_t line = 0;
};

struct Source {
  std::string name;
  std::string owned;      ///< of files that were resolved
  std::string_view text;  ///< without a byte order mark
  std::uint32_t id = 0;
  bool indexed = false;
  std::vector<FlowLine> flow;  ///< by offset
  std::unordered_map<std::string, int> subs, programs;
  std::map<double, std::vector<LabelN>> labels;  ///< N words

  std::string_view line_at(std::size_t offset) const;
  std::size_t after_line(std::size_t offset) const;
};

/// What an O word at `p` says: its label (digits without leading zeros, or the name in lower case) and keyword. `tail`
/// is what follows. False where the label has to be computed: o[...] or o#...; then p is left at it.
struct OWord {
  std::string label;
  Keyword keyword = Keyword::none;
  const char* tail = nullptr;
  bool computed = false;
};
OWord parse_o_word(const char* p, const char* end);
Keyword parse_keyword(const char*& p, const char* end);

/// Fills flow and labels; once.
void index_source(Source& source);

/// The flow line at this offset, or -1.
int flow_at(const Source& source, std::size_t offset);
/// The first sub or program of this label, or -1.
int find_callee(const Source& source, Keyword keyword, const std::string& label);

}  // namespace graze::nc::detail
