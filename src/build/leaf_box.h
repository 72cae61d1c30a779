// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "build/hierarchy.h"

namespace graze::detail {

/// Holds the balls about all leaves, and so all triangles. The same for any number of threads.
inline void box_of_leaves(const Hierarchy& h, double lower[3], double upper[3]) {
  struct Part {
    double lower[3], upper[3];
  };
  constexpr double kNone = std::numeric_limits<double>::infinity();
  constexpr Part kEmpty = {{kNone, kNone, kNone}, {-kNone, -kNone, -kNone}};
  constexpr std::size_t kGrain = 8192;
  const std::size_t n = h.leaves.size(), chunks = (n + kGrain - 1) / kGrain;
  std::vector<Part> parts(chunks, kEmpty);
  parallel_for(std::size_t{0}, chunks, [&](std::size_t i) {
    Part part = kEmpty;
    for (std::size_t k = i * kGrain; k < std::min(n, (i + 1) * kGrain); ++k) {
      const LeafPacket& leaf = h.leaves[k];
      for (int x = 0; x < 3; ++x) {
        part.lower[x] = std::min(part.lower[x], static_cast<double>(leaf.centre[x]) - static_cast<double>(leaf.radius));
        part.upper[x] = std::max(part.upper[x], static_cast<double>(leaf.centre[x]) + static_cast<double>(leaf.radius));
      }
    }
    parts[i] = part;
  });
  std::copy_n(kEmpty.lower, 3, lower);
  std::copy_n(kEmpty.upper, 3, upper);
  for (const Part& part : parts) {
    for (int x = 0; x < 3; ++x) {
      lower[x] = std::min(lower[x], part.lower[x]);
      upper[x] = std::max(upper[x], part.upper[x]);
    }
  }
}

}  // namespace graze::detail
