// SPDX-License-Identifier: Apache-2.0
// Volumes that the study traversal takes, and user-given directions.
#pragma once

#include <vector>

#include "graze/model.h"

namespace graze::test {

inline constexpr Volume kSlabVolumes[] = {Volume::aabb,  Volume::dop8,  Volume::dop12, Volume::dop14,
                                          Volume::dop18, Volume::dop20, Volume::dop26, Volume::custom};

/// Normals from {0, ±1, ±2}, in no particular order, opposite signs and lengths.
inline std::vector<Vec3> finer_directions() {
  return {{1, 0, 0},  {0, -1, 0}, {0, 0, 1},  {1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {2, -2, -2}, {1, 2, 0},
          {2, -1, 0}, {0, 1, 2},  {0, 2, -1}, {2, 0, 1}, {-1, 0, 2}, {2, 1, 1},  {1, 2, -1}};
}

inline BuildOptions slab_options(Volume volume, int width, int leaf_size) {
  BuildOptions options;
  options.volume = volume;
  options.width = width;
  options.leaf_size = leaf_size;
  options.split = Split::splatter;
  if (volume == Volume::custom) options.directions = finer_directions();
  return options;
}

}  // namespace graze::test
