// SPDX-License-Identifier: Apache-2.0
// What trees are made of: the nodes of any binary hierarchy, cubes of an octree, counts for every choice.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "adb/adb_file.h"
#include "adb/adb_node.h"
#include "adb/adb_shapes.h"
#include "adb/cells.h"
#include "graze/error.h"

namespace graze::test {
namespace {

using detail::AdbNode;

bool same_nodes(const AdbTree& p, const AdbTree& q) {
  const auto &a = p.content().nodes, &b = q.content().nodes;
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(AdbNode)) == 0;
}

TEST(AdbTrees, OfAnyBinaryHierarchy) {
  const Mesh mesh = adb_ball(8, 0.2);
  for (const Volume volume : {Volume::aabb, Volume::obb, Volume::sphere, Volume::dop18, Volume::rounded_box}) {
    for (const int leaf_size : {1, 4, 11}) {
      BuildOptions options;
      options.volume = volume;
      options.width = 2;
      options.leaf_size = leaf_size;
      const Model model = Model::build(mesh, options);
      const AdbTree tree = AdbTree::build(model);
      detail::validate_adb(tree.content());
      const AdbStats stats = tree.stats();
      EXPECT_EQ(stats.leaves, model.stats().leaves);
      EXPECT_EQ(stats.nodes, 2 * stats.leaves - 1);
      EXPECT_EQ(stats.depth, model.stats().height);
      EXPECT_EQ(stats.triangles, mesh.triangles.size());
      EXPECT_LE(stats.bytes, 36 * stats.nodes);
      EXPECT_GT(stats.mean_cells, 10);
      // The root's box is the mesh's, in its own frame.
      const detail::AdbContent& c = tree.content();
      const MeshReport report = inspect(mesh);
      EXPECT_NEAR(c.origin.x + static_cast<double>(c.nodes[0].upper[0]), report.box.upper.x, 1e-6);
      EXPECT_NEAR(c.origin.z + static_cast<double>(c.nodes[0].lower[2]), report.box.lower.z, 1e-6);
    }
  }
}

TEST(AdbTrees, OctreesHoldAllOfTheSurface) {
  const Mesh mesh = adb_ball(12, 0.2);
  const detail::Skeleton octree = detail::octree_skeleton(mesh, 6, 8);
  double area = 0, expected = 0;
  for (std::size_t i = 0; i < octree.nodes.size(); ++i) {
    const AdbNode& node = octree.nodes[i];
    const detail::CellGrid grid(node);
    EXPECT_EQ(grid.cell.x, grid.cell.y);
    EXPECT_EQ(grid.cell.x, grid.cell.z);
    if (node.child_count() > 0) continue;
    detail::CellAreas areas{};
    for (const std::uint32_t t : octree.triangles(i)) {
      add_fragments(grid, detail::corners_of(mesh, t, octree.origin), areas);
    }
    for (const double part : areas) area += part;
  }
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    expected += detail::area_of(detail::corners_of(mesh, t, {}));
  EXPECT_NEAR(area, expected, 1e-9 * expected);
  EXPECT_GT(octree.depth, 2);
}

TEST(AdbTrees, AreTheSameOnAnyNumberOfCores) {
  const Mesh mesh = adb_ball(10, 0.2);
  for (const AdbKind kind : {AdbKind::binary, AdbKind::octree}) {
    for (const AdbCounting counting : {AdbCounting::exact, AdbCounting::approximate}) {
      AdbBuildOptions options;
      options.kind = kind;
      options.counting = counting;
      options.regions = AdbRegions::grid;
      options.threads = 1;
      const AdbTree one = AdbTree::build(mesh, options);
      options.threads = 0;
      EXPECT_TRUE(same_nodes(one, AdbTree::build(mesh, options)));
      detail::validate_adb(one.content());
    }
  }
}

TEST(AdbTrees, FlatAndTinyOnesHaveVolume) {
  Mesh flat;  // a square in a plane
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 4; ++j) flat.vertices.push_back({0.25 * i, 0.25 * j, 3});
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    for (std::uint32_t j = 0; j < 4; ++j) {
      const std::uint32_t v = 5 * i + j;
      flat.triangles.push_back({v, v + 1, v + 6});
      flat.triangles.push_back({v, v + 6, v + 5});
    }
  }
  Mesh point;
  point.vertices = {{7, 7, 7}};
  point.triangles = {{0, 0, 0}};
  for (const Mesh& mesh : {flat, point}) {
    for (const AdbKind kind : {AdbKind::binary, AdbKind::octree}) {
      AdbBuildOptions options;
      options.kind = kind;
      const AdbTree tree = AdbTree::build(mesh, options);
      detail::validate_adb(tree.content());  // no side is zero
      if (mesh.triangles.size() == 1) {
        EXPECT_EQ(tree.stats().mean_cells, 0);
      }
    }
  }
  // One layer of the sheet's 8³ cells is full.
  const AdbTree sheet = AdbTree::build(flat);
  EXPECT_EQ(sheet.content().nodes[0].cells[0], 64);
}

template <class Make>
ErrorCode code_of(const Make& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "accepted";
  return ErrorCode::io;
}

TEST(AdbTrees, RefuseWhatTheyCannotBe) {
  const Mesh mesh = adb_ball(4, 0);
  BuildOptions wide;
  wide.width = 4;
  EXPECT_EQ(code_of([&] { AdbTree::build(Model::build(mesh, wide)); }), ErrorCode::invalid_option);
  BuildOptions cut;
  cut.width = 2;
  cut.subdivide = 0.2;
  EXPECT_EQ(code_of([&] { AdbTree::build(Model::build(mesh, cut)); }), ErrorCode::invalid_option);
  for (const double theta : {0.0, -1.0, 5.0, std::nan("")}) {
    AdbBuildOptions options;
    options.theta = theta;
    EXPECT_EQ(code_of([&] { AdbTree::build(mesh, options); }), ErrorCode::invalid_option);
  }
  AdbBuildOptions deep;
  deep.octree_depth = 21;
  EXPECT_EQ(code_of([&] { AdbTree::build(mesh, deep); }), ErrorCode::invalid_option);
  Mesh huge = mesh;
  for (Vec3& v : huge.vertices) v.x *= 1e31;
  EXPECT_EQ(code_of([&] { AdbTree::build(huge); }), ErrorCode::limit);
  EXPECT_EQ(AdbTree::build(Mesh()).stats().nodes, 0u);
}

}  // namespace
}  // namespace graze::test
