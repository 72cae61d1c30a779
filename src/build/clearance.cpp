// SPDX-License-Identifier: Apache-2.0
#include "build/clearance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>

#include "base/parallel.h"
#include "build/leaf_box.h"

namespace graze::detail {
namespace {

constexpr int kSide = Clearance::kSide;
constexpr std::size_t kCells = std::size_t{kSide} * kSide * kSide;
/// The grid takes 0.6 ms and 32 KiB.
constexpr std::size_t kFewestPackets = 250;
constexpr float kFree = 1e30f;

struct Grid {
  double lower[3], cell[3], per_cell[3];
  double slack;

  /// The cell of a coordinate, counted from the lower end.
  int cell_of(double x, int axis) const { return std::clamp(static_cast<int>(x * per_cell[axis]), 0, kSide - 1); }
};

/// Marks, a word for each row along x. Threads share them: which of them marked a cell first changes nothing, and what
/// one has marked the others need not look at.
class Cells {
 public:
  /// Whether cells [from, to] are all marked.
  bool all(const int from[3], const int to[3]) const {
    const std::uint32_t cells = run(from[0], to[0]);
    for (int z = from[2]; z <= to[2]; ++z) {
      for (int y = from[1]; y <= to[1]; ++y) {
        if ((row(z, y) & cells) != cells) return false;
      }
    }
    return true;
  }

  std::uint32_t row(int z, int y) const { return at(z, y).load(std::memory_order_relaxed); }
  void mark(int z, int y, std::uint32_t cells) {
    if ((row(z, y) & cells) != cells) at(z, y).fetch_or(cells, std::memory_order_relaxed);
  }

  static std::uint32_t run(int from, int to) { return (~0u >> (31 - (to - from))) << from; }

 private:
  static_assert(kSide == 32);
  std::atomic<std::uint32_t>& at(int z, int y) { return rows_[static_cast<std::size_t>(z * kSide + y)]; }
  const std::atomic<std::uint32_t>& at(int z, int y) const { return rows_[static_cast<std::size_t>(z * kSide + y)]; }

  std::array<std::atomic<std::uint32_t>, kCells / kSide> rows_{};
};

/// The leaves' own box, with room for the roundings of their corners.
bool lay_out(const Hierarchy& h, const LeafBox& box, Grid& grid) {
  grid.slack = 0x1p-20 * h.radius;
  for (int x = 0; x < 3; ++x) {
    grid.lower[x] = std::max(box.lower[x], -h.radius) - 2 * grid.slack;
    const double upper = std::min(box.upper[x], h.radius) + 2 * grid.slack;
    grid.cell[x] = (upper - grid.lower[x]) / kSide;
    grid.per_cell[x] = 1 / grid.cell[x];
    if (!(grid.cell[x] > 0) || !std::isfinite(grid.per_cell[x])) return false;
  }
  return true;
}

/// Does the plane of a triangle pass cell (i, j, k), or nearly?
class PlaneTest {
 public:
  PlaneTest(const Grid& grid, const double v[3][3]) : grid_(grid) {
    double e[2][3];
    for (int x = 0; x < 3; ++x) {
      e[0][x] = v[1][x] - v[0][x];
      e[1][x] = v[2][x] - v[0][x];
      first_[x] = v[0][x];
    }
    reach_ = 0;
    for (int x = 0; x < 3; ++x) {
      const int y = (x + 1) % 3, z = (x + 2) % 3;
      normal_[x] = e[0][y] * e[1][z] - e[0][z] * e[1][y];
      reach_ += std::abs(normal_[x]) * (0.5 * grid.cell[x] + grid.slack);
    }
  }

  bool passes(const int index[3]) const {
    double distance = 0;
    for (int x = 0; x < 3; ++x) {
      distance += normal_[x] * (grid_.lower[x] + (index[x] + 0.5) * grid_.cell[x] - first_[x]);
    }
    return !(std::abs(distance) > reach_);
  }

 private:
  const Grid& grid_;
  double normal_[3], first_[3], reach_;
};

void occupy(const LeafPacket& leaf, int t, const Grid& grid, Cells& occupied) {
  double v[3][3];
  int from[3], to[3];
  for (int x = 0; x < 3; ++x) {
    for (int i = 0; i < 3; ++i) v[i][x] = static_cast<double>(leaf.centre[x]) + leaf.v[i][x][t];
    const double low = std::min({v[0][x], v[1][x], v[2][x]}) - grid.slack - grid.lower[x];
    const double high = std::max({v[0][x], v[1][x], v[2][x]}) + grid.slack - grid.lower[x];
    from[x] = grid.cell_of(low, x);
    to[x] = grid.cell_of(high, x);
  }
  if (occupied.all(from, to)) return;
  if (std::equal(from, from + 3, to)) {
    occupied.mark(from[2], from[1], 1u << from[0]);
    return;
  }
  const PlaneTest plane(grid, v);
  int c[3];
  for (c[2] = from[2]; c[2] <= to[2]; ++c[2]) {
    for (c[1] = from[1]; c[1] <= to[1]; ++c[1]) {
      std::uint32_t cells = 0;
      for (c[0] = from[0]; c[0] <= to[0]; ++c[0]) {
        if (plane.passes(c)) cells |= 1u << c[0];
      }
      occupied.mark(c[2], c[1], cells);
    }
  }
}

/// Marks the cells of a packet's triangles. Large models have packets much smaller than a cell: most lie in one.
void occupy(const LeafPacket& leaf, const Grid& grid, Cells& occupied) {
  int from[3], to[3];
  for (int x = 0; x < 3; ++x) {
    const double middle = static_cast<double>(leaf.centre[x]) - grid.lower[x];
    const double reach = static_cast<double>(leaf.radius) + grid.slack;
    from[x] = grid.cell_of(middle - reach, x);
    to[x] = grid.cell_of(middle + reach, x);
  }
  if (std::equal(from, from + 3, to)) {
    occupied.mark(from[2], from[1], 1u << from[0]);
    return;
  }
  if (occupied.all(from, to)) return;
  for (int t = 0; t < leaf.count; ++t) occupy(leaf, t, grid, occupied);
}

void occupy(const Hierarchy& h, const Grid& grid, Cells& occupied) {
  constexpr std::size_t kGrain = 4096;
  const std::size_t n = h.leaves.size();
  parallel_for(std::size_t{0}, (n + kGrain - 1) / kGrain, [&](std::size_t i) {
    for (std::size_t k = i * kGrain; k < std::min(n, (i + 1) * kGrain); ++k) occupy(h.leaves[k], grid, occupied);
  });
}

/// The squares of the gaps between cells i and j along an axis, at kSide - 1 + i - j.
std::array<float, 2 * kSide - 1> gaps(double cell) {
  std::array<float, 2 * kSide - 1> out;
  for (int i = 0; i < 2 * kSide - 1; ++i) {
    const double gap = std::max(std::abs(i - (kSide - 1)) - 1, 0) * cell;
    out[static_cast<std::size_t>(i)] = static_cast<float>(gap * gap);
  }
  return out;
}

/// Least over the cells of each line along an axis whose cells are `stride` apart. Squares of gaps along the axes add
/// up, so that three such passes give distances from cell to cell.
void spread(double cell, std::size_t stride, const std::vector<float>& in, std::vector<float>& out) {
  const auto gap = gaps(cell);
  std::fill(out.begin(), out.end(), kFree);
  for (std::size_t plane = 0; plane < kCells; plane += stride * kSide) {
    for (std::size_t i = 0; i < kSide; ++i) {
      float* to = out.data() + plane + i * stride;
      for (std::size_t j = 0; j < kSide; ++j) {
        const float* from = in.data() + plane + j * stride;
        const float square = gap[kSide - 1 + i - j];
        for (std::size_t k = 0; k < stride; ++k) to[k] = std::min(to[k], from[k] + square);
      }
    }
  }
}

/// The same along the axis whose cells are neighbours in memory.
void spread_rows(double cell, const std::vector<float>& in, std::vector<float>& out) {
  const auto gap = gaps(cell);
  std::fill(out.begin(), out.end(), kFree);
  for (std::size_t row = 0; row < kCells; row += kSide) {
    float* to = out.data() + row;
    for (std::size_t j = 0; j < kSide; ++j) {
      const float from = in[row + j];
      const float* squares = gap.data() + kSide - 1 - j;
      for (std::size_t i = 0; i < kSide; ++i) to[i] = std::min(to[i], from + squares[i]);
    }
  }
}

}  // namespace

Clearance make_clearance(const Hierarchy& h, const LeafBox& box) {
  Clearance out;
  Grid grid;
  // Binary trees are for the papers' experiments, which count every volume test.
  if (h.width == 2 || h.leaves.size() < kFewestPackets || !lay_out(h, box, grid)) return out;
  Cells occupied;
  occupy(h, grid, occupied);
  std::vector<float> square(kCells), other(kCells);  // of the distance to the nearest occupied cell, from cell to cell
  for (std::size_t i = 0; i < kCells; ++i) {
    const std::uint32_t row = occupied.row(static_cast<int>(i / kSide / kSide), static_cast<int>(i / kSide % kSide));
    square[i] = ((row >> i % kSide) & 1u) != 0 ? 0 : kFree;
  }
  spread(grid.cell[2], kSide * kSide, square, other);
  spread(grid.cell[1], kSide, other, square);
  spread_rows(grid.cell[0], square, other);

  const float most = *std::max_element(other.begin(), other.end());
  out.greatest = 0.99999 * std::sqrt(static_cast<double>(most));
  if (!(out.greatest > 0)) return Clearance();
  out.quantum = out.greatest / 255;
  out.steps.resize(kCells);
  for (std::size_t i = 0; i < kCells; ++i) {
    out.steps[i] = static_cast<std::uint8_t>(0.99999 * std::sqrt(static_cast<double>(other[i])) / out.quantum);
  }
  for (int x = 0; x < 3; ++x) {
    out.lower[x] = grid.lower[x];
    out.per_cell[x] = grid.per_cell[x];
  }
  return out;
}

}  // namespace graze::detail
