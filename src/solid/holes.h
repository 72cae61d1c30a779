// SPDX-License-Identifier: Apache-2.0
// Open edges chained into rings.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/solid.h"

namespace graze::detail {

/// `ends[i]` are the merged vertices of open edge i. As every vertex has an even number of open edges, all of them end
/// up in rings that visit no vertex twice.
std::vector<Hole> chain_holes(const std::vector<SolidEdge>& edges,
                              const std::vector<std::array<std::uint32_t, 2>>& ends);

}  // namespace graze::detail
