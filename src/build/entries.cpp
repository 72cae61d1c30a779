// SPDX-License-Identifier: Apache-2.0
#include "build/entries.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/parallel.h"
#include "build/leaf_box.h"
#include "build/size_code.h"
#include "build/split_box.h"

namespace graze::detail {
namespace {

/// Below, a query from the root takes two or three steps.
constexpr std::size_t kFewestPackets = 100;
/// Of the finest grid: half a MiB. With 8,192 half the gain is lost (tetras, 747, scaling, torus).
constexpr double kMostCells = 32768;
/// With one, 40,000 triangles took 18 to 21 ms to build, with four 16 to 17.
constexpr double kPacketsACellFast = 4;
/// The largest ball served, in radii of the model. Beyond, four nodes are not much below the root: pipes +11 %.
constexpr double kLargestBall = 0.15;
/// The ball of a grid in cells. More than sqrt(3)/2: then the neighbourhood of a cell lies in that of the cell of the
/// coarser grid which holds its centre, and is found among that one's nodes.
constexpr double kBallInCells = 0.9;

/// Nodes and those of their children that are near a point.
class Start {
 public:
  Start(const Hierarchy& h, const double centre[3], double reach)
      : h_(h), square_of_reach_(splat(static_cast<float>(reach * reach))) {
    for (int x = 0; x < 3; ++x) centre_[x] = splat(static_cast<float>(centre[x]));
  }

  void add(std::uint32_t node, std::uint32_t among) {
    if (among == 0) return;
    Entry& entry = entry_[count_];
    const float* rows = h_.node(node);
    std::memcpy(entry.child, rows + h_.layout.ref_offset, sizeof entry.child);
    entry.node = node;
    entry.lanes = among & near(rows);
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (entry.child[lane] == kNoRef) entry.lanes &= ~(1u << lane);
    }
    if (entry.lanes == 0) return;
    entry.find_largest();
    ++count_;
  }

  /// Opens the largest child of any until none has a size code above `small`, or a fifth node would be needed.
  void refine(int small) {
    while (const Ref ref = take_largest(small)) add(index_of(ref), 0xF);
  }

  EntryGrid::Cell cell() const {
    EntryGrid::Cell out;
    for (std::size_t i = 0; i < 4; ++i) out.entry[i] = i < count_ ? entry_[i].node << 4 | entry_[i].lanes : 0;
    return out;
  }

 private:
  struct Entry {
    std::uint32_t node, lanes;
    Ref child[4];
    std::uint32_t largest;  // lane of the largest child that is near and a node
    int code;               // its size code, -1 when there is none

    void find_largest() {
      code = -1;
      for (std::uint32_t bits = lanes; bits != 0; bits &= bits - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
        if (is_leaf(child[lane]) || static_cast<int>(size_code(child[lane])) <= code) continue;
        largest = lane;
        code = static_cast<int>(size_code(child[lane]));
      }
    }
  };

  /// Of the boxes of a node's children, those within reach. In float: roundings are below 20 units of the model's
  /// radius, which the slack pays.
  std::uint32_t near(const float* rows) const {
    const auto row = [&](std::size_t field) {
      Float4 v;
      std::memcpy(&v, rows + 4 * box_row(field), sizeof v);
      return v;
    };
    Float4 from[3], square = splat(0);
    for (std::size_t x = 0; x < 3; ++x) from[x] = centre_[x] - row(field::kCentre + x);
    for (std::size_t i = 0; i < 3; ++i) {
      Float4 along = splat(0);
      for (std::size_t x = 0; x < 3; ++x) along += row(field::kAxes + 3 * i + x) * from[x];
      const Float4 beyond = max(max(along, -along) - row(field::kObbHalf + i), splat(0));
      square += beyond * beyond;
    }
    const Int4 lanes = (square <= square_of_reach_) & Int4{1, 2, 4, 8};
    return static_cast<std::uint32_t>(lanes[0] | lanes[1] | lanes[2] | lanes[3]);
  }

  /// The child that is to be opened, which it forgets; 0, which is no child, when there is none.
  Ref take_largest(int small) {
    Entry* from = nullptr;
    int code = small;
    for (std::size_t i = 0; i < count_; ++i) {
      Entry& entry = entry_[i];
      if (entry.code <= code) continue;
      if (count_ == 4 && !std::has_single_bit(entry.lanes)) continue;  // with its last child the node makes room
      from = &entry;
      code = entry.code;
    }
    if (from == nullptr) return 0;
    const Ref largest = from->child[from->largest];
    from->lanes &= ~(1u << from->largest);
    if (from->lanes != 0) {
      from->find_largest();
    } else {
      *from = entry_[--count_];
    }
    return largest;
  }

  const Hierarchy& h_;
  Float4 centre_[3];
  Float4 square_of_reach_;
  std::size_t count_ = 0;
  Entry entry_[4];
};

/// The nodes near each cell, found among those of the coarser grid, if there is one.
EntryGrid make_grid(const Hierarchy& h, const LeafBox& box, double side, const EntryGrid* coarser) {
  EntryGrid grid;
  grid.radius = kBallInCells * side;
  grid.per_cell = 1 / side;
  // Of float boxes whose axes are unit and orthogonal to 1e-6, of the test in float, and of the lookup.
  const double slack = 2e-5 * h.radius;
  std::size_t cells = 1;
  for (int x = 0; x < 3; ++x) {
    grid.lower[x] = box.lower[x] - grid.radius - slack;
    grid.sides[x] = static_cast<int>(std::ceil((box.upper[x] + grid.radius + slack - grid.lower[x]) / side)) + 1;
    cells *= static_cast<std::size_t>(grid.sides[x]);
  }
  grid.cells.resize(cells);
  const int small = code_of_size(h, grid.radius);
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
      start.refine(small);
      grid.cells[row * width + i] = start.cell();
    }
  });
  return grid;
}

}  // namespace

Entries make_entries(const Hierarchy& h, const LeafBox& box, Quality quality) {
  Entries out;
  if (h.volume != Volume::obb || h.width != 4 || h.leaves.size() < kFewestPackets) return out;
  double longest = 0, volume = 1;
  for (int x = 0; x < 3; ++x) longest = std::max(longest, box.upper[x] - box.lower[x]);
  for (int x = 0; x < 3; ++x) volume *= std::max(box.upper[x] - box.lower[x], 0.05 * longest);
  const double packets_a_cell = quality == Quality::fast ? kPacketsACellFast : 1;
  const double finest = std::cbrt(volume / std::min(static_cast<double>(h.leaves.size()) / packets_a_cell, kMostCells));
  if (!(finest > 0) || !std::isfinite(1 / finest) || !(kBallInCells * finest <= kLargestBall * h.radius)) return out;
  double side = finest;
  while (2 * kBallInCells * side <= kLargestBall * h.radius) side *= 2;
  for (; side > 0.99 * finest; side /= 2) {
    out.grids.push_back(make_grid(h, box, side, out.grids.empty() ? nullptr : &out.grids.back()));
  }
  out.greatest = out.grids.front().radius;
  return out;
}

}  // namespace graze::detail
