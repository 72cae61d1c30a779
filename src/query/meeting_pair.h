// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "graze/query.h"

namespace graze::detail {

/// The least pair of triangles (traversal.h, pair_key) that meets, if one does; margins do not count. Exact. The pose
/// has been checked; `method` is hierarchy or brute_force.
std::optional<std::uint64_t> meeting_pair(const Model& a, const Model& b, const Pose& pose, double skew, Method method,
                                          Counters& counters);

}  // namespace graze::detail
