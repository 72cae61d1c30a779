// SPDX-License-Identifier: Apache-2.0
#include "datasets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "methods.h"

namespace graze::reproduce {
namespace {

TEST(RandomSphere, IsAClosedConvexPolyhedronWithAllPoints) {
  const Mesh sphere = random_sphere(202, 1);
  EXPECT_EQ(sphere.triangles.size(), 400u);
  const MeshReport report = inspect(sphere);
  EXPECT_TRUE(report.closed);
  for (const Vec3& v : sphere.vertices) EXPECT_NEAR(v.x * v.x + v.y * v.y + v.z * v.z, 1, 1e-12);
  EXPECT_EQ(random_sphere(202, 1).triangles, sphere.triangles);
}

TEST(Billiard, TurnsBackWhereItHits) {
  const Scene scene = make_dataset("Torus", true);
  const scenes::Oracle oracle = scenes::graze_oracle(scene.a, scene.b);
  std::size_t hits = 0;
  for (std::size_t i = 1; i + 1 < scene.poses.size(); ++i) {
    if (!oracle.collides(scene.poses[i])) continue;
    ++hits;
    EXPECT_FALSE(oracle.collides(scene.poses[i - 1]));
    const Vec3 &before = scene.poses[i - 1].t, &after = scene.poses[i + 1].t;
    EXPECT_LT(std::hypot(after.x - before.x, after.y - before.y, after.z - before.z), 1e-12);
  }
  EXPECT_GT(hits, 0u);
}

/// Table 23 of the thesis, second and last row: the numbers of tests, not only their order.
TEST(NestedSpheres, NeedAboutAsManyTestsAsInTheThesis) {
  const Mesh sphere = random_sphere(1002, 1);
  const struct {
    Volume volume;
    double gap;
    double tests;
  } rows[] = {{Volume::aabb, 0.1, 49494},   {Volume::dop14, 0.1, 16888},  {Volume::dop18, 0.1, 11236},
              {Volume::dop26, 0.1, 4652},   {Volume::aabb, 1e-4, 116948}, {Volume::dop14, 1e-4, 96056},
              {Volume::dop18, 1e-4, 92684}, {Volume::dop26, 1e-4, 88968}};
  for (const auto& row : rows) {
    const Method m = with_threshold(row.volume, 1);
    Mesh inside = sphere;
    for (Vec3& v : inside.vertices) v = {v.x * (1 - row.gap), v.y * (1 - row.gap), v.z * (1 - row.gap)};
    const Contacts found =
        contacts(Model::build(sphere, m.environment), Model::build(inside, m.object), Pose{}, m.query);
    EXPECT_NEAR(static_cast<double>(found.counters.volume_tests) / row.tests, 1, 0.15) << m.name << ' ' << row.gap;
  }
}

}  // namespace
}  // namespace graze::reproduce
