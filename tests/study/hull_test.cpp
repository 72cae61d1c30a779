// SPDX-License-Identifier: Apache-2.0
// Hulls are convex to the last bit, and climbing on them ends at the top, whatever the points.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "geometry/convex_hull.h"
#include "geometry/predicates.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::detail {
namespace {

using test::SoupRandom;

/// Sets that are awkward for hulls: grids, spheres, flat, on a line, nearly flat, with repetitions.
std::vector<Vec3> make_points(SoupRandom& random) {
  const int kind = random.below(8), count = 1 + random.below(random.chance(0.2) ? 200 : 30);
  std::vector<Vec3> points;
  const Vec3 u = random.in_cube(1), v = random.in_cube(1);
  for (int i = 0; i < count; ++i) {
    Vec3 p = random.in_cube(1);
    const double s = random.uniform(-1, 1), t = random.uniform(-1, 1);
    switch (kind) {
      case 0:
        break;
      case 1:
        p = {0.25 * random.below(5), 0.25 * random.below(5), 0.25 * random.below(5)};
        break;
      case 2: {
        const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
        p = {p.x / length, p.y / length, p.z / length};
        break;
      }
      case 3:
        p = {s, t, 0.5};
        break;
      case 4:
        p = {s, s, s};
        break;
      case 5:  // flat up to rounding
        p = {s * u.x + t * v.x, s * u.y + t * v.y, s * u.z + t * v.z};
        break;
      case 6:  // on a line up to rounding
        p = {s * u.x, s * u.y, s * u.z};
        break;
      default:
        p = {random.below(2) * 1.0, random.below(2) * 1.0, random.below(3) * 1e-12};
    }
    points.push_back(p);
    if (random.chance(0.1)) points.push_back(points[static_cast<std::size_t>(random.below(i + 1))]);
  }
  return points;
}

TEST(Hull, IsConvexClosedAndHoldsThePoints) {
  SoupRandom random(1);
  int solid = 0;
  for (int n = test::scaled(3000); n > 0; --n) {
    const std::vector<Vec3> points = make_points(random);
    const HullGraph hull = convex_hull(points);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& f : hull.facets) {
      for (const Vec3& p : points) {
        ASSERT_LE(orient3d(hull.corners[f[0]], hull.corners[f[1]], hull.corners[f[2]], p), 0);
      }
      for (std::size_t e = 0; e < 3; ++e) ++edges[{f[e], f[(e + 1) % 3]}];
    }
    for (const auto& [edge, times] : edges) {
      ASSERT_EQ(times, 1);
      ASSERT_EQ(edges.count({edge.second, edge.first}), 1u);
    }
    if (hull.facets.empty()) continue;
    ++solid;
    ASSERT_EQ(hull.neighbours.size(), edges.size());
    ASSERT_EQ(hull.corners.size() + hull.facets.size(), edges.size() / 2 + 2);  // Euler
  }
  EXPECT_GT(solid, 0);
}

TEST(Hull, ClimbingEndsAtTheTop) {
  SoupRandom random(2);
  ClimbMarks marks;
  for (int n = test::scaled(2000); n > 0; --n) {
    const std::vector<Vec3> points = make_points(random);
    const HullGraph hull = convex_hull(points);
    std::uint32_t at = 0;
    for (int i = 0; i < 40; ++i) {
      // Axes and diagonals meet plateaus; a flat set is one for the directions across it.
      Vec3 d = random.in_cube(1);
      if (i % 4 == 0) d = {random.below(3) - 1.0, random.below(3) - 1.0, random.below(3) - 1.0};
      if (random.chance(0.5)) at = static_cast<std::uint32_t>(random.below(static_cast<int>(hull.corners.size())));
      at = climb(hull, d, at, marks);
      for (const Vec3& p : points) ASSERT_LE(compare_along(d, p, hull.corners[at]), 0);
    }
  }
}

TEST(Hull, CornerWithinAFaceIsNoTrap) {
  // The point (1, 1, 0) is a corner until (3, 3, 0) comes; whatever the order, the way down from it must be found.
  const std::vector<Vec3> points = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {1, 1, 0}, {3, 3, 0}, {1, 1, 5}};
  const HullGraph hull = convex_hull(points);
  ClimbMarks marks;
  for (std::uint32_t start = 0; start < hull.corners.size(); ++start) {
    EXPECT_EQ(hull.corners[climb(hull, {0, 0, 1}, start, marks)], (Vec3{1, 1, 5}));
    EXPECT_EQ(hull.corners[climb(hull, {0, 0, -1}, start, marks)].z, 0);
  }
}

TEST(Hull, ComparisonsAreExact) {
  const Vec3 d{1, 1, 1};
  EXPECT_EQ(compare_along(d, {1e16, 1, -1e16}, {0, 0, 0}), 1);
  EXPECT_EQ(compare_along(d, {1e16, -1, -1e16}, {0, 0, 0}), -1);
  EXPECT_EQ(compare_along(d, {0.1, 0.2, 0.3}, {0.3, 0.2, 0.1}), 0);
  EXPECT_EQ(compare_along({1e300, 1e300, 0}, {1e300, -1e300, 0}, {0, 0, 0}), 0);
  EXPECT_EQ(compare_along({1e-300, 0, 0}, {1e-300, 0, 0}, {0, 0, 0}), 1);
}

}  // namespace
}  // namespace graze::detail
