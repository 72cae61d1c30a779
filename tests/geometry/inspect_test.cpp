// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "graze/error.h"
#include "graze/mesh.h"

namespace graze::test {
namespace {

Mesh cube() {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) mesh.vertices.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2)});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

/// Every triangle with corners of its own, as in an STL file.
Mesh soup(const Mesh& mesh) {
  Mesh result;
  for (const Triangle& t : mesh.triangles) {
    const auto n = static_cast<std::uint32_t>(result.vertices.size());
    for (const std::uint32_t v : t) result.vertices.push_back(mesh.vertices[v]);
    result.triangles.push_back({n, n + 1, n + 2});
  }
  return result;
}

TEST(Inspect, Cube) {
  const MeshReport r = inspect(cube());
  EXPECT_EQ(r.vertices, 8u);
  EXPECT_EQ(r.distinct_vertices, 8u);
  EXPECT_EQ(r.unused_vertices, 0u);
  EXPECT_EQ(r.triangles, 12u);
  EXPECT_EQ(r.degenerate_triangles, 0u);
  EXPECT_EQ(r.duplicate_triangles, 0u);
  EXPECT_EQ(r.open_edges, 0u);
  EXPECT_EQ(r.non_manifold_edges, 0u);
  EXPECT_EQ(r.misoriented_edges, 0u);
  EXPECT_EQ(r.components, 1u);
  EXPECT_TRUE(r.closed && r.manifold && r.oriented);
  EXPECT_DOUBLE_EQ(r.area, 6);
  EXPECT_DOUBLE_EQ(r.volume, 1);
  EXPECT_EQ(r.box.lower, (Vec3{0, 0, 0}));
  EXPECT_EQ(r.box.upper, (Vec3{1, 1, 1}));
}

TEST(Inspect, SoupIsJudgedLikeAnIndexedMesh) {
  Mesh mesh = soup(cube());
  for (Vec3& v : mesh.vertices) {
    if (v.x == 0 && v.y == 1) v.x = -0.0;  // equal to 0
  }
  const MeshReport r = inspect(mesh);
  EXPECT_EQ(r.vertices, 36u);
  EXPECT_EQ(r.distinct_vertices, 8u);
  EXPECT_TRUE(r.oriented);
  EXPECT_EQ(r.components, 1u);
  mesh.vertices[0].x = 5e-324;  // not equal to 0
  EXPECT_EQ(inspect(mesh).distinct_vertices, 9u);
  EXPECT_EQ(inspect(mesh).open_edges, 4u);
}

TEST(Inspect, Defects) {
  Mesh mesh = cube();
  mesh.triangles.pop_back();
  EXPECT_EQ(inspect(mesh).open_edges, 3u);
  EXPECT_FALSE(inspect(mesh).closed);

  mesh = cube();
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  EXPECT_EQ(inspect(mesh).misoriented_edges, 3u);
  EXPECT_TRUE(inspect(mesh).manifold);
  EXPECT_FALSE(inspect(mesh).oriented);

  mesh = cube();
  mesh.triangles.push_back({2, 1, 0});  // a copy, turned
  mesh.triangles.push_back({1, 0, 2});
  MeshReport r = inspect(mesh);
  EXPECT_EQ(r.duplicate_triangles, 2u);
  EXPECT_EQ(r.non_manifold_edges, 3u);
  EXPECT_FALSE(r.manifold);

  mesh = cube();
  mesh.vertices.push_back({2, 2, 2});        // unused
  mesh.vertices.push_back({0.5, 0.5, 0.5});  // in a degenerate triangle only
  mesh.triangles.push_back({9, 9, 9});
  mesh.triangles.push_back({0, 9, 7});  // on a diagonal
  r = inspect(mesh);
  EXPECT_EQ(r.unused_vertices, 1u);
  EXPECT_EQ(r.degenerate_triangles, 2u);
  EXPECT_TRUE(r.oriented);
  EXPECT_EQ(r.components, 1u);
  EXPECT_EQ(r.box.upper, (Vec3{1, 1, 1}));
  mesh.vertices[9].x = std::nextafter(0.5, 1.0);  // off the diagonal by one unit in the last place
  EXPECT_EQ(inspect(mesh).degenerate_triangles, 1u);
}

TEST(Inspect, ComponentsAndExtremeSizes) {
  Mesh mesh = cube();
  for (int k = 1; k < 3; ++k) {
    for (int i = 0; i < 8; ++i)
      mesh.vertices.push_back({cube().vertices[i].x + 10 * k, double(i >> 1 & 1), double(i >> 2)});
    for (Triangle t : cube().triangles) {
      for (std::uint32_t& v : t) v += static_cast<std::uint32_t>(8 * k);
      mesh.triangles.push_back(t);
    }
  }
  EXPECT_EQ(inspect(mesh).components, 3u);
  EXPECT_NEAR(inspect(mesh).volume, 3, 1e-13);

  mesh = cube();
  for (Vec3& v : mesh.vertices) v = {v.x * 0x1p-300, v.y * 0x1p-300, v.z * 0x1p-300};
  EXPECT_TRUE(inspect(mesh).oriented);
  EXPECT_DOUBLE_EQ(inspect(mesh).volume, 0x1p-900);
  for (Vec3& v : mesh.vertices) v = {v.x * 0x1p800, v.y * 0x1p800, v.z * 0x1p800};
  EXPECT_DOUBLE_EQ(inspect(mesh).area, 6 * 0x1p1000);
}

TEST(Inspect, Empty) {
  const MeshReport r = inspect({});
  EXPECT_EQ(r.components, 0u);
  EXPECT_FALSE(r.closed);
  EXPECT_EQ(r.area, 0);
}

void expect_error(const Mesh& mesh, const std::string& message) {
  for (const bool whole : {false, true}) {
    try {
      if (whole) {
        inspect(mesh);
      } else {
        validate(mesh);
      }
      FAIL() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_mesh);
      EXPECT_EQ(error.what(), message);
    }
  }
}

TEST(Inspect, RefusesWhatIsNotAMesh) {
  EXPECT_NO_THROW(validate(cube()));
  Mesh mesh = cube();
  mesh.vertices[3].y = std::numeric_limits<double>::quiet_NaN();
  expect_error(mesh, "vertex 3 has a coordinate that is not finite");
  mesh = cube();
  mesh.vertices[7].z = -HUGE_VAL;
  expect_error(mesh, "vertex 7 has a coordinate that is not finite");
  mesh = cube();
  mesh.triangles[2][1] = 8;
  expect_error(mesh, "triangle 2 refers to vertex 8, but there are 8");
}

TEST(Inspect, AMillionTrianglesAreQuick) {
  constexpr std::uint32_t kSide = 708;  // 2 * 707 * 707 triangles
  Mesh mesh;
  for (std::uint32_t i = 0; i < kSide; ++i) {
    for (std::uint32_t j = 0; j < kSide; ++j) mesh.vertices.push_back({double(i), double(j), std::sin(0.1 * i * j)});
  }
  for (std::uint32_t i = 0; i + 1 < kSide; ++i) {
    for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
      const std::uint32_t v = i * kSide + j;
      mesh.triangles.push_back({v, v + kSide, v + 1});
      mesh.triangles.push_back({v + 1, v + kSide, v + kSide + 1});
    }
  }
  mesh = soup(mesh);
  const auto start = std::chrono::steady_clock::now();
  const MeshReport r = inspect(mesh);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(r.distinct_vertices, std::size_t{kSide} * kSide);
  EXPECT_EQ(r.open_edges, std::size_t{4} * (kSide - 1));
  EXPECT_EQ(r.components, 1u);
  EXPECT_LT(time.count(), 20);  // 0.4 s in Release; sanitizers and busy machines are slower
  RecordProperty("seconds", std::to_string(time.count()));
}

}  // namespace
}  // namespace graze::test
