// SPDX-License-Identifier: Apache-2.0
// Cells of a grid over points, each of which knows the nearest.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "build/point_set.h"

namespace graze::detail {

/// Cubes over a box.
struct CubeGrid {
  std::int32_t cells[3] = {};
  float lower[3] = {};
  float cell = 0;  // a cube's side

  std::size_t count() const {
    return static_cast<std::size_t>(cells[0]) * static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
  }
  std::size_t stride(int x) const {
    std::size_t out = 1;
    for (int y = 0; y < x; ++y) out *= static_cast<std::size_t>(cells[y]);
    return out;
  }
  std::size_t index(const int at[3]) const {
    const auto n = [](int i) { return static_cast<std::size_t>(i); };
    return (n(at[2]) * n(cells[1]) + n(at[1])) * n(cells[0]) + n(at[0]);
  }
  void centre(const int at[3], float p[3]) const {
    for (int x = 0; x < 3; ++x) p[x] = lower[x] + (static_cast<float>(at[x]) + 0.5f) * cell;
  }
  /// The nearest cell, the first for what is no number. What a file holds may lie far beyond the grid: clamped before
  /// it is converted.
  int clamped(int x, float place) const {
    return static_cast<int>(std::min(std::max(0.0f, place), static_cast<float>(cells[x] - 1)));
  }

  /// Every cell of a block, x fastest.
  template <class Visit>
  static void for_cells(const int low[3], const int high[3], const Visit& visit) {
    for (int z = low[2]; z <= high[2]; ++z) {
      for (int y = low[1]; y <= high[1]; ++y) {
        for (int x = low[0]; x <= high[0]; ++x) {
          const int at[3] = {x, y, z};
          visit(at);
        }
      }
    }
  }
  template <class Visit>
  void for_cells(const Visit& visit) const {
    const int low[3] = {0, 0, 0}, high[3] = {cells[0] - 1, cells[1] - 1, cells[2] - 1};
    for_cells(low, high, visit);
  }
};

/// How many cubes of this side lie along a side of a box, at least one.
inline float cells_along(float side, float cell) { return std::max(1.0f, std::ceil(side / cell)); }
inline float cells_over(const float side[3], float cell) {
  return cells_along(side[0], cell) * cells_along(side[1], cell) * cells_along(side[2], cell);
}

/// Cubes of this side, the box in their middle.
inline CubeGrid grid_over(const float lower[3], const float side[3], float cell) {
  CubeGrid out;
  out.cell = cell;
  for (int x = 0; x < 3; ++x) {
    out.cells[x] = static_cast<std::int32_t>(cells_along(side[x], cell));
    out.lower[x] = lower[x] + 0.5f * side[x] - 0.5f * cell * static_cast<float>(out.cells[x]);
  }
  return out;
}

class NearestCells {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// None is farther than `reach`.
  NearestCells(const CubeGrid& grid, const PointSet& points, float reach)
      : grid_(grid), points_(points), nearest_(grid.count(), kNone), square_(grid.count(), reach * reach) {}

  /// The point nearest to a cell's centre that it knows, and the square of how far it is.
  std::uint32_t nearest(std::size_t cell) const { return nearest_[cell]; }
  float square(std::size_t cell) const { return square_[cell]; }

  /// Every point becomes known to all cells within so many cells of it, along each axis.
  void add_points(float about) {
    for (std::uint32_t i = 0; i < points_.size(); ++i) {
      int low[3], high[3];
      for (int x = 0; x < 3; ++x) {
        const float place = (points_.x[x][i] - grid_.lower[x]) / grid_.cell;
        low[x] = grid_.clamped(x, place - about);
        high[x] = grid_.clamped(x, place + about);
      }
      CubeGrid::for_cells(low, high, [&](const int at[3]) { offer(at, i); });
    }
  }

  /// From neighbour to neighbour along one axis after the other, there and back on every line: twice is nearly always
  /// the nearest.
  void spread(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      for (int x = 0; x < 3; ++x) spread_along(x);
    }
  }

 private:
  void offer(const int at[3], std::uint32_t point) {
    const std::size_t cell = grid_.index(at);
    if (point == kNone || point == nearest_[cell]) return;
    float p[3];
    grid_.centre(at, p);
    const float found = points_.square(point, p);
    if (!(found < square_[cell])) return;
    square_[cell] = found;
    nearest_[cell] = point;
  }

  void spread_along(int x) {
    const int y = (x + 1) % 3, z = (x + 2) % 3, last = grid_.cells[x] - 1;
    const std::size_t stride = grid_.stride(x);
    for (int plane = 0; plane < grid_.cells[z]; ++plane) {
      for (int line = 0; line < grid_.cells[y]; ++line) {
        int at[3];
        at[y] = line;
        at[z] = plane;
        at[x] = 0;
        const std::size_t first = grid_.index(at);
        for (int i = 1; i <= last; ++i) {
          at[x] = i;
          offer(at, nearest_[first + stride * static_cast<std::size_t>(i - 1)]);
        }
        for (int i = last; i-- > 0;) {
          at[x] = i;
          offer(at, nearest_[first + stride * static_cast<std::size_t>(i + 1)]);
        }
      }
    }
  }

  const CubeGrid& grid_;
  const PointSet& points_;
  std::vector<std::uint32_t> nearest_;
  std::vector<float> square_;
};

}  // namespace graze::detail
