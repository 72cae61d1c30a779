// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/mesh_tool.h"

#include <gtest/gtest.h>

#include <cmath>

namespace graze::nc {
namespace {

/// A polygon about the axis, a corner every `step`-th of n, from z = 0 to z = height, with a point in the middle of
/// both ends; step 2 winds about the axis twice.
Mesh prism(int n, int step, double radius, double height) {
  Mesh mesh;
  const auto add = [&](double x, double y, double z) { mesh.vertices.push_back({x, y, z}); };
  for (int i = 0; i < n; ++i) {
    const double phi = 2 * std::acos(-1.0) * i * step / n;
    add(radius * std::cos(phi), radius * std::sin(phi), 0);
    add(radius * std::cos(phi), radius * std::sin(phi), height);
  }
  add(0, 0, 0);
  add(0, 0, height);
  const auto bottom = static_cast<std::uint32_t>(2 * n), top = bottom + 1;
  for (std::uint32_t i = 0; i < bottom; i += 2) {
    const std::uint32_t j = (i + 2) % bottom;
    mesh.triangles.push_back({i, j, j + 1});
    mesh.triangles.push_back({i, j + 1, i + 1});
    mesh.triangles.push_back({bottom, j, i});
    mesh.triangles.push_back({top, i + 1, j + 1});
  }
  return mesh;
}

TEST(MeshTool, ConvexOnesAreRecognised) {
  const MeshTool tool = mesh_tool(prism(48, 1, 3, 20));
  EXPECT_TRUE(tool.convex) << tool.reason;
  EXPECT_LT(tool.excess, 1e-12);
  EXPECT_EQ(tool.hull.vertices.size(), 96U);
  Mesh rounded = prism(48, 1, 3, 20);  // as an STL file stores it
  for (Vec3& v : rounded.vertices) {
    v = {static_cast<float>(v.x + 0.1), static_cast<float>(v.y + 0.3), static_cast<float>(v.z)};
  }
  const MeshTool from_file = mesh_tool(rounded);
  EXPECT_TRUE(from_file.convex) << from_file.reason;
  EXPECT_LT(from_file.excess, 1e-5);
}

TEST(MeshTool, UnusedVerticesDoNotCount) {
  Mesh mesh = prism(12, 1, 3, 20);
  mesh.vertices.push_back({100, 0, 0});
  EXPECT_TRUE(mesh_tool(mesh).convex);
}

TEST(MeshTool, OthersSayWhyNot) {
  Mesh dented = prism(48, 1, 3, 20);
  dented.vertices.back().z = 19.99;
  const MeshTool tool = mesh_tool(dented);
  EXPECT_FALSE(tool.convex);
  EXPECT_TRUE(tool.hull.triangles.empty());
  EXPECT_NE(tool.reason.find("below the convex hull"), std::string::npos) << tool.reason;
  EXPECT_EQ(tool.mesh.triangles.size(), dented.triangles.size());

  Mesh open = prism(12, 1, 3, 20);
  open.triangles.pop_back();
  EXPECT_FALSE(mesh_tool(open).convex);
  EXPECT_NE(mesh_tool(open).reason.find("not closed"), std::string::npos);

  EXPECT_FALSE(mesh_tool(prism(5, 2, 3, 20)).convex);   // a star's walls lie deep
  EXPECT_FALSE(mesh_tool(prism(12, 12, 3, 0)).convex);  // nothing

  // Twice the same prism: every triangle lies on the hull.
  Mesh twice = prism(12, 1, 3, 20);
  const std::size_t n = twice.triangles.size();
  for (std::size_t i = 0; i < n; ++i) twice.triangles.push_back(Triangle(twice.triangles[i]));
  const MeshTool wound = mesh_tool(twice);
  EXPECT_FALSE(wound.convex);
  EXPECT_NE(wound.reason.find("more than once"), std::string::npos) << wound.reason;
}

TEST(MeshTool, BadMeshesAreRefused) {
  EXPECT_THROW(mesh_tool({}), Error);
  Mesh mesh = prism(5, 1, 3, 20);
  mesh.vertices[0].x = std::nan("");
  EXPECT_THROW(mesh_tool(mesh), Error);
  mesh = prism(5, 1, 3, 20);
  mesh.triangles[0][0] = 99;
  EXPECT_THROW(mesh_tool(mesh), Error);
}

}  // namespace
}  // namespace graze::nc
