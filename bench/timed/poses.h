// SPDX-License-Identifier: Apache-2.0
// The two scenarios in which time-critical queries are measured (TIMED, "setting").
#pragma once

#include <cstdint>
#include <vector>

#include "graze/model.h"

namespace graze::bench {

/// U, the papers' scenario: 22 distances of the centres from 0.4 to 2.5 (the larger model's largest side is 2), any
/// direction and orientation, without those at which the boxes around the models are disjoint.
/// `distances`: 0 to 21 of each pose, 0.4 to 2.5.
std::vector<Pose> poses_at_distances(const Model& a, const Model& b, int per_distance, std::uint64_t seed,
                                     std::vector<int>* distances = nullptr);

/// N: for any direction and orientation the outermost contact by bisection, then 2.5, 0.5 and 0.1 % of the larger
/// model's side farther and nearer, or of the smaller's; six poses in this order. Half of them free, but for what
/// bisection steps over.
std::vector<Pose> poses_near_contact(const Model& a, const Model& b, int directions, std::uint64_t seed,
                                     bool of_smaller = false);

/// Coherent motion: from 0.3 before first contact to 0.03 beyond it and back, turning by 0.3 radians, in so many steps;
/// one path after another. Where the larger side is 2, as above.
std::vector<Pose> paths_to_contact(const Model& a, const Model& b, int paths, int steps, std::uint64_t seed);

}  // namespace graze::bench
