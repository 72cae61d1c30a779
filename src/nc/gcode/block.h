// SPDX-License-Identifier: Apache-2.0
// One block: the words of a line, each with its value and column.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nc/gcode/expression.h"

namespace graze::nc::detail {

struct CodeWord {
  int code = 0;  ///< ten times its number
  std::uint32_t column = 0;
};

struct Assignment {
  Expression::Reference target;
  double value = 0;
  std::uint32_t column = 0;
};

struct Block {
  static constexpr std::uint32_t bit(char letter) { return 1U << (letter - 'a'); }
  static constexpr std::uint32_t kAxisWords =
      (1U << ('x' - 'a')) | (1U << ('y' - 'a')) | (1U << ('z' - 'a')) | (1U << 0) | (1U << 1) | (1U << 2);

  std::uint32_t present = 0;    ///< by letter, without G M N O
  std::uint32_t unread = 0;     ///< those that nothing has used yet
  std::uint32_t pointless = 0;  ///< plain numbers without a decimal point
  std::array<double, 26> value;
  std::array<std::uint32_t, 26> column;
  std::array<CodeWord, 16> g, m;
  int g_count = 0, m_count = 0;
  std::string_view text;  ///< the line
  bool comments_only = true;
  std::vector<Assignment> assignments;

  bool has(char letter) const { return (present & bit(letter)) != 0; }
  /// The word's value; it counts as used.
  double use(char letter) {
    unread &= ~bit(letter);
    return value[static_cast<std::size_t>(letter - 'a')];
  }
  double use(char letter, double otherwise) { return has(letter) ? use(letter) : otherwise; }
  std::uint32_t at(char letter) const { return column[static_cast<std::size_t>(letter - 'a')]; }
  bool has_g(int code) const {
    for (int i = 0; i < g_count; ++i) {
      if (g[static_cast<std::size_t>(i)].code == code) return true;
    }
    return false;
  }
  void clear() {
    present = unread = pointless = 0;
    g_count = m_count = 0;
    comments_only = true;
    assignments.clear();
  }
  /// The word that stands at a column, as written, for messages.
  std::string word_at(std::uint32_t at_column) const;
  [[noreturn]] void fail(char letter, const char* kind, std::string message, std::string advice = {}) const;
  [[noreturn]] void fail_at(std::uint32_t at_column, const char* kind, std::string message,
                            std::string advice = {}) const;
};

}  // namespace graze::nc::detail
