// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "graze/io.h"

namespace graze {
namespace {

Mesh awkward() {
  Mesh mesh;
  mesh.vertices = {{0, -0.0, 1.0 / 3}, {1e-300, 1e300, -7}, {0.1, 0.2, 0.30000000000000004}, {5, 5e-324, 2}};
  mesh.triangles = {{0, 1, 2}, {3, 2, 1}, {0, 0, 3}};
  return mesh;
}

std::filesystem::path place_for(const std::string& name) {
  return std::filesystem::path(testing::TempDir()) / ("graze_save_test_" + name);
}

TEST(SaveMesh, KeepsEveryBit) {
  const Mesh mesh = awkward();
  for (const char* name : {"a.ply", "a.obj", "a.off", "A.PLY"}) {
    const std::filesystem::path file = place_for(name);
    save_mesh(file, mesh);
    const Mesh read = load_mesh(file);
    EXPECT_EQ(read.vertices, mesh.vertices) << name;
    EXPECT_EQ(read.triangles, mesh.triangles) << name;
    std::filesystem::remove(file);
  }
}

TEST(SaveMesh, StlHasFloats) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 1, 2}, {0, 3, 1}};
  const std::filesystem::path file = place_for("b.stl");
  save_mesh(file, mesh);
  const Mesh read = load_mesh(file);
  std::filesystem::remove(file);
  ASSERT_EQ(read.triangles.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& wanted = mesh.vertices[mesh.triangles[i][k]];
      EXPECT_EQ(read.vertices[read.triangles[i][k]].x, static_cast<double>(static_cast<float>(wanted.x)));
      EXPECT_EQ(read.vertices[read.triangles[i][k]].y, wanted.y);
    }
  }
}

TEST(SaveMesh, RefusesAndLeavesNothing) {
  EXPECT_THROW(save_mesh(place_for("c.step"), awkward()), Error);
  EXPECT_THROW(save_mesh(place_for("none/c.ply"), awkward()), Error);
  Mesh broken = awkward();
  broken.vertices[1].y = std::numeric_limits<double>::infinity();
  EXPECT_THROW(save_mesh(place_for("d.ply"), broken), Error);
  EXPECT_FALSE(std::filesystem::exists(place_for("d.ply")));
}

}  // namespace
}  // namespace graze
