// SPDX-License-Identifier: Apache-2.0
// A conforming Delaunay triangulation as plain arrays, and how it comes from an environment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lab/environment.h"
#include "lab/tetra.h"

namespace graze::lab {

inline constexpr std::uint32_t kNoCell = ~std::uint32_t{0};

/// Delaunay for the points as they are, in double: walks from cell to cell towards a goal come to an end.
struct TetraMesh {
  struct Cell {
    std::array<std::uint32_t, 4> points;  ///< positively oriented (detail::orient3d)
    std::array<std::uint32_t, 4> across;  ///< the cell opposite each point, kNoCell beyond the hull
  };
  std::vector<Vec3> points;
  std::vector<Cell> cells;
  std::vector<std::uint32_t> first, list;  ///< triangles by cell: each of a triangle's faces is listed at one cell
  std::vector<std::uint8_t> walls;         ///< bit i of a cell: an odd number of triangles lie in its face opposite i
  Box hull;                                ///< its corners are points, and all cells together are it
  double error = 0;  ///< every point of a triangle is at most this far from one of the triangle's faces
  std::size_t steiner = 0;
};

/// Throws Error (unsupported).
TetraMesh conforming_delaunay(const Environment& environment, const TetraOptions& options);

}  // namespace graze::lab
