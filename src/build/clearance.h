// SPDX-License-Identifier: Apache-2.0
// Where a model is hollow: a coarse grid over its box tells how far from the surface a point is at least. A body whose
// ball fits in there is apart at once: a drone in a room, a part in its casing.
#pragma once

#include <cstdint>
#include <vector>

namespace graze::detail {

struct Hierarchy;
struct LeafBox;

struct Clearance {
  static constexpr int kSide = 32;  // cells along an axis

  double greatest = 0;  // of all cells; 0 when there is no grid
  double lower[3] = {0, 0, 0};
  double per_cell[3] = {0, 0, 0};  // cells a unit of length
  double quantum = 0;
  std::vector<std::uint8_t> steps;  // of the quantum, rounded down; x fastest

  /// At least so far is every triangle from point p, in units about the model's origin; 0 outside the grid.
  double at(const double p[3]) const {
    std::size_t index[3];
    for (int x = 0; x < 3; ++x) {
      const double cell = (p[x] - lower[x]) * per_cell[x];
      if (!(cell >= 0 && cell < kSide)) return 0;
      index[x] = static_cast<std::size_t>(cell);
    }
    return quantum * steps[(index[2] * kSide + index[1]) * kSide + index[0]];
  }
};

/// From the leaves, which are in the box. None for few triangles, where queries are short anyhow.
Clearance make_clearance(const Hierarchy& hierarchy, const LeafBox& box);

}  // namespace graze::detail
