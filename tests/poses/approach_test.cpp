// SPDX-License-Identifier: Apache-2.0
#include "approach.h"

#include <gtest/gtest.h>

#include <cmath>

#include "graze/query.h"
#include "interior.h"
#include "sampling.h"
#include "shapes.h"

namespace graze::bench {
namespace {

using scenes::Quaternion;

Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v = v + by;
  return mesh;
}

/// scenes::torus looks inward.
Mesh ring(int along, int around, double major, double minor) {
  Mesh mesh = scenes::torus(along, around, major, minor);
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

TEST(Approach, StopsAtTheFirstTouch) {
  // Off the origin, so that frames and centres are told apart.
  const Body a(moved(scenes::geodesic_sphere(12, 1), {5, -2, 3}));
  const Body b(moved(scenes::geodesic_sphere(9, 0.5), {0, 40, 0}));
  const std::vector<Vec3> directions = sample_directions(Sampling::low_discrepancy, 20, 0);
  const std::vector<Quaternion> orientations = sample_orientations(Sampling::low_discrepancy, 20, 0);
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const std::optional<Pose> pose = approach(a, b, orientations[i], directions[i], a.ball.centre);
    ASSERT_TRUE(pose);
    EXPECT_TRUE(intersects(a.model, b.model, *pose));
    const Vec3 centre = place(*pose, b.ball.centre);
    const Vec3 way = centre - a.ball.centre;
    EXPECT_NEAR(scenes::length(way), 1.5, 0.02) << "up to how far facets lie within their spheres";
    EXPECT_NEAR(scenes::dot(way, directions[i]), scenes::length(way), 1e-9) << "on the line through the centre";
    Pose before = *pose;
    before.t = before.t + 1e-9 * directions[i];
    EXPECT_FALSE(intersects(a.model, b.model, before));
  }
}

TEST(Approach, MayMiss) {
  const Body a(scenes::geodesic_sphere(4, 1));
  const Body b(scenes::geodesic_sphere(4, 0.5));
  EXPECT_TRUE(approach(a, b, {}, {1, 0, 0}, {0, 1.2, 0}));
  EXPECT_FALSE(approach(a, b, {}, {1, 0, 0}, {0, 1.6, 0}));
}

/// Two rings can be linked: then neither leaves the other straight.
TEST(Interior, FindsLinkedRings) {
  const Body a(ring(48, 16, 1, 0.2));
  const SignedDistance field(a.model);
  InteriorOptions options;
  options.wanted = 5;
  options.escapes = 0;
  const std::vector<Pose> poses = interior_poses(a, field, a, options);
  ASSERT_EQ(poses.size(), 5u);
  for (const Pose& pose : poses) {
    EXPECT_FALSE(intersects(a.model, a.model, pose));
    // Linked: B's core circle passes the disc within A's once more one way than the other.
    int crossings = 0;
    Vec3 last = place(pose, {1, 0, 0});
    for (int i = 1; i <= 720; ++i) {
      const double angle = i * std::numbers::pi / 360;
      const Vec3 next = place(pose, {std::cos(angle), std::sin(angle), 0});
      if ((last.z < 0) != (next.z < 0)) {
        const Vec3 at = last + (last.z / (last.z - next.z)) * (next - last);
        if (std::hypot(at.x, at.y) < 1) crossings += next.z > last.z ? 1 : -1;
      }
      last = next;
    }
    EXPECT_EQ(std::abs(crossings), 1);
  }
}

TEST(Interior, FindsNothingInConvexBodies) {
  const Body a(scenes::geodesic_sphere(6, 1));
  const SignedDistance field(a.model);
  InteriorOptions options;
  options.tries = 500;
  EXPECT_TRUE(interior_poses(a, field, Body(scenes::geodesic_sphere(6, 0.1)), options).empty());
}

}  // namespace
}  // namespace graze::bench
