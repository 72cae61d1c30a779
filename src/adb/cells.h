// SPDX-License-Identifier: Apache-2.0
// A box's 8³ cells, and how much of a triangle lies in each.
#pragma once

#include <array>
#include <span>

#include "adb/adb_node.h"
#include "adb/skeleton.h"

namespace graze::detail {

using CellAreas = std::array<double, kCells>;  // cell x + 8 (y + 8 z)

/// A node's grid.
struct CellGrid {
  explicit CellGrid(const AdbNode& node);
  Vec3 lower, cell;  // cell: its sides
};

/// The area of the largest polygon in a box of these sides. In a cube of side a it is √2 a², the rectangle of two
/// opposite edges (000, 3.2); in a box, that of the longest edges, and the largest of the sections through two edges.
double max_area(const Vec3& sides);

double area_of(const Corners& triangle);

/// Adds the areas of the triangle's fragments; what is outside the grid counts for none. A fragment in the plane
/// between two cells belongs to the upper.
void add_fragments(const CellGrid& grid, const Corners& triangle, CellAreas& areas);

}  // namespace graze::detail
