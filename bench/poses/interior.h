// SPDX-License-Identifier: Apache-2.0
// Places inside tunnels and cavities, which no straight way from outside reaches: what the paper names as the
// shortcoming of placing by first contact (Diktas and Sahiner, 5).
#pragma once

#include <cstdint>
#include <vector>

#include "approach.h"
#include "graze/solid.h"

namespace graze::bench {

struct InteriorOptions {
  std::size_t wanted = 16;      ///< poses
  std::size_t tries = 4000;     ///< random poses looked at
  std::size_t directions = 32;  ///< straight ways out, of which
  std::size_t escapes = 8;      ///< at most so many may be free: those along a tunnel
  std::uint64_t seed = 1;
};

/// Poses at which B is free of A and outside its material, but can leave in few directions only: linked with A, in one
/// of its cavities, in a tunnel.
std::vector<Pose> interior_poses(const Body& a, const SignedDistance& field, const Body& b,
                                 const InteriorOptions& options);

}  // namespace graze::bench
