// SPDX-License-Identifier: Apache-2.0
// The scenes are the same everywhere, and are what their descriptions say.
#include "scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bodies.h"
#include "models.h"

namespace graze::scenes {
namespace {

/// FNV-1a of the meshes and poses, coordinates to six digits: mathematical libraries may differ in the last bits.
class Hash {
 public:
  void add(double value) { add(static_cast<std::uint64_t>(std::llround(value * 1e6))); }
  void add(const Vec3& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }
  void add(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) state_ = (state_ ^ ((word >> (8 * i)) & 255u)) * 0x100000001B3u;
  }
  void add(const Mesh& mesh) {
    for (const Vec3& v : mesh.vertices) add(v);
    for (const Triangle& t : mesh.triangles) {
      for (const std::uint32_t v : t) add(std::uint64_t{v});
    }
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325u;
};

std::uint64_t hash_of(const Scene& scene) {
  Hash hash;
  hash.add(scene.a);
  hash.add(scene.b);
  for (const Pose& pose : scene.poses) {
    for (const double r : pose.r) hash.add(r);
    hash.add(pose.t);
  }
  return hash.value();
}

struct Golden {
  const char* name;
  std::uint64_t hash;
};

constexpr Golden kGoldens[] = {
    {"s1a", 0xF4E4E13957F7D2AD},        {"s4", 0x19494B082F8F2C20},          {"spheres-2k-a0.1", 0x0CA65EE67564E2E0},
    {"torus", 0xB08A2C4748D9B07C},      {"far", 0x1FA6DE9A08545941},         {"swept", 0x864501D75D53C101},
    {"interior", 0x9A937C2044131702},   {"scaling-40k", 0x2793654990A324C8}, {"growth-10k", 0xE8C9F287B4869E69},
    {"growth-40k", 0x813CAA6D98746079}, {"mountain", 0x4BF98F2C6D13C418},    {"turbines", 0x1091915BBA542F0E},
    {"car-wheel", 0xFE8D36FCB6C5DBA4},  {"car-hood", 0xFB4BA9E79D973984},    {"hands", 0x7138149C63114DAA},
};

TEST(BenchScenes, AreTheSameEverywhere) {
  for (const Golden& golden : kGoldens) EXPECT_EQ(hash_of(make_scene(golden.name)), golden.hash) << golden.name;
}

struct Census {
  std::size_t colliding = 0, contacts = 0;
};

Census census(const Scene& scene) {
  const Oracle oracle = graze_oracle(scene.a, scene.b);
  Census result;
  for (const Pose& pose : scene.poses) {
    const std::size_t count = oracle.count(pose);
    EXPECT_EQ(oracle.collides(pose), count > 0) << scene.name;
    result.contacts += count;
    result.colliding += count > 0 ? 1 : 0;
  }
  return result;
}

TEST(BenchScenes, SweptNearlyHitsAndNeverDoes) {
  Scene scene = make_scene("swept");
  ASSERT_EQ(scene.a.triangles.size(), 40000u);
  ASSERT_EQ(scene.b.triangles.size(), 36u);
  ASSERT_EQ(scene.poses.size(), 1000u);
  EXPECT_EQ(census(scene).colliding, 0u);
  // A flyer thicker by less than an obstacle hits in almost every pose.
  scene.b = axes(0.1, 0.010);
  EXPECT_GT(census(scene).colliding, 900u);
}

TEST(BenchScenes, InteriorHasTensOfContactsAStep) {
  const Scene scene = make_scene("interior");
  ASSERT_EQ(scene.a.triangles.size(), 169944u);
  ASSERT_EQ(scene.b.triangles.size(), 404u);
  ASSERT_EQ(scene.poses.size(), 2528u);
  const double mean = static_cast<double>(census(scene).contacts) / 2528;
  EXPECT_GT(mean, 20);
  EXPECT_LT(mean, 60);
}

TEST(BenchScenes, GrowthKeepsShapesPosesAndGap) {
  const Scene coarse = make_scene("growth-10k");
  const Scene fine = make_scene("growth-40k");
  ASSERT_EQ(coarse.poses.size(), fine.poses.size());
  for (std::size_t i = 0; i < coarse.poses.size(); ++i) EXPECT_EQ(coarse.poses[i].t, fine.poses[i].t) << i;
  for (const Scene* scene : {&coarse, &fine}) {
    const Oracle oracle = graze_oracle(scene->a, scene->b);
    ASSERT_EQ(scene->poses.size(), 60u);
    for (std::size_t i = 0; i < 60; ++i) {
      EXPECT_EQ(oracle.collides(scene->poses[i]), i % 3 == 2) << i;
      // Every third is 0.002 off contact on its line; coarse facets lie up to 3e-4 inside the shape, and lines may be
      // oblique.
      if (i % 3 != 1) continue;
      Pose nearer = scene->poses[i];
      const double distance = std::hypot(nearer.t.x, nearer.t.y, nearer.t.z);
      for (double* c : {&nearer.t.x, &nearer.t.y, &nearer.t.z}) *c *= (distance - 0.01) / distance;
      EXPECT_TRUE(oracle.collides(nearer)) << i;
    }
  }
}

TEST(BenchScenes, RealModelsMeetAndPart) {
  for (const char* name : {"mountain", "turbines", "car-wheel", "car-hood", "hands", "scaling-40k"}) {
    const Scene scene = make_scene(name);
    const Census result = census(scene);
    EXPECT_GT(result.colliding, scene.poses.size() / 20) << name;
    EXPECT_LT(result.colliding, scene.poses.size() * 19 / 20) << name;
  }
}

TEST(BenchScenes, BodiesAreWhatTheyAreCalled) {
  EXPECT_EQ(hand(1).triangles.size(), 404u);
  EXPECT_EQ(cabin(3).triangles.size(), 169944u);
  const MeshReport bars = inspect(axes(2, 0.2));
  EXPECT_TRUE(bars.oriented);
  EXPECT_EQ(bars.degenerate_triangles, 0u);
}

TEST(BenchScenes, MissingModelsAreNamed) {
  EXPECT_EQ(why_missing("bundled/hand.ply"), "");
  EXPECT_NE(why_missing("bundled/nothing.ply").find("nothing.ply"), std::string::npos);
  EXPECT_NE(why_missing("meshes/nothing.ply").find("nothing.ply"), std::string::npos);
}

}  // namespace
}  // namespace graze::scenes
