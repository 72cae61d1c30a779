// SPDX-License-Identifier: Apache-2.0
// The splitting rules of top-down building, by name: one file and one line each (docs/extending.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "build/split_range.h"
#include "graze/model.h"

namespace graze::detail {

struct SplitRule {
  std::string_view name;

  /// Divides a range of two primitives or more into two that are not empty, with their boxes, and writes the primitives
  /// into the other buffer. Must not depend on threads; split_range.h and split_plane.h have what most rules need.
  void (*split)(const SplitContext& context, const Range& range, Range& left, Range& right);
};

/// Null for Split::automatic and for numbers that no rule has.
const SplitRule* rule_of(Split split);

/// As family_key in volumes/registry.h: 0 for the rules that Split names.
std::uint64_t rule_key(Split split);

}  // namespace graze::detail
