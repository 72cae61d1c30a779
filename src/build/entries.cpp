// SPDX-License-Identifier: Apache-2.0
#include "build/entries.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/parallel.h"
#include "build/leaf_box.h"

namespace graze::detail {
namespace {

/// Below, a query from the root takes two or three steps.
constexpr std::size_t kFewestPackets = 100;
/// Of the finest grid: half a MiB. With 8,192 half the gain is lost (tetras, 747, scaling, torus).
constexpr double kMostCells = 32768;
/// The largest ball served, in radii of the model. Beyond, four nodes are not much below the root: pipes +11 %.
constexpr double kLargestBall = 0.15;
/// The ball of a grid in cells. More than sqrt(3)/2: then the neighbourhood of a cell lies in that of the cell of the
/// coarser grid which holds its centre, and is found among that one's nodes.
constexpr double kBallInCells = 0.9;

/// The least distance of point p from the oriented box in a slot.
double distance_to(const Hierarchy& h, std::uint32_t slot, const double p[3]) {
  const float* lane = h.node(slot / 4) + slot % 4;
  const auto value = [&](std::size_t row) { return static_cast<double>(lane[4 * row]); };
  double from[3], square = 0;
  for (std::size_t x = 0; x < 3; ++x) from[x] = p[x] - value(box_row(field::kCentre + x));
  for (std::size_t i = 0; i < 3; ++i) {
    double along = 0;
    for (std::size_t x = 0; x < 3; ++x) along += value(box_row(field::kAxes + 3 * i + x)) * from[x];
    const double beyond = std::max(std::abs(along) - value(field::kObbHalf + i), 0.0);
    square += beyond * beyond;
  }
  return std::sqrt(square);
}

/// Nodes and those of their children that are near a point.
class Start {
 public:
  Start(const Hierarchy& h, const double centre[3], double reach) : h_(h), centre_(centre), reach_(reach) {}

  void add(std::uint32_t node, std::uint32_t among) {
    std::uint32_t lanes = 0;
    for (; among != 0; among &= among - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(among));
      if (h_.ref(node, lane) != kNoRef && distance_to(h_, 4 * node + lane, centre_) <= reach_) lanes |= 1u << lane;
    }
    if (lanes == 0) return;
    node_[count_] = node;
    lanes_[count_++] = lanes;
  }

  /// Opens the largest child of any until all are small, or a fifth node would be needed.
  void refine(double small) {
    while (const Ref ref = take_largest(small)) add(index_of(ref), 0xF);
  }

  EntryGrid::Cell cell() const {
    EntryGrid::Cell out;
    for (std::size_t i = 0; i < 4; ++i) out.entry[i] = i < count_ ? node_[i] << 4 | lanes_[i] : 0;
    return out;
  }

 private:
  /// The child that is to be opened, which it forgets; 0, which is no child, when there is none.
  Ref take_largest(double small) {
    std::size_t at = 0;
    std::uint32_t lane = 0;
    Ref largest = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const bool last = std::has_single_bit(lanes_[i]);  // then the node itself makes room
      if (count_ == 4 && !last) continue;
      for (std::uint32_t bits = lanes_[i]; bits != 0; bits &= bits - 1) {
        const auto l = static_cast<std::uint32_t>(std::countr_zero(bits));
        const Ref ref = h_.ref(node_[i], l);
        if (!is_leaf(ref) && (largest == 0 || size_code(ref) > size_code(largest))) at = i, lane = l, largest = ref;
      }
    }
    if (largest == 0 || size_of(largest) <= small) return 0;
    lanes_[at] &= ~(1u << lane);
    if (lanes_[at] == 0) {
      --count_;
      node_[at] = node_[count_];
      lanes_[at] = lanes_[count_];
    }
    return largest;
  }

  double size_of(Ref ref) const { return std::exp2(h_.size_exponent + (static_cast<double>(size_code(ref)) - 63) / 2); }

  const Hierarchy& h_;
  const double* centre_;
  double reach_;
  std::size_t count_ = 0;
  std::uint32_t node_[4], lanes_[4];
};

/// The nodes near each cell, found among those of the coarser grid, if there is one.
EntryGrid make_grid(const Hierarchy& h, const double lower[3], const double upper[3], double side,
                    const EntryGrid* coarser) {
  EntryGrid grid;
  grid.radius = kBallInCells * side;
  grid.per_cell = 1 / side;
  // Of float boxes whose axes are unit and orthogonal to 1e-6, and of the lookup.
  const double slack = 1e-5 * h.radius;
  std::size_t cells = 1;
  for (int x = 0; x < 3; ++x) {
    grid.lower[x] = lower[x] - grid.radius - slack;
    grid.sides[x] = static_cast<int>(std::ceil((upper[x] + grid.radius + slack - grid.lower[x]) / side)) + 1;
    cells *= static_cast<std::size_t>(grid.sides[x]);
  }
  grid.cells.resize(cells);
  const double reach = grid.radius + 0.5 * std::sqrt(3.0) * side + slack;
  const auto width = static_cast<std::size_t>(grid.sides[0]), depth = static_cast<std::size_t>(grid.sides[1]);
  parallel_for(std::size_t{0}, cells / width, [&](std::size_t row) {
    const std::size_t column = row % depth, layer = row / depth;
    const double y = grid.lower[1] + (static_cast<double>(column) + 0.5) * side;
    const double z = grid.lower[2] + (static_cast<double>(layer) + 0.5) * side;
    for (std::size_t i = 0; i < width; ++i) {
      const double centre[3] = {grid.lower[0] + (static_cast<double>(i) + 0.5) * side, y, z};
      Start start(h, centre, reach);
      const EntryGrid::Cell* from = coarser != nullptr ? coarser->at(centre) : nullptr;
      if (from == nullptr) {
        start.add(0, 0xF);
      } else {
        for (const std::uint32_t entry : from->entry) start.add(entry >> 4, entry & 0xFu);
      }
      start.refine(grid.radius);
      grid.cells[row * width + i] = start.cell();
    }
  });
  return grid;
}

}  // namespace

Entries make_entries(const Hierarchy& h) {
  Entries out;
  if (h.volume != Volume::obb || h.width != 4 || h.leaves.size() < kFewestPackets) return out;
  double lower[3], upper[3], longest = 0, volume = 1;
  box_of_leaves(h, lower, upper);
  for (int x = 0; x < 3; ++x) longest = std::max(longest, upper[x] - lower[x]);
  for (int x = 0; x < 3; ++x) volume *= std::max(upper[x] - lower[x], 0.05 * longest);
  const double finest = std::cbrt(volume / std::min(static_cast<double>(h.leaves.size()), kMostCells));
  if (!(finest > 0) || !std::isfinite(1 / finest) || !(kBallInCells * finest <= kLargestBall * h.radius)) return out;
  double side = finest;
  while (2 * kBallInCells * side <= kLargestBall * h.radius) side *= 2;
  for (; side > 0.99 * finest; side /= 2) {
    out.grids.push_back(make_grid(h, lower, upper, side, out.grids.empty() ? nullptr : &out.grids.back()));
  }
  out.greatest = out.grids.front().radius;
  return out;
}

}  // namespace graze::detail
