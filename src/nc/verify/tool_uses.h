// SPDX-License-Identifier: Apache-2.0
// The tools of a program, made ready for checking when a motion first needs them.
#pragma once

#include <map>
#include <string>

#include "nc/verify/swept_check.h"

namespace graze::nc::detail {

struct ToolUse {
  ToolUsed used;
  std::vector<ToolGroup> groups;  // cutting, shank, holder, as far as there are any
  std::string trouble;            // why there are none
  double lowest = 0;              // z of its lowest point; profiles begin at 0
};

class ToolUses {
 public:
  ToolUses(const ToolLibrary& library, double tolerance) : library_(library), tolerance_(tolerance) {}

  /// Stays where it is.
  ToolUse& at(int number);
  const std::map<int, ToolUse>& all() const { return uses_; }

 private:
  ToolUse make(int number) const;
  const ToolLibrary& library_;
  double tolerance_;
  std::map<int, ToolUse> uses_;
};

}  // namespace graze::nc::detail
