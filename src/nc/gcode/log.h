// SPDX-License-Identifier: Apache-2.0
// How trouble travels: thrown as Trouble where a block fails, turned into a Diagnostic by the loop over blocks.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "graze/nc/program.h"

namespace graze::nc::detail {

/// A block cannot be executed.
struct Trouble {
  const char* kind = "syntax";
  std::uint32_t column = 0;  ///< 0: the block's
  std::string word;
  std::string message;
  std::string advice;
};

/// Reading ends here: limits, or flow that leads nowhere.
struct Halt {};

/// At most 60 printable characters of `text`: words go into one-line messages whatever bytes they are made of.
std::string printable(std::string_view text);

/// A number as a message shows it: six significant digits, no trailing zeros.
std::string shown(double value);

class Log {
 public:
  Log(Outcome& outcome, int max_errors) : outcome_(outcome), max_errors_(max_errors) {}

  /// Throws Halt when the limit of errors is reached.
  void add(Severity severity, const Place& place, const Trouble& trouble);
  /// The first time only, for what would be said of every line.
  void once(Severity severity, const Place& place, const Trouble& trouble);

 private:
  Outcome& outcome_;
  int max_errors_;
  std::set<std::string> said_;
};

}  // namespace graze::nc::detail
