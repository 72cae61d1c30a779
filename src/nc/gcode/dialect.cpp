// SPDX-License-Identifier: Apache-2.0
// Signs of a dialect. Plain programs mean the same in both; what differs is in docs/gcode.md.
#include "graze/nc/program.h"
#include "nc/gcode/number.h"
#include "nc/gcode/source.h"

namespace graze::nc {

Dialect detect_dialect(std::string_view text) {
  using detail::lower;
  if (text.find("#<") != std::string_view::npos) return Dialect::linuxcnc;
  bool fanuc = text.find("G65") != std::string_view::npos || text.find("G54.1") != std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), text.size());
    const char* p = text.data() + at;
    const char* const end = text.data() + stop;
    at = stop + 1;
    while (p != end && (detail::is_blank(*p) || *p == '/')) ++p;
    if (p != end && lower(*p) == 'n') {
      ++p;
      while (p != end && (detail::is_digit(*p) || detail::is_blank(*p))) ++p;
    }
    if (end - p < 2) continue;
    const char first = lower(p[0]), second = lower(p[1]);
    if (first == 'o') {
      const detail::OWord word = detail::parse_o_word(p + 1, end);
      if (word.keyword != detail::Keyword::none || word.computed) return Dialect::linuxcnc;
      fanuc = true;
    } else if ((first == 'i' && second == 'f') || (first == 'w' && second == 'h') || (first == 'g' && second == 'o')) {
      fanuc = true;
    }
  }
  return fanuc ? Dialect::fanuc : Dialect::linuxcnc;
}

}  // namespace graze::nc
