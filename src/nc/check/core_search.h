// SPDX-License-Identifier: Apache-2.0
// The triangle of a part that is nearest to a swept core: what the search is asked and what it has found.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "nc/check/core_triangle.h"
#include "nc/check/part_data.h"

namespace graze::nc::detail {

inline constexpr std::size_t kNoSlot = std::numeric_limits<std::size_t>::max();

/// Counted for benchmarks and tests.
struct SearchCounts {
  std::uint64_t nodes = 0, packets = 0, closed_forms = 0, iterated = 0;
};

struct CoreSearch {
  core::SweptCore core;
  double gap = 0;  // how far apart the bounds of the distance may stay
  /// Distances above this need no better number than a plane between core and triangle gives, such as one across
  /// `along` (of length 1): at first a guess, then the way to the nearest triangle.
  double enough = std::numeric_limits<double>::infinity();
  Vec3 along{0, 0, 1};
  /// All triangles that may be within `collect` are put here: a few more may be.
  double collect = -std::numeric_limits<double>::infinity();
  std::vector<std::size_t>* near = nullptr;

  /// Nothing is nearer than this: at first how far the search goes. Certified.
  double lower = std::numeric_limits<double>::infinity();
  std::size_t slot = kNoSlot;  // of the nearest triangle; none: nothing within the first `lower`
  core::CoreDistance nearest;
  bool by_plane = false;  // `nearest` was not computed: `lower` was enough
  SearchCounts counts;
};

/// Looks at the triangles of the packet `first` before all others (kNoSlot: none), so that the rest is soon out of
/// reach.
void search_core(const PartData& part, CoreSearch& search, std::size_t first_packet);

}  // namespace graze::nc::detail
