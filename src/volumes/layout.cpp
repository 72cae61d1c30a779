// SPDX-License-Identifier: Apache-2.0
#include "volumes/layout.h"

#include <algorithm>

#include "volumes/registry.h"

namespace graze::detail {

int dop_directions(Volume volume) {
  switch (volume) {
    case Volume::dop8:
      return 4;
    case Volume::dop12:
      return 6;
    case Volume::dop14:
      return 7;
    case Volume::dop18:
      return 9;
    case Volume::dop20:
      return 10;
    case Volume::dop26:
      return 13;
    default:
      return 0;
  }
}

Layout layout_of(Volume volume, int width) {
  Layout layout;
  if (const int directions = dop_directions(volume); directions > 0) {
    const std::size_t padded = directions < 8 ? 8 : 16;
    layout.by_child = true;
    layout.fields = 2 * padded;
    layout.lanes = static_cast<std::size_t>(width);
    layout.stride = layout.fields * layout.lanes;
    layout.ref_offset = layout.fields - 1;
    layout.ref_step = layout.fields;
    return layout;
  }
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:
      layout.fields = 6;
      break;
    case Volume::sphere:
      layout.fields = 4;
      break;
    default:
      layout.fields = family_of(volume) != nullptr ? family_of(volume)->fields : kBoxFields;
      break;
  }
  layout.lanes = static_cast<std::size_t>(std::max(width, 4));
  const std::size_t row = std::min<std::size_t>(layout.lanes, 8);
  layout.ref_offset = layout.fields * row;
  layout.ref_step = 1;
  // Whole cache lines of sixteen floats, so that nodes do not straddle more lines than they must.
  layout.stride = (layout.ref_offset + row + 15) / 16 * 16;
  if (layout.lanes > row) {
    layout.block_shift = 3;
    layout.block = layout.stride;
    layout.stride *= layout.lanes / row;
  }
  return layout;
}

}  // namespace graze::detail
