// SPDX-License-Identifier: Apache-2.0
// Findings: neighbours with the same complaint become one, the worst are kept.
#pragma once

#include <array>
#include <map>
#include <tuple>

#include "graze/nc/verify.h"

namespace graze::nc::detail {

class Events {
 public:
  explicit Events(std::size_t most) : most_(most) {}

  /// A complaint about one motion, in the program's order.
  void add(const Finding& finding);

  /// Worst first; how many there were beyond is told.
  std::vector<Finding> take(std::uint64_t& left_out);

  /// How many of a kind, before merging.
  std::uint64_t count(FindingKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }

 private:
  using Key = std::tuple<FindingKind, int, Part, std::uint32_t>;  // tool, its part, the body

  void close(Finding&& finding);
  void drop();

  std::size_t most_;
  std::map<Key, Finding> open_;
  std::vector<Finding> closed_;
  std::uint64_t dropped_ = 0;
  std::array<std::uint64_t, 16> counts_{};
};

/// Is a worse than b? Total: where all else is equal, what comes first in the program.
bool worse(const Finding& a, const Finding& b);

}  // namespace graze::nc::detail
