// SPDX-License-Identifier: Apache-2.0
#include "build/choose_leaf_size.h"

#include "volumes/layout.h"

namespace graze::detail {

int choose_leaf_size(LeafRule rule, Volume volume, std::size_t triangles) {
  if (rule == LeafRule::automatic) return 4;
  // Seed 004, 6.3.3, for the flying object: 20 for fewer than 1,000 triangles; else 40, 40, 60 and 100 for 6-, 14-, 18-
  // and 26-DOPs. The values in between are taken for what the thesis did not look at.
  if (triangles < 1000) return 20;
  const int directions = dop_directions(volume);
  return directions <= 7 ? 40 : directions <= 10 ? 60 : 100;
}

}  // namespace graze::detail
