// SPDX-License-Identifier: Apache-2.0
// Exact verdicts where engines disagree: no hierarchy and no filter, only boxes in double and the exact predicates.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "graze/mesh.h"

namespace graze::bench {

/// Do these two triangles meet?
bool triangles_meet(const Mesh& a, const Mesh& b, const Pose& pose, std::uint32_t triangle_a, std::uint32_t triangle_b);

/// A pair of triangles that meet, if there is one. Sweeps over all boxes of triangles: about a second for 140,000 each.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_meeting(const Mesh& a, const Mesh& b, const Pose& pose);

}  // namespace graze::bench
