// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "graze/query.h"
#include "traverse/traversal.h"

namespace graze::detail {

/// The least pair of triangles (traversal.h, pair_key) that meets, if one does; margins do not count. Exact. The pose
/// has been checked; `method` is hierarchy or brute_force. What was counted is in `state`.
std::optional<std::uint64_t> meeting_pair(const Model& a, const Model& b, const Pose& pose, double skew, Method method,
                                          TraversalState& state);

}  // namespace graze::detail
