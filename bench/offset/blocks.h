// SPDX-License-Identifier: Apache-2.0
// Values of a field on a lattice, only near a level.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graze/solid.h"

namespace graze::bench {

/// Lattice point (i, j, k) lies at origin + voxel·(i, j, k).
struct Lattice {
  Vec3 origin;
  double voxel = 1;
};

/// 8³ points from `corner`, a multiple of 8, on; z runs fastest.
struct Block {
  std::array<std::int32_t, 3> corner{};
  std::array<float, 512> value{};  // (f - level) / voxel, no farther from 0 than the band
};

struct NearLevel {
  double level = 0;
  double band = 2;  // voxels: values up to here are exact, beyond only their sign is
  int threads = 0;
};

/// Every point within the band lies in one of the blocks, which come in an order that depends on nothing but the
/// arguments. As the field is 1-Lipschitz, a cube whose centre is farther from the level than its corners from the
/// centre needs no look inside.
std::vector<Block> fill_blocks(const SignedDistance& field, const Lattice& lattice, const NearLevel& near);

}  // namespace graze::bench
