// SPDX-License-Identifier: Apache-2.0
// The triangle of a part that is nearest to the hull of a core at two poses.
#pragma once

#include <cstdint>
#include <vector>

#include "nc/check/part_data.h"
#include "nc/check/turning_hull.h"

namespace graze::nc::detail {

inline constexpr std::size_t kNoTurningSlot = static_cast<std::size_t>(-1);

struct TurningSearch {
  double lower = 0;  // nothing is nearer: at first how far the search goes. Certified
  double gap = 0;    // how far apart the bounds of the distance may stay
  std::size_t slot = kNoTurningSlot;
  HullDistance nearest;
};

/// Looks at the packet of the slot `first` before all others (kNoTurningSlot: none).
void search_hull(const PartData& part, const TurnedHull& hull, TurningSearch& search, std::size_t first);

/// Slots of all triangles within `reach` of the hull, and perhaps of some that are farther; false when they are more
/// than `most`.
bool collect_near(const PartData& part, const TurnedHull& hull, double reach, std::size_t most,
                  std::vector<std::size_t>& slots);

}  // namespace graze::nc::detail
