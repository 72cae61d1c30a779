// SPDX-License-Identifier: Apache-2.0
// Where a small body enters a large hierarchy: grids over the model's box tell, for any ball of up to a radius that is
// centred in a cell, the few nodes that hold all triangles near it. A query starts there instead of at the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "build/bulk.h"
#include "graze/model.h"

namespace graze::detail {

struct Hierarchy;
struct LeafBox;

struct EntryGrid {
  /// Up to four nodes, and which of their children: as many volumes as a step tests at once.
  struct alignas(16) Cell {
    std::uint32_t entry[4];  // index of a node << 4 | bits of its children; no bits: none
    bool empty() const { return ((entry[0] | entry[1] | entry[2] | entry[3]) & 0xFu) == 0; }
  };

  double radius = 0;  // of the balls it serves
  double lower[3] = {0, 0, 0};
  double per_cell = 0;  // cells a unit of length
  int sides[3] = {0, 0, 0};
  BulkVector<Cell> cells;  // x fastest

  /// The cell of point p, in units about the model's origin; null outside, where no triangle is within the radius.
  const Cell* at(const double p[3]) const {
    std::size_t index[3];
    for (int x = 0; x < 3; ++x) {
      const double cell = (p[x] - lower[x]) * per_cell;
      if (!(cell >= 0 && cell < sides[x])) return nullptr;
      index[x] = static_cast<std::size_t>(cell);
    }
    return &cells[(index[2] * static_cast<std::size_t>(sides[1]) + index[1]) * static_cast<std::size_t>(sides[0]) +
                  index[0]];
  }
};

struct Entries {
  double greatest = 0;           // radius of the balls served; 0 when there are no grids
  std::vector<EntryGrid> grids;  // each for half the radius of the one before

  /// The finest that serves a ball of this radius, which is `greatest` at most.
  const EntryGrid& of(double ball) const {
    std::size_t i = 0;
    while (i + 1 < grids.size() && ball <= grids[i + 1].radius) ++i;
    return grids[i];
  }
};

/// Of hierarchies of oriented boxes, four wide; none for few triangles, where queries are short anyhow. 13 to 23 ms of
/// one core for a million triangles; models built fast have a quarter of the cells while they are small.
Entries make_entries(const Hierarchy& hierarchy, const LeafBox& box, Quality quality);

}  // namespace graze::detail
