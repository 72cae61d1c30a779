// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::detail {

inline constexpr std::size_t kMostRanked = 64;

/// Ascending, at most kMostRanked. False, and nothing has changed, where a key occurs twice or vectors are short.
bool sort_by_rank(std::uint64_t* keys, std::size_t count);

}  // namespace graze::detail
