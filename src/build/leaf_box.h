// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "build/hierarchy.h"

namespace graze::detail {

/// Holds the balls about all leaves, and so all triangles.
struct LeafBox {
  double lower[3], upper[3];
};

/// The same for any number of threads.
inline LeafBox box_of_leaves(const Hierarchy& h) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  constexpr LeafBox kEmpty = {{kNone, kNone, kNone}, {-kNone, -kNone, -kNone}};
  constexpr std::size_t kGrain = 8192;
  const std::size_t n = h.leaves.size(), chunks = (n + kGrain - 1) / kGrain;
  std::vector<LeafBox> parts(chunks, kEmpty);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t i) {
    LeafBox part = kEmpty;
    for (std::size_t k = i * kGrain; k < std::min(n, (i + 1) * kGrain); ++k) {
      const LeafPacket& leaf = h.leaves[k];
      for (int x = 0; x < 3; ++x) {
        part.lower[x] = std::min(part.lower[x], static_cast<double>(leaf.centre[x]) - static_cast<double>(leaf.radius));
        part.upper[x] = std::max(part.upper[x], static_cast<double>(leaf.centre[x]) + static_cast<double>(leaf.radius));
      }
    }
    parts[i] = part;
  });
  LeafBox all = kEmpty;
  for (const LeafBox& part : parts) {
    for (int x = 0; x < 3; ++x) {
      all.lower[x] = std::min(all.lower[x], part.lower[x]);
      all.upper[x] = std::max(all.upper[x], part.upper[x]);
    }
  }
  return all;
}

}  // namespace graze::detail
