// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "adb/cells.h"
#include "adb/count.h"
#include "adb/regions.h"
#include "base/parallel.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

Vec3 sides_of(const AdbNode& n) {
  return {static_cast<double>(n.upper[0]) - static_cast<double>(n.lower[0]),
          static_cast<double>(n.upper[1]) - static_cast<double>(n.lower[1]),
          static_cast<double>(n.upper[2]) - static_cast<double>(n.lower[2])};
}

double volume_of(const AdbNode& n) {
  const Vec3 s = sides_of(n);
  return s.x * s.y * s.z;
}

/// The cells from `first` to `last` along each axis whose centres lie in `part`; the one of its centre if there is
/// none.
struct CellRange {
  int first[3], last[3];
  CellRange(const CellGrid& grid, const AdbNode& part) {
    for (int axis = 0; axis < 3; ++axis) {
      const double low = coordinate(grid.lower, axis), cell = coordinate(grid.cell, axis);
      const double from = (static_cast<double>(part.lower[axis]) - low) / cell,
                   to = (static_cast<double>(part.upper[axis]) - low) / cell;
      first[axis] = static_cast<int>(std::ceil(from - 0.5));
      last[axis] = static_cast<int>(std::floor(to - 0.5));
      if (first[axis] > last[axis]) first[axis] = last[axis] = static_cast<int>((from + to) / 2);
      first[axis] = std::clamp(first[axis], 0, kSide - 1);
      last[axis] = std::clamp(last[axis], first[axis], kSide - 1);
    }
  }
};

/// Of one node A. Contributions go to the regions of the cells they stand for.
class Counter {
 public:
  Counter(const Skeleton& skeleton, const std::vector<double>& areas, AdbRegions regions, double theta, std::size_t a)
      : skeleton_(skeleton),
        areas_(areas),
        table_(region_table(regions)),
        theta_(theta),
        grid_(skeleton.nodes[a]),
        cell_volume_(volume_of(skeleton.nodes[a]) / kCells),
        enough_(theta * max_area(grid_.cell)) {}

  void visit(std::size_t i) {
    const AdbNode& node = skeleton_.nodes[i];
    const double volume = volume_of(node);
    if (volume <= cell_volume_) {
      if (areas_[i] >= enough_) add(node, 1);
    } else if (node.child_count() == 0) {
      const double ratio = volume / cell_volume_;
      if (areas_[i] >= theta_ * max_area(sides_of(node))) add(node, ratio / std::cbrt(ratio));
    } else {
      for (std::uint32_t k = 0; k < node.child_count(); ++k) visit(node.first_child() + k);
    }
  }

  std::array<int, kMaxRegions> counts() const {
    std::array<int, kMaxRegions> rounded = {};
    for (std::size_t j = 0; j < kMaxRegions; ++j) rounded[j] = static_cast<int>(std::lround(sums_[j]));
    return rounded;
  }

 private:
  void add(const AdbNode& part, double amount) {
    if (table_.count == 1) {
      sums_[0] += amount;
      return;
    }
    const CellRange r(grid_, part);
    const double share =
        amount / ((r.last[0] - r.first[0] + 1) * (r.last[1] - r.first[1] + 1) * (r.last[2] - r.first[2] + 1));
    for (int z = r.first[2]; z <= r.last[2]; ++z) {
      for (int y = r.first[1]; y <= r.last[1]; ++y) {
        for (int x = r.first[0]; x <= r.last[0]; ++x) {
          sums_[table_.of_cell[static_cast<std::size_t>(x + kSide * (y + kSide * z))]] += share;
        }
      }
    }
  }

  const Skeleton& skeleton_;
  const std::vector<double>& areas_;
  const RegionTable& table_;
  double theta_;
  CellGrid grid_;
  double cell_volume_, enough_;
  std::array<double, kMaxRegions> sums_ = {};
};

/// Area(A'): of a binary tree's triangles; of an octree's, the parts in the cube.
std::vector<double> areas_of(const Mesh& mesh, const Skeleton& skeleton, bool clip) {
  std::vector<double> areas(skeleton.nodes.size());
  for (std::size_t i = skeleton.nodes.size(); i-- > 0;) {
    const AdbNode& node = skeleton.nodes[i];
    for (std::uint32_t k = 0; k < node.child_count(); ++k) areas[i] += areas[node.first_child() + k];
    if (node.child_count() > 0) continue;
    CellAreas parts = {};
    const CellGrid grid(node);
    for (const std::uint32_t t : skeleton.triangles(i)) {
      const Corners corners = corners_of(mesh, t, skeleton.origin);
      if (clip) {
        add_fragments(grid, corners, parts);
      } else {
        areas[i] += area_of(corners);
      }
    }
    for (const double part : parts) areas[i] += part;
  }
  return areas;
}

}  // namespace

void count_approximately(const Mesh& mesh, AdbRegions regions, double theta, Skeleton& skeleton, bool clip) {
  const std::vector<double> areas = areas_of(mesh, skeleton, clip);
  parallel_for(std::size_t{0}, skeleton.nodes.size(), [&](std::size_t i) {
    Counter counter(skeleton, areas, regions, theta, i);
    counter.visit(i);
    set_cells(skeleton.nodes[i], regions, counter.counts());
  });
}

}  // namespace graze::detail
