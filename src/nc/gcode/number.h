// SPDX-License-Identifier: Apache-2.0
// Numbers as G-code writes them: digits and at most one point, blanks anywhere between them, no exponent.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace graze::nc::detail {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
inline bool is_letter(char c) { return static_cast<unsigned char>((c | 32) - 'a') < 26; }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 32) : c; }

inline const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

struct Number {
  double value = 0;
  const char* end = nullptr;  ///< nullptr: there is no number
  bool point = false;
};

/// Digits with blanks between them, or more than fit: the way round that is seldom taken.
Number parse_number_slowly(const char* p, const char* end);

/// An unsigned number at p. A mantissa below 2^53 over a power of ten up to 10^22 is divided once, hence rounded
/// correctly.
inline Number parse_number(const char* p, const char* end) {
  static constexpr std::array<double, 16> kPowers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* const begin = p;
  std::uint64_t mantissa = 0;
  int digits = 0, decimals = 0;
  bool point = false;
  for (; p != end; ++p) {
    if (is_digit(*p)) {
      mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
      ++digits;
      decimals += point ? 1 : 0;
      if (digits > 15) return parse_number_slowly(begin, end);
    } else if (*p == '.' && !point) {
      point = true;
    } else {
      break;
    }
  }
  if (p != end && is_blank(*p)) {
    const char* next = skip_blanks(p, end);
    if (next != end && (is_digit(*next) || (*next == '.' && !point))) return parse_number_slowly(begin, end);
  }
  if (digits == 0) return {};
  const auto whole = static_cast<double>(mantissa);
  return {decimals == 0 ? whole : whole / kPowers[static_cast<std::size_t>(decimals)], p, point};
}

}  // namespace graze::nc::detail
