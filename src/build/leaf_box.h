// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include "build/hierarchy.h"

namespace graze::detail {

/// Holds the balls about all leaves, and so all triangles.
inline void box_of_leaves(const Hierarchy& h, double lower[3], double upper[3]) {
  std::fill_n(lower, 3, std::numeric_limits<double>::infinity());
  std::fill_n(upper, 3, -std::numeric_limits<double>::infinity());
  for (const LeafPacket& leaf : h.leaves) {
    for (int x = 0; x < 3; ++x) {
      lower[x] = std::min(lower[x], static_cast<double>(leaf.centre[x]) - static_cast<double>(leaf.radius));
      upper[x] = std::max(upper[x], static_cast<double>(leaf.centre[x]) + static_cast<double>(leaf.radius));
    }
  }
}

}  // namespace graze::detail
