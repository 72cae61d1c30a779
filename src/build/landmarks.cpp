// SPDX-License-Identifier: Apache-2.0
#include "build/landmarks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "build/leaf_box.h"
#include "build/surface_marks.h"

namespace graze::detail {
namespace {

constexpr std::size_t kFewestPackets = 64;
/// Fine cells: so many a packet of triangles, at least and at most, and along the longest side. Scenario U, 22 models,
/// in streams, times the queries that there were before landmarks: 1.58; with 5 a packet 1.55, with 12 1.59, with half
/// as many at most 1 % less, with twice as many as much.
constexpr double kPerPacket = 10, kFewestCells = 2048, kMostCells = 16384;
constexpr float kMostAlong = 64;
/// Diagonals of nodes, in fine cells: with 2 U takes as long, with 1.5 and 3 2 % longer.
constexpr double kNode = 2.25;
/// Thin parts fill few cells, and most of what seems near in them does not meet. Cells that know something, in sections
/// of a cube of as many. Of 121 parts of two assemblies those of fewer than 512 packets take 1 to 22 % longer on U with
/// landmarks than without below 1.7 (14 parts; two others 2 and 16 % less), 4 to 48 % less from there on; larger ones,
/// down to 1.26, 2 to 63 % less.
constexpr std::size_t kSmall = 512;
constexpr double kFewestSections = 1.2, kFewestOfSmall = 1.7;
/// Marks that points are chosen from: half as many U 2 % longer.
constexpr std::size_t kMostMarks = 2048;

/// The smallest cubes of which there are not too many. Of numbers too small to grow by a twentieth it gives up: 1 /
/// cell is none then.
float cell_of(const float side[3], double most) {
  constexpr float kStep = 1.05f;
  float cell = std::max({side[0], side[1], side[2]}) / kMostAlong;
  while (std::isfinite(1 / cell) && static_cast<double>(cells_over(side, cell)) > most) cell *= kStep;
  return cell;
}

Landmarks::Grid make_grid(const CubeGrid& cubes) {
  Landmarks::Grid out;
  static_cast<CubeGrid&>(out) = cubes;
  out.per_cell = 1 / cubes.cell;
  for (int x = 0; x < 3; ++x) {
    out.shift[x] = -cubes.lower[x] * out.per_cell - 0.5f;
    out.last[x] = static_cast<float>(cubes.cells[x] - 1);
  }
  for (int x = 0; x < 2; ++x) out.along[x] = static_cast<float>(cubes.cells[x]);
  return out;
}

std::int32_t place_of(const Landmarks::Grid& grid, const int at[3], const SurfaceMarks& marks, std::uint32_t mark) {
  float centre[3];
  grid.centre(at, centre);
  std::int32_t out = 0;
  for (int x = 0; x < 3; ++x) {
    const float steps = (marks.x[x][mark] - centre[x]) * grid.per_cell * Landmarks::kStepsPerCell;
    out |= (static_cast<std::int32_t>(std::clamp(steps, -127.0f, 127.0f)) & 0xFF) << (8 * x);
  }
  return out;
}

/// What a grid's cells know. Of boxes that a file puts far away some know nothing.
void write_places(const NearestCells& cells, const SurfaceMarks& marks, Landmarks::Grid& grid,
                  AlignedVector<Ref>* node) {
  grid.place.assign(grid.count(), Landmarks::kNowhere);
  if (node != nullptr) node->assign(grid.count(), kNoRef);
  grid.for_cells([&](const int at[3]) {
    const std::size_t cell = grid.index(at);
    const std::uint32_t mark = cells.nearest(cell);
    if (mark == NearestCells::kNone) return;
    grid.place[cell] = place_of(grid, at, marks, mark);
    if (node != nullptr) (*node)[cell] = marks.node[mark];
  });
}

void fill_grids(const SurfaceMarks& marks, Landmarks& out) {
  constexpr float kAbout = 0.35f;  // of a cell: with 0.5 U and N take as long
  constexpr float kAnywhere = std::numeric_limits<float>::max();
  NearestCells coarse(out.coarse, marks, kAnywhere), fine(out.fine, marks, kAnywhere);
  coarse.add_points(0);
  coarse.spread(1);
  write_places(coarse, marks, out.coarse, nullptr);
  fine.add_points(kAbout);
  write_places(fine, marks, out.fine, &out.node);
}

void spread_points(const SurfaceMarks& all, Landmarks& out) {
  const SurfaceMarks marks = every_nth(all, (all.size() + kMostMarks - 1) / kMostMarks);
  constexpr std::size_t kFew = Landmarks::kFew, kEach = Landmarks::kEach;
  out.few.resize(3 * kFew);
  out.many.resize(3 * kFew * kEach);
  out.node_of_many.resize(kFew * kEach);
  std::vector<PointGroup> groups(kFew);
  const double sum = divide(marks, whole(marks), kFew, out.few.data(), groups.data());
  out.spread = static_cast<float>(sum / static_cast<double>(marks.size()));
  for (std::size_t i = 0; i < kFew; ++i) {
    std::vector<PointGroup> parts(kEach);
    divide(marks, groups[i], kEach, out.many.data() + 3 * kEach * i, parts.data());
    for (std::size_t k = 0; k < kEach; ++k) out.node_of_many[kEach * i + k] = marks.node[parts[k].front()];
  }
}

}  // namespace

Landmarks make_landmarks(const Hierarchy& h, const LeafBox& box) {
  Landmarks out;
  if (h.volume != Volume::obb || h.width != 4 || h.leaves.size() < kFewestPackets) return out;
  float lower[3], side[3];
  for (int x = 0; x < 3; ++x) {
    lower[x] = static_cast<float>(box.lower[x]);
    side[x] = static_cast<float>(box.upper[x] - box.lower[x]);
  }
  const double packets = static_cast<double>(h.leaves.size());
  const float cell = cell_of(side, std::clamp(kPerPacket * packets, kFewestCells, kMostCells));
  if (!(cell > 0) || !std::isfinite(1 / cell) || !std::isfinite(2 * cell)) return out;
  const SurfaceMarks marks = mark_surface(h, kNode * static_cast<double>(cell));
  out.coarse = make_grid(grid_over(lower, side, 2 * cell));
  out.fine = make_grid(grid_over(lower, side, cell));
  fill_grids(marks, out);
  const auto known = out.node.size() - static_cast<std::size_t>(std::count(out.node.begin(), out.node.end(), kNoRef));
  const double section = std::pow(static_cast<double>(out.node.size()), 2.0 / 3);
  const double fewest = h.leaves.size() < kSmall ? kFewestOfSmall : kFewestSections;
  if (static_cast<double>(known) < fewest * section) return {};
  spread_points(marks, out);
  return out;
}

}  // namespace graze::detail
