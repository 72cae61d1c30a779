// SPDX-License-Identifier: Apache-2.0
// In which order poses are asked, so that every part of them from the first on is as well spread as it can be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::suite {

/// Indices of all poses: one of each level, then another of each level and so on; levels, and the poses of a level,
/// each far from those before it (van der Corput), and those of one level elsewhere among its own than those of the
/// next. The first n are a fair sample, and part of every larger one.
std::vector<std::uint32_t> spread_order(const std::vector<std::uint32_t>& level_of_pose, std::size_t levels);

}  // namespace graze::suite
