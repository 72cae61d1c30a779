// SPDX-License-Identifier: Apache-2.0
// Clipping triangles to cells, and the counts that come of it, against clipping to each cell by itself.
#include "adb/cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "adb/adb_shapes.h"
#include "adb/count.h"
#include "adb/regions.h"
#include "base/random.h"
#include "geometry/vec.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::AdbNode;
using detail::CellAreas;
using detail::CellGrid;
using detail::Corners;
using detail::kCells;
using detail::Skeleton;

Vec3 in_box(detail::Random& random, const Vec3& low, const Vec3& high) {
  const double x = random.uniform(low.x, high.x), y = random.uniform(low.y, high.y);
  return {x, y, random.uniform(low.z, high.z)};
}

AdbNode random_box(detail::Random& random) {
  AdbNode node{};
  for (int i = 0; i < 3; ++i) {
    node.lower[i] = static_cast<float>(random.uniform(-2, 1));
    node.upper[i] = node.lower[i] + static_cast<float>(std::pow(10, random.uniform(-3, 0.5)));
  }
  return node;
}

/// The part of a triangle in one cell: six half-spaces, one after the other.
double area_in_cell(const CellGrid& grid, const Corners& triangle, int cell) {
  std::vector<Vec3> polygon(triangle.v, triangle.v + 3);
  const int index[3] = {cell % 8, cell / 8 % 8, cell / 64};
  for (int axis = 0; axis < 3; ++axis) {
    const double side = detail::coordinate(grid.cell, axis);
    const double low = detail::coordinate(grid.lower, axis) + index[axis] * side;
    const auto beside = [&](const Vec3& v, double sign) {
      return sign * (detail::coordinate(v, axis) - low - side / 2) > side;
    };
    for (const double sign : {-1.0, 1.0}) {
      if (beside(triangle.v[0], sign) && beside(triangle.v[1], sign) && beside(triangle.v[2], sign)) return 0;
    }
    for (const double sign : {-1.0, 1.0}) {
      const double at = sign < 0 ? -low : low + side;
      std::vector<Vec3> kept;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const double from = sign * detail::coordinate(p, axis) - at, to = sign * detail::coordinate(q, axis) - at;
        if (from <= 0) kept.push_back(p);
        if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
          const double s = from / (from - to);
          kept.push_back({p.x + s * (q.x - p.x), p.y + s * (q.y - p.y), p.z + s * (q.z - p.z)});
        }
      }
      polygon = kept;
    }
  }
  Vec3 sum;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Vec3 n = detail::cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    sum = {sum.x + n.x, sum.y + n.y, sum.z + n.z};
  }
  return detail::norm(sum) / 2;
}

TEST(AdbCells, FragmentsSumToTheTriangle) {
  detail::Random random(1);
  for (int i = 0; i < scaled(3000); ++i) {
    const AdbNode node = random_box(random);
    const CellGrid grid(node);
    const Vec3 high = {grid.lower.x + 8 * grid.cell.x, grid.lower.y + 8 * grid.cell.y, grid.lower.z + 8 * grid.cell.z};
    Corners triangle;
    for (Vec3& v : triangle.v) v = in_box(random, grid.lower, high);
    if (random.chance(0.2)) triangle.v[2].z = triangle.v[1].z = triangle.v[0].z;  // along an axis
    CellAreas areas{};
    add_fragments(grid, triangle, areas);
    const double area = detail::area_of(triangle);
    EXPECT_NEAR(std::accumulate(areas.begin(), areas.end(), 0.0), area, 1e-9 * area);
  }
}

TEST(AdbCells, EachFragmentIsThatOfItsCell) {
  detail::Random random(2);
  for (int i = 0; i < scaled(60); ++i) {
    const AdbNode node = random_box(random);
    const CellGrid grid(node);
    const bool sticks_out = i % 2 == 1;  // as an octree's do
    const double more = sticks_out ? 6 : 0;
    const Vec3 low = {grid.lower.x - more * grid.cell.x, grid.lower.y - more * grid.cell.y,
                      grid.lower.z - more * grid.cell.z};
    const Vec3 high = {grid.lower.x + (8 + more) * grid.cell.x, grid.lower.y + (8 + more) * grid.cell.y,
                       grid.lower.z + (8 + more) * grid.cell.z};
    Corners triangle;
    for (Vec3& v : triangle.v) v = in_box(random, low, high);
    CellAreas areas{};
    add_fragments(grid, triangle, areas);
    const double area = detail::area_of(triangle);
    for (int c = 0; c < kCells; ++c) {
      EXPECT_NEAR(areas[static_cast<std::size_t>(c)], area_in_cell(grid, triangle, c), 1e-9 * area) << "cell " << c;
    }
  }
}

TEST(AdbCells, LargestPolygonOfABox) {
  EXPECT_DOUBLE_EQ(detail::max_area({2, 2, 2}), 4 * std::sqrt(2.0));  // 000, figure 4
  EXPECT_DOUBLE_EQ(detail::max_area({0.5, 3, 4}), 4 * std::sqrt(9.25));
  EXPECT_DOUBLE_EQ(detail::max_area({5, 0, 2}), 10);
}

void expect_counts(const Mesh& mesh, Skeleton skeleton, AdbRegions regions) {
  constexpr double kTheta = 0.35;
  AdbCells cells;
  count_exactly(mesh, regions, kTheta, skeleton, &cells);
  std::array<std::uint64_t, kCells> filled{};
  for (std::size_t i = 0; i < skeleton.nodes.size(); ++i) {
    const CellGrid grid(skeleton.nodes[i]);
    const double enough = kTheta * detail::max_area(grid.cell);
    std::array<int, detail::kMaxRegions> counts{};
    int doubtful = 0;  // within rounding of the threshold
    for (int c = 0; c < kCells; ++c) {
      double area = 0;
      for (const std::uint32_t t : skeleton.triangles(i)) {
        area += area_in_cell(grid, detail::corners_of(mesh, t, skeleton.origin), c);
      }
      if (std::abs(area - enough) < 1e-9 * enough) ++doubtful;
      if (area < enough) continue;
      ++counts[detail::region_table(regions).of_cell[static_cast<std::size_t>(c)]];
      ++filled[static_cast<std::size_t>(c)];
    }
    ASSERT_EQ(doubtful, 0);
    for (int j = 0; j < detail::region_table(regions).count; ++j) {
      ASSERT_EQ(detail::cells_of(skeleton.nodes[i], regions, j), counts[static_cast<std::size_t>(j)]) << "node " << i;
    }
  }
  EXPECT_EQ(cells.nodes_of_cell, filled);
  EXPECT_EQ(std::accumulate(cells.nodes_of_count.begin(), cells.nodes_of_count.end(), std::uint64_t{0}),
            skeleton.nodes.size());
}

TEST(AdbCells, CountsAreThoseOfBruteForce) {
  const Mesh mesh = adb_ball(kSanitized ? 3 : 4, 0.2);
  BuildOptions binary;
  binary.width = 2;
  binary.leaf_size = 2;
  const Model model = Model::build(mesh, binary);
  for (const AdbRegions regions : {AdbRegions::none, AdbRegions::grid, AdbRegions::pyramids}) {
    expect_counts(mesh, detail::binary_skeleton(model), regions);
    if (kSanitized) break;
  }
  expect_counts(mesh, detail::octree_skeleton(mesh, 6, 4), AdbRegions::pyramids);
}

TEST(AdbCells, ApproximateCounts) {
  // A leaf by itself: 512 cells' volume, 512 / 8 of them filled (001, figure 5), however it lies.
  Mesh one;
  one.vertices = {{0, 0, 0}, {4, 0, 1}, {0, 3, 2}};
  one.triangles = {{0, 1, 2}};
  AdbBuildOptions options;
  options.counting = AdbCounting::approximate;
  for (const AdbRegions regions : {AdbRegions::none, AdbRegions::grid, AdbRegions::pyramids}) {
    options.regions = regions;
    const AdbStats stats = AdbTree::build(one, options).stats();
    EXPECT_EQ(stats.nodes, 1u);
    EXPECT_NEAR(stats.mean_cells, 64, regions == AdbRegions::none ? 0 : 4);  // rounded a region at a time
  }
  options.regions = AdbRegions::none;
  options.theta = 4;  // more than a triangle has
  EXPECT_EQ(AdbTree::build(one, options).stats().mean_cells, 0);

  // On a surface it is of the size of the exact count, and the octree's nodes, all cubes, are nearly right.
  const Mesh ball = adb_ball(kSanitized ? 10 : 24, 0.1);
  for (const AdbKind kind : {AdbKind::binary, AdbKind::octree}) {
    AdbBuildOptions both;
    both.kind = kind;
    const double exact = AdbTree::build(ball, both).stats().mean_cells;
    both.counting = AdbCounting::approximate;
    const double approximate = AdbTree::build(ball, both).stats().mean_cells;
    EXPECT_GT(exact, 20);
    EXPECT_LT(exact, 120);
    EXPECT_GT(approximate, 0.6 * exact);
    EXPECT_LT(approximate, 2.2 * exact);
  }
}

TEST(AdbCells, RegionsShareOutTheBox) {
  detail::Random random(5);
  for (const AdbRegions regions : {AdbRegions::none, AdbRegions::grid, AdbRegions::pyramids}) {
    const detail::RegionTable& table = detail::region_table(regions);
    EXPECT_EQ(std::accumulate(table.cells.begin(), table.cells.end(), 0), kCells);
    for (int j = 0; j < table.count; ++j) EXPECT_NEAR(table.cells[static_cast<std::size_t>(j)], 512.0 / table.count, 1);
    for (int i = 0; i < scaled(300); ++i) {
      double low[3], high[3], expected = 1.0 / 8;
      for (int k = 0; k < 3; ++k) {
        low[k] = random.uniform(-1.5, 1);
        high[k] = low[k] + random.uniform(0, 2);
        expected *= std::max(0.0, std::min(high[k], 1.0) - std::max(low[k], -1.0));
      }
      const auto shares = detail::region_shares(regions, low, high);
      double sum = 0;
      for (int j = 0; j < table.count; ++j) {
        const double share = shares[static_cast<std::size_t>(j)];
        EXPECT_GE(share, 0);
        EXPECT_LE(share, 1 + 1e-12);
        sum += share / table.count;
      }
      EXPECT_NEAR(sum, expected, 1e-12);
    }
  }
  // Half of the box: of pyramids, one whole, one not at all, four by half.
  const double low[3] = {0, -1, -1}, high[3] = {1, 1, 1};
  const auto shares = detail::region_shares(AdbRegions::pyramids, low, high);
  const double expected[6] = {0, 1, 0.5, 0.5, 0.5, 0.5};
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(shares[j], expected[j], 1e-12);
}

}  // namespace
}  // namespace graze::test
