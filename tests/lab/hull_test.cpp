// SPDX-License-Identifier: Apache-2.0
// The hull is convex and holds all points, exactly; the box found by climbing on it holds all placed points.
#include "lab/hull.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "bodies.h"
#include "geometry/predicates.h"
#include "lab/flight.h"
#include "shapes.h"
#include "support/scale.h"
#include "support/soup.h"
#include "vector.h"

namespace graze::lab {
namespace {

using graze::test::SoupRandom;

std::vector<std::uint32_t> all_of(const std::vector<Vec3>& points) {
  std::vector<std::uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Closed (every edge once each way, Euler's formula) and no point strictly outside any face.
void check(const Hull& hull, const std::vector<Vec3>& points) {
  ASSERT_TRUE(hull.proper);
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& f : hull.faces) {
    for (int i = 0; i < 3; ++i) ++edges[{f[i], f[(i + 1) % 3]}];
    for (const Vec3& p : points) ASSERT_LE(detail::orient3d(points[f[0]], points[f[1]], points[f[2]], p), 0);
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  EXPECT_EQ(2 + edges.size() / 2, hull.vertices.size() + hull.faces.size());
  EXPECT_EQ(hull.edges.size(), edges.size());
  ASSERT_EQ(hull.first_edge.size(), hull.vertices.size() + 1);
  for (std::size_t i = 0; i < hull.vertices.size(); ++i) {
    for (std::uint32_t e = hull.first_edge[i]; e < hull.first_edge[i + 1]; ++e)
      EXPECT_EQ(edges.count({hull.vertices[i], hull.vertices[hull.edges[e]]}), 1u);
  }
}

TEST(LabHull, OfRandomPoints) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SoupRandom random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < 300; ++i) points.push_back(random.in_cube(1));
    check(convex_hull(points, all_of(points)), points);
  }
}

TEST(LabHull, OfLatticesWithCoplanarAndEqualPoints) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SoupRandom random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < 200; ++i) {
      const double x = random.below(4), y = random.below(4);
      points.push_back({x, y, static_cast<double>(random.below(4))});
    }
    check(convex_hull(points, all_of(points)), points);
  }
}

TEST(LabHull, OfASphereKeepsEveryPoint) {
  const Mesh sphere = scenes::geodesic_sphere(6, 1);
  const Hull hull = convex_hull(sphere.vertices, all_of(sphere.vertices));
  check(hull, sphere.vertices);
  EXPECT_EQ(hull.vertices.size(), sphere.vertices.size());
}

TEST(LabHull, OfFlatPointsIsNone) {
  const std::vector<Vec3> plane = {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0.3, 0.3, 1}, {5, 2, 1}};
  EXPECT_FALSE(convex_hull(plane, all_of(plane)).proper);
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {-1, -1, -1}};
  EXPECT_FALSE(convex_hull(line, all_of(line)).proper);
  const std::vector<Vec3> point = {{1, 2, 3}, {1, 2, 3}};
  EXPECT_FALSE(convex_hull(point, all_of(point)).proper);
  EXPECT_FALSE(convex_hull(point, {}).proper);
}

/// Along a flight of small and large steps: the box holds every placed point strictly, and hardly more.
void fly(const Mesh& mesh, std::uint64_t seed, int steps) {
  const Flyer flyer(mesh);
  Flight flight(flyer);
  scenes::Random random(seed);
  scenes::Quaternion q;
  Vec3 p;
  for (int step = 0; step < steps; ++step) {
    q = scenes::turn(random.direction(), step % 10 == 9 ? 2.0 : 0.02) * q;
    p = random.in_box(step % 3 == 0 ? 1e6 : 1);
    const Pose pose = scenes::to_pose(q, p);
    flight.move(pose);
    Vec3 lower = graze::place(pose, mesh.vertices[mesh.triangles[0][0]]), upper = lower;
    for (const Triangle& t : mesh.triangles) {
      for (const std::uint32_t v : t) {
        const Vec3 x = graze::place(pose, mesh.vertices[v]);
        ASSERT_EQ(flight.points()[v], x);
        lower = detail::min(lower, x);
        upper = detail::max(upper, x);
      }
    }
    const double tolerance = 1e-14 * (detail::max_abs(p) + detail::max_abs(lower) + detail::max_abs(upper) + 2);
    for (int axis = 0; axis < 3; ++axis) {
      const double low = detail::coordinate(lower, axis), high = detail::coordinate(upper, axis);
      ASSERT_LT(detail::coordinate(flight.box().lower, axis), low);
      ASSERT_GT(detail::coordinate(flight.box().upper, axis), high);
      ASSERT_NEAR(detail::coordinate(flight.box().lower, axis), low, tolerance);
      ASSERT_NEAR(detail::coordinate(flight.box().upper, axis), high, tolerance);
    }
  }
}

TEST(LabFlight, BoxByClimbingHoldsAllPoints) {
  const int steps = graze::test::scaled(300);
  fly(scenes::geodesic_sphere(8, 1), 1, steps);
  fly(scenes::torus(40, 20, 1, 0.3), 2, steps);
  fly(scenes::bumpy_sphere(9, 1, 30, 0.2, 5), 3, steps);
  fly(scenes::box({-1, -1, -1}, {1, 2, 3}), 4, steps);
  fly(scenes::tetrahedra(20, 1, 0.2, 3), 5, steps);
  for (std::uint64_t seed = 0; seed < 40; ++seed) fly(graze::test::make_soup(seed, 60).b, seed, 10);
}

TEST(LabFlight, ClimbingFromPoseToPoseLooksAtFewVertices) {
  const Mesh sphere = scenes::geodesic_sphere(20, 1);  // 4,002 vertices, all on the hull
  const Flyer flyer(sphere);
  EXPECT_EQ(flyer.hull_vertices(), sphere.vertices.size());
  Flight flight(flyer);
  for (int i = 0; i < 100; ++i) flight.move(scenes::to_pose(scenes::turn({0.6, 0, 0.8}, 0.01 * i), {}));
  EXPECT_LT(flight.counters().climbed, 100u * 6 * 30);
}

TEST(LabFlight, UnusedVerticesDoNotCount) {
  Mesh mesh = scenes::box({0, 0, 0}, {1, 1, 1});
  mesh.vertices.push_back({100, 100, 100});
  const Flyer flyer(mesh);
  EXPECT_EQ(flyer.hull_vertices(), 8u);
  Flight flight(flyer);
  flight.move({});
  EXPECT_LT(flight.box().upper.x, 1.001);
}

TEST(LabFlight, PosesMustBeRigid) {
  const Flyer flyer(scenes::box({0, 0, 0}, {1, 1, 1}));
  Flight flight(flyer);
  Pose pose;
  pose.r[0] = 2;
  EXPECT_THROW(flight.move(pose), std::invalid_argument);
}

}  // namespace
}  // namespace graze::lab
