// SPDX-License-Identifier: Apache-2.0
// The standard scenes are what their names promise: sizes, numbers of poses, contact.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include "graze/query.h"
#include "scenes.h"
#include "shapes.h"

namespace graze::scenes {
namespace {

std::vector<bool> answers(const Scene& scene) {
  const Oracle oracle = graze_oracle(scene.a, scene.b);
  std::vector<bool> result;
  for (const Pose& pose : scene.poses) result.push_back(oracle.collides(pose));
  return result;
}

std::size_t colliding(const Scene& scene) {
  const std::vector<bool> list = answers(scene);
  return static_cast<std::size_t>(std::count(list.begin(), list.end(), true));
}

void expect_sizes(const Scene& scene, std::size_t a, std::size_t b, std::size_t poses) {
  EXPECT_EQ(scene.a.triangles.size(), a) << scene.name;
  EXPECT_EQ(scene.b.triangles.size(), b) << scene.name;
  EXPECT_EQ(scene.poses.size(), poses) << scene.name;
  EXPECT_TRUE(std::all_of(scene.poses.begin(), scene.poses.end(), is_rigid)) << scene.name;
}

TEST(Scenes, SpheresAreNestedWithoutContact) {
  const Scene scene = make_scene("s1b");
  expect_sizes(scene, 20480, 20480, 60);
  EXPECT_EQ(colliding(scene), 0u);
  EXPECT_EQ(colliding(make_scene("spheres-2k-a0.001")), 20u);
}

TEST(Scenes, GrazingPairsAlternate) {
  const Scene scene = make_scene("s4");
  expect_sizes(scene, 98400, 20000, 300);
  const std::vector<bool> list = answers(scene);
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i], i % 2 == 1) << i;
  for (std::size_t i = 0; i + 1 < scene.poses.size(); i += 2) {
    const Vec3 p = scene.poses[i].t, q = scene.poses[i + 1].t;
    EXPECT_LE(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z), 1.001e-4);
  }
}

TEST(Scenes, FlightsCollideAsOftenAsThePublishedOnes) {
  const Scene tetras = make_scene("tetras");
  expect_sizes(tetras, 100000, 16400, 10000);
  EXPECT_NEAR(static_cast<double>(colliding(tetras)), 2300, 300);
  const Scene torus = make_scene("torus");
  expect_sizes(torus, 98000, 20000, 2000);
  EXPECT_NEAR(static_cast<double>(colliding(torus)), 1334, 200);
}

TEST(Scenes, OffsetsDecideContact) {
  const Scene scene = make_scene("s5");
  expect_sizes(scene, 69620, 69620, 120);
  const std::vector<bool> list = answers(scene);
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_EQ(list[i], i % 8 < 4) << i;
}

TEST(Scenes, ShapesAreClosed) {
  for (const Mesh& mesh : {geodesic_sphere(7, 2), bumpy_sphere(9, 1, 10, 0.2, 1), torus(12, 9, 1, 0.3),
                           knot_tube(60, 8, 1, 0.1), tetrahedra(5, 1, 0.1, 2)}) {
    const MeshReport report = inspect(mesh);
    EXPECT_TRUE(report.oriented);
    EXPECT_EQ(report.degenerate_triangles, 0u);
  }
  EXPECT_EQ(pipes({3, 60, 4, 0.2}, 5).triangles.size(), 60u * 48u);
  EXPECT_THROW(pipes({2, 60, 4, 0.2}, 5), std::invalid_argument);
  EXPECT_EQ(stalagmites(3, 20, 25, 1, 0.1, 1).triangles.size(), 3u * 980u);
}

TEST(Scenes, NamesAreKnownOrRefused) {
  std::set<std::string> names;
  for (const SceneInfo& info : scene_list()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.what.empty() || info.family.empty()) << info.name;
  }
  EXPECT_GE(names.size(), 35u);
  for (const SkippedScene& scene : skipped_scenes()) {
    EXPECT_TRUE(names.insert(scene.name).second) << scene.name;
    EXPECT_FALSE(scene.why.empty()) << scene.name;
    EXPECT_THROW(make_scene(scene.name), std::runtime_error) << scene.name;
  }
  EXPECT_THROW(make_scene("s9"), std::invalid_argument);
}

}  // namespace
}  // namespace graze::scenes
