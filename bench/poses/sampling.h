// SPDX-License-Identifier: Apache-2.0
// Directions and orientations to place an object by.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "vector.h"

namespace graze::bench {

enum class Sampling : std::uint8_t {
  grid,             ///< rows of equal area (the paper samples its sphere of directions by a regular grid)
  low_discrepancy,  ///< spirals: evenly spread for any count, without rows
  random,           ///< independent, uniform
};

std::string_view name(Sampling sampling);
std::optional<Sampling> sampling_from(std::string_view name);

/// `count` unit vectors, spread over the sphere. The seed matters to `random` only.
std::vector<Vec3> sample_directions(Sampling sampling, std::size_t count, std::uint64_t seed);

/// `count` unit quaternions, spread over all rotations.
std::vector<scenes::Quaternion> sample_orientations(Sampling sampling, std::size_t count, std::uint64_t seed);

}  // namespace graze::bench
