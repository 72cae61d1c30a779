// SPDX-License-Identifier: Apache-2.0
#include "suite/pose_order.h"

#include <algorithm>
#include <numbers>

namespace graze::suite {
namespace {

/// 0 .. n-1 by their digits in binary, reversed.
std::vector<std::size_t> reversed_digits(std::size_t n) {
  std::size_t bits = 0;
  while ((std::size_t{1} << bits) < n) ++bits;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < (std::size_t{1} << bits); ++i) {
    std::size_t reversed = 0;
    for (std::size_t b = 0; b < bits; ++b) reversed |= ((i >> b) & 1u) << (bits - 1 - b);
    if (reversed < n) order.push_back(reversed);
  }
  return order;
}

}  // namespace

std::vector<std::uint32_t> spread_order(const std::vector<std::uint32_t>& level_of_pose, std::size_t levels) {
  std::vector<std::vector<std::uint32_t>> members(levels);
  for (std::uint32_t i = 0; i < level_of_pose.size(); ++i) members[level_of_pose[i]].push_back(i);
  std::size_t longest = 0;
  for (std::size_t level = 0; level < levels; ++level) {
    std::vector<std::uint32_t>& list = members[level];
    std::vector<std::uint32_t> spread;
    for (const std::size_t k : reversed_digits(list.size())) spread.push_back(list[k]);
    // Levels have the same directions and orientations, and a pose after its like finds the caches full of what it
    // needs: with all lists from their beginning, the first level alone paid for it (1.4 times its neighbour's time).
    const auto turn =
        static_cast<std::size_t>(static_cast<double>(level) / std::numbers::phi * static_cast<double>(spread.size()));
    if (!spread.empty()) std::rotate(spread.begin(), spread.begin() + turn % spread.size(), spread.end());
    list = std::move(spread);
    longest = std::max(longest, list.size());
  }
  const std::vector<std::size_t> level_order = reversed_digits(levels);
  std::vector<std::uint32_t> order;
  for (std::size_t rank = 0; rank < longest; ++rank) {
    for (const std::size_t level : level_order) {
      if (rank < members[level].size()) order.push_back(members[level][rank]);
    }
  }
  return order;
}

}  // namespace graze::suite
