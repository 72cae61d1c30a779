// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/number.h"

namespace graze::nc::detail {

Number parse_number_slowly(const char* p, const char* end) {
  std::string digits;
  bool point = false, any = false;
  const char* last = p;
  for (; p != end; ++p) {
    if (is_blank(*p)) continue;
    if (*p == '.' && !point) {
      point = true;
    } else if (is_digit(*p)) {
      any = true;
    } else {
      break;
    }
    digits += *p;
    last = p + 1;
  }
  if (!any) return {};
  Number number;
  if (digits.front() == '.') digits.insert(0, 1, '0');  // from_chars wants none of it, but a lone point it would refuse
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number.value);
  if (result.ec != std::errc{}) return {};
  number.end = last;
  number.point = point;
  return number;
}

}  // namespace graze::nc::detail
