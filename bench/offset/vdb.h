// SPDX-License-Identifier: Apache-2.0
// All that needs OpenVDB, whose headers take half a minute to compile.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "blocks.h"

namespace graze::bench {

/// The surface between negative and positive values, in units of the lattice.
struct LevelFaces {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 4>> quads;  // the fourth equal to the third in triangles
};
LevelFaces extract_level(const std::vector<Block>& blocks, double band);

/// Saves the values times the voxel as a level set; its points are those of the lattice. Returns how many hold a value
/// within the band.
std::size_t write_level_set(const std::filesystem::path& file, const std::vector<Block>& blocks, double band,
                            const Lattice& lattice);

}  // namespace graze::bench
