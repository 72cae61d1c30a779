// SPDX-License-Identifier: Apache-2.0
// Whatever is near a ball is below the nodes that its cell names.
#include "build/entries.h"

#include <gtest/gtest.h>

#include <cmath>

#include "build/hierarchy.h"
#include "graze/model.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using detail::EntryGrid;
using detail::Hierarchy;
using detail::Ref;

void mark_below(const Hierarchy& h, Ref ref, std::vector<bool>& below) {
  if (detail::is_leaf(ref)) {
    const std::uint32_t first = detail::index_of(ref);
    for (std::uint32_t p = first; p < first + h.leaves[first].packets; ++p) {
      for (int t = 0; t < h.leaves[p].count; ++t) below[h.leaves[p].id[t]] = true;
    }
    return;
  }
  for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
    const Ref child = h.ref(detail::index_of(ref), lane);
    if (child != detail::kNoRef) mark_below(h, child, below);
  }
}

std::vector<bool> below_cell(const Hierarchy& h, const EntryGrid::Cell& cell, std::size_t triangles) {
  std::vector<bool> below(triangles, false);
  for (const std::uint32_t entry : cell.entry) {
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if ((entry >> lane & 1) != 0) mark_below(h, h.ref(entry >> 4, lane), below);
    }
  }
  return below;
}

/// Clusters in a box of any shape: rods, plates, cubes.
Mesh clusters(SoupRandom& random) {
  Mesh mesh;
  const Vec3 shape = {std::pow(10.0, random.uniform(-3, 0)), std::pow(10.0, random.uniform(-3, 0)), 1};
  const double size = std::pow(10.0, random.uniform(-6, 6));
  for (int cluster = 60; cluster > 0; --cluster) {
    const Vec3 about = random.in_cube(size);
    const double spread = size * std::pow(10.0, random.uniform(-3, -0.5));
    for (int k = 20 + random.below(60); k > 0; --k) {
      const auto near = [&] {
        const Vec3 d = random.in_cube(spread);
        return Vec3{shape.x * (about.x + d.x), shape.y * (about.y + d.y), shape.z * (about.z + d.z)};
      };
      soup_detail::add(mesh, near(), near(), near());
    }
  }
  return mesh;
}

TEST(Entries, HoldEveryTriangleNearABall) {
  SoupRandom random(20261117);
  std::size_t near = 0, named = 0, all = 0, grids = 0;
  for (int i = 0; i < scaled(20); ++i) {
    const Mesh mesh = clusters(random);
    const Model model = Model::build(mesh);
    const Hierarchy& h = model.hierarchy();
    grids += h.entries.grids.size();
    for (const EntryGrid& grid : h.entries.grids) {
      EXPECT_EQ(&h.entries.of(grid.radius), &grid);
      for (int k = 0; k < 10; ++k) {
        const Vec3 corner =
            mesh.vertices[static_cast<std::size_t>(random.below(static_cast<int>(mesh.vertices.size())))];
        const Vec3 off = random.in_cube(1.2 * grid.radius);
        const double p[3] = {(corner.x - h.origin.x) / h.unit + off.x, (corner.y - h.origin.y) / h.unit + off.y,
                             (corner.z - h.origin.z) / h.unit + off.z};
        const EntryGrid::Cell* cell = grid.at(p);
        std::vector<bool> below(mesh.triangles.size(), false);
        if (cell != nullptr) below = below_cell(h, *cell, mesh.triangles.size());
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
          named += below[t] ? 1 : 0;
          ++all;
          for (const std::uint32_t v : mesh.triangles[t]) {
            const double d[3] = {(mesh.vertices[v].x - h.origin.x) / h.unit - p[0],
                                 (mesh.vertices[v].y - h.origin.y) / h.unit - p[1],
                                 (mesh.vertices[v].z - h.origin.z) / h.unit - p[2]};
            if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > grid.radius * grid.radius) continue;
            ++near;
            ASSERT_TRUE(below[t]) << "case " << i << ", triangle " << t;
          }
        }
      }
    }
  }
  EXPECT_GT(near, 0u);
  EXPECT_GT(grids, static_cast<std::size_t>(scaled(20)) / 2);  // rods and plates may have none
  EXPECT_LT(named, all / 2);                                   // they leave most of the model out
}

TEST(Entries, AreForOrientedBoxesFourWide) {
  SoupRandom random(3);
  const Mesh mesh = clusters(random);
  BuildOptions build;
  build.width = 2;
  EXPECT_EQ(Model::build(mesh, build).hierarchy().entries.greatest, 0);
  build.width = 4;
  build.volume = Volume::dop26;
  EXPECT_EQ(Model::build(mesh, build).hierarchy().entries.greatest, 0);
  EXPECT_EQ(Model::build({}).hierarchy().entries.greatest, 0);
}

}  // namespace
}  // namespace graze::test
