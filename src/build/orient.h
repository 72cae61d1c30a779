// SPDX-License-Identifier: Apache-2.0
// An orientation in which aligned volumes fit best (seed 004, 4.2, open question).
#pragma once

#include <optional>

#include <array>

#include "build/leaves.h"
#include "build/topology.h"

namespace graze::detail {

/// Whether a volume's fit depends on the frame: boxes along the axes and k-DOPs.
bool is_aligned(Volume volume);

/// Rows of the rotation in which the volumes of the nodes, over an even sample, are least on average, each against the
/// ball about its node; none when the frame as it is does as well to within 5 %. The same for any thread count.
std::optional<std::array<double, 9>> best_orientation(Volume volume, const Topology& topology, const Surface& surface);

}  // namespace graze::detail
