// SPDX-License-Identifier: Apache-2.0
#include "io/polygons.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "io/check.h"
#include "io/readers.h"
#include "support/scale.h"

namespace graze::detail {
namespace {

struct Point {
  std::int64_t x, y;
};
using Polygon = std::vector<Point>;

std::int64_t twice_area(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

std::int64_t twice_area(const Polygon& p) {
  std::int64_t sum = 0;
  for (std::size_t i = 2; i < p.size(); ++i) sum += twice_area(p[0], p[i - 1], p[i]);
  return sum;
}

/// Triangulates the polygon lying in one of the coordinate planes, seen from either side.
std::vector<Triangle> triangles_of(const Polygon& polygon, int plane, bool from_behind) {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), 0u);
  if (from_behind) std::reverse(corners.begin(), corners.end());
  for (const Point& p : polygon) {
    const auto x = static_cast<double>(p.x), y = static_cast<double>(p.y);
    vertices.push_back(plane == 0 ? Vec3{7, x, y} : plane == 1 ? Vec3{y, 7, x} : Vec3{x, y, x + 2 * y});
  }
  std::vector<Triangle> triangles;
  EXPECT_TRUE(triangulate(corners, vertices, triangles));
  return triangles;
}

/// All triangles turn like the polygon and their areas add up to its area. For a polygon that winds at most once
/// around any point this means that they tile it.
void expect_tiled(const Polygon& polygon, bool strict = true) {
  const std::int64_t area = twice_area(polygon);
  ASSERT_GT(area, 0);
  for (int plane : {0, 1, 2}) {
    for (bool from_behind : {false, true}) {
      const std::vector<Triangle> triangles = triangles_of(polygon, plane, from_behind);
      ASSERT_EQ(triangles.size(), polygon.size() - 2);
      std::int64_t sum = 0;
      for (const Triangle& t : triangles) {
        const std::int64_t a = twice_area(polygon[t[0]], polygon[t[1]], polygon[t[2]]) * (from_behind ? -1 : 1);
        ASSERT_GE(a, strict ? 1 : 0);
        sum += a;
      }
      ASSERT_EQ(sum, area);
    }
  }
}

void expect_tiled_from_every_corner(Polygon polygon, bool strict = true) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    expect_tiled(polygon, strict);
    std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
  }
}

TEST(Polygons, ConvexOnesBecomeTheFanFromTheFirstCorner) {
  const std::vector<Triangle> triangles = triangles_of({{0, 0}, {2, 0}, {3, 1}, {2, 2}, {0, 2}}, 2, false);
  EXPECT_EQ(triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Polygons, ConcaveQuadrilateral) { expect_tiled_from_every_corner({{0, 0}, {4, 0}, {1, 1}, {0, 4}}); }

TEST(Polygons, CornersOnEdgesGiveNoDegenerateTriangles) {
  expect_tiled_from_every_corner({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 3}, {1, 3}, {0, 3}, {0, 2}, {0, 1}});
}

TEST(Polygons, HolesBehindBridges) {
  // a square, a bridge from its corner to a square hole, around the hole, and back
  expect_tiled_from_every_corner({{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}});
  // two holes on bridges from the same corner
  expect_tiled_from_every_corner({{0, 0},
                                  {20, 0},
                                  {20, 20},
                                  {0, 20},
                                  {0, 0},
                                  {2, 6},
                                  {2, 9},
                                  {5, 9},
                                  {5, 6},
                                  {2, 6},
                                  {0, 0},
                                  {6, 2},
                                  {6, 5},
                                  {9, 5},
                                  {9, 2},
                                  {6, 2}});
}

TEST(Polygons, RepeatedCornersGiveDegenerateTriangles) {
  expect_tiled_from_every_corner({{0, 0}, {4, 0}, {4, 0}, {1, 1}, {1, 1}, {1, 1}, {0, 4}}, false);
  expect_tiled_from_every_corner({{0, 0}, {4, 0}, {4, 4}, {6, 6}, {4, 4}, {0, 4}}, false);  // a spike
}

TEST(Polygons, CombsAndSpirals) {
  Polygon comb;
  for (std::int64_t i = 0; i < 40; ++i) comb.push_back({2 * i, i % 2 == 0 ? 0 : 50});
  comb.push_back({78, 60});
  comb.push_back({0, 60});
  expect_tiled(comb);
  Polygon spiral, back;
  for (int i = 0; i < 60; ++i) {
    const double angle = i * 0.4, outer = 1000 + 100 * angle, inner = outer - 300;
    spiral.push_back({std::lround(outer * std::cos(angle)), std::lround(outer * std::sin(angle))});
    back.push_back({std::lround(inner * std::cos(angle)), std::lround(inner * std::sin(angle))});
  }
  spiral.insert(spiral.end(), back.rbegin(), back.rend());
  expect_tiled(spiral);
}

TEST(Polygons, RandomStarShapedOnesOnASmallGridAndFarAway) {
  std::mt19937 random(7);
  for (int round = 0; round < test::scaled(3000); ++round) {
    const int corners = std::uniform_int_distribution(4, 24)(random);
    const std::int64_t grid = std::array<std::int64_t, 3>{6, 100, 1 << 20}[round % 3];
    std::uniform_int_distribution<std::int64_t> pick(-grid, grid);
    Polygon polygon;
    for (int i = 0; i < corners; ++i) polygon.push_back({pick(random), pick(random)});
    std::erase_if(polygon, [](Point p) { return p.x == 0 && p.y == 0; });
    const auto upper = [](Point p) { return p.y > 0 || (p.y == 0 && p.x > 0); };
    std::sort(polygon.begin(), polygon.end(), [&](Point a, Point b) {
      return upper(a) != upper(b) ? upper(a) : twice_area({0, 0}, a, b) > 0;
    });
    // one corner in each direction, and less than half a turn from one to the next
    polygon.erase(std::unique(polygon.begin(), polygon.end(),
                              [&](Point a, Point b) {
                                return upper(a) == upper(b) && twice_area({0, 0}, a, b) == 0;
                              }),
                  polygon.end());
    bool star = polygon.size() >= 3;
    for (std::size_t i = 0; star && i < polygon.size(); ++i) {
      star = twice_area({0, 0}, polygon[i], polygon[(i + 1) % polygon.size()]) > 0;
    }
    if (!star) continue;
    for (Point& p : polygon) p = {p.x + (std::int64_t{1} << 30), p.y - (std::int64_t{1} << 29)};
    expect_tiled(polygon);
  }
}

TEST(Polygons, FlatAndCrossedOnesBecomeTheFan) {
  const std::vector<Triangle> fan{{0, 1, 2}, {0, 2, 3}};
  EXPECT_EQ(triangles_of({{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 2, false), fan);  // on a line
  EXPECT_EQ(triangles_of({{5, 5}, {5, 5}, {5, 5}, {5, 5}}, 2, false), fan);  // a point
  EXPECT_EQ(triangles_of({{0, 0}, {2, 0}, {0, 2}, {2, 2}}, 2, false), fan);  // bow tie of no area
  EXPECT_EQ(triangles_of({{0, 0}, {9, 1}, {9, 0}, {0, 2}}, 2, false), fan);  // bow tie
}

TEST(Polygons, ExtremeCoordinates) {
  for (double s : {0x1p1000, 0x1p-1000}) {
    const std::vector<Vec3> vertices{{0, 0, 0}, {4 * s, 0, 0}, {s, s, 0}, {0, 4 * s, 0}};
    std::vector<Triangle> triangles;
    ASSERT_TRUE(triangulate(std::vector<std::uint32_t>{1, 2, 3, 0}, vertices, triangles));
    for (const Triangle& t : triangles) EXPECT_EQ(std::count(t.begin(), t.end(), 2u), 1) << "the reflex corner";
  }
}

TEST(Polygons, ManyCorners) {
  std::vector<Vec3> vertices;
  for (int i = 0; i < 20000; ++i) vertices.push_back({static_cast<double>(i), i % 2 == 0 ? 0.0 : 1.0 + i % 7, 0});
  vertices.push_back({20000, 100, 0});
  vertices.push_back({0, 100, 0});
  std::vector<std::uint32_t> corners(vertices.size());
  std::iota(corners.begin(), corners.end(), 0u);
  std::vector<Triangle> triangles;
  EXPECT_FALSE(triangulate(corners, vertices, triangles));
  EXPECT_TRUE(triangles.empty());
  PolygonList list(0, Position::Kind::line);
  for (std::uint32_t c : corners) list.add_corner(c);
  list.end_face(5);
  Mesh mesh{vertices, {}};
  EXPECT_ERROR(list.triangulate_into(mesh, "a.off"),
               "a.off:5: face with 20002 corners that is not a fan; at most 16384 can be triangulated");
  corners.erase(corners.begin(), corners.begin() + 16000);
  ASSERT_TRUE(triangulate(corners, vertices, triangles));
  EXPECT_EQ(triangles.size(), corners.size() - 2);
}

/// The worst for ear clipping in our limits: half of the corners are reflex, and no ear is near another.
TEST(Polygons, TheLargestConcaveOneTakesSeconds) {
  std::vector<Vec3> vertices;
  const int n = test::kSanitized ? 2000 : static_cast<int>(kMaxCorners);
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n, r = i % 2 == 0 ? 1.0 : 0.5;
    vertices.push_back({r * std::cos(angle), r * std::sin(angle), 0});
  }
  std::vector<std::uint32_t> corners(vertices.size());
  std::iota(corners.begin(), corners.end(), 0u);
  std::vector<Triangle> triangles;
  ASSERT_TRUE(triangulate(corners, vertices, triangles));
  EXPECT_EQ(triangles.size(), corners.size() - 2);
}

}  // namespace
}  // namespace graze::detail
