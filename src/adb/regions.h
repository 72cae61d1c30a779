// SPDX-License-Identifier: Apache-2.0
// Regions of a box (000, 3.4.3): which cells they have, and how much of each another box covers.
#pragma once

#include <array>
#include <cstdint>

#include "adb/adb_node.h"

namespace graze::detail {

inline constexpr int kMaxRegions = 8;

struct RegionTable {
  int count = 1;
  std::array<std::uint8_t, kCells> of_cell = {};
  std::array<int, kMaxRegions> cells = {};  // how many a region has
};

/// Cells belong to the pyramid of their centre; those in a plane between two are shared out evenly.
const RegionTable& region_table(AdbRegions regions);

/// Possible collision cells of region j.
inline int cells_of(const AdbNode& node, AdbRegions regions, int j) {
  return regions == AdbRegions::none ? node.cells[0] + 256 * node.cells[1] : node.cells[j];
}

/// Of all regions.
int cells_of(const AdbNode& node, AdbRegions regions);

void set_cells(AdbNode& node, AdbRegions regions, const std::array<int, kMaxRegions>& counts);

/// The share of each region that lies in the box [low, high], in coordinates in which the whole is [-1, 1]³.
std::array<double, kMaxRegions> region_shares(AdbRegions regions, const double (&low)[3], const double (&high)[3]);

}  // namespace graze::detail
