// SPDX-License-Identifier: Apache-2.0
// What the grid of a model calls free is free, and what fits into a hollow is apart from it without a test.
#include "build/clearance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "build/hierarchy.h"
#include "geometry/triangle_distance.h"
#include "graze/query.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using soup_detail::add;

/// Four triangles a cell of each side, cells * cells cells a side.
Mesh hollow_cube(int cells, double half, const Vec3& centre) {
  Mesh mesh;
  const double step = 2 * half / cells;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-half, half}) {
      const auto at = [&](double u, double v) {
        double x[3];
        x[axis] = side;
        x[(axis + 1) % 3] = u;
        x[(axis + 2) % 3] = v;
        return Vec3{x[0] + centre.x, x[1] + centre.y, x[2] + centre.z};
      };
      for (int i = 0; i < cells; ++i) {
        for (int j = 0; j < cells; ++j) {
          const double u = -half + i * step, v = -half + j * step;
          add(mesh, at(u, v), at(u + step, v), at(u, v + step));
          add(mesh, at(u + step, v + step), at(u, v + step), at(u + step, v));
        }
      }
    }
  }
  return mesh;
}

double distance_to(const Mesh& mesh, const Vec3& p) {
  const detail::Corners point = {{p, p, p}};
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& t : mesh.triangles) {
    const detail::Corners corners = {{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}};
    least = std::min(least, detail::closest_points(corners, point).distance);
  }
  return least;
}

TEST(Clearance, NeverMoreThanTheDistance) {
  SoupRandom random(3);
  std::size_t free = 0;
  for (int round = 0; round < 6; ++round) {
    const double size = std::pow(10.0, random.uniform(-6, 6));
    const Vec3 centre = random.in_cube(100 * size);
    Mesh mesh = hollow_cube(12, size, centre);
    for (int i = 0; i < 300; ++i) {  // of every size, some segments and points
      const Vec3 p = random.in_cube(size);
      const double spread = size * std::pow(10.0, random.uniform(-4, 0)) * random.below(3);
      const Vec3 q = random.in_cube(spread), r = random.chance(0.2) ? q : random.in_cube(spread);
      add(mesh, {centre.x + p.x, centre.y + p.y, centre.z + p.z},
          {centre.x + p.x + q.x, centre.y + p.y + q.y, centre.z + p.z + q.z},
          {centre.x + p.x + r.x, centre.y + p.y + r.y, centre.z + p.z + r.z});
    }
    const Model model = Model::build(mesh);
    const detail::Hierarchy& h = model.hierarchy();
    for (int i = 0; i < scaled(400); ++i) {
      const Vec3 at = random.in_cube(1.2 * size);
      const Vec3 p = {at.x + h.origin.x, at.y + h.origin.y, at.z + h.origin.z};
      const double units[3] = {at.x / h.unit, at.y / h.unit, at.z / h.unit};
      const double clearance = h.clearance.at(units);
      free += clearance > 0;
      ASSERT_LE(clearance * h.unit, distance_to(mesh, p)) << "size " << size;
    }
  }
  EXPECT_GT(free, static_cast<std::size_t>(scaled(400)) / 4);
}

TEST(Clearance, OfAHollowCube) {
  const Model cube = Model::build(hollow_cube(12, 1, {5, 6, 7}));
  const double centre[3] = {0, 0, 0}, wall[3] = {0.99, 0, 0}, outside[3] = {1.5, 0, 0};
  EXPECT_GT(cube.hierarchy().clearance.at(centre), 0.85);
  EXPECT_LE(cube.hierarchy().clearance.at(centre), 1);
  EXPECT_EQ(cube.hierarchy().clearance.at(wall), 0);
  EXPECT_EQ(cube.hierarchy().clearance.at(outside), 0);
}

TEST(Clearance, WhatFitsIsApartWithoutATest) {
  const Model room = Model::build(hollow_cube(12, 1, {0, 0, 0}));
  const Model small = Model::build(hollow_cube(1, 0.3, {2, 0, 0})),
              large = Model::build(hollow_cube(1, 0.9, {0, 0, 0}));
  Pose pose = axis_rotation(4);
  const Vec3 placed = place(pose, {2, 0, 0});
  pose.t = {-placed.x, -placed.y, -placed.z};
  Workspace workspace;
  EXPECT_FALSE(intersects(room, small, pose, {}, &workspace));
  EXPECT_EQ(workspace.counters().volume_tests, 0u);
  EXPECT_FALSE(intersects(small, room, inverse(pose), {}, &workspace));
  EXPECT_EQ(workspace.counters().volume_tests, 0u);
  // Its ball does not fit, nor does its margin leave room.
  EXPECT_FALSE(intersects(room, large, Pose(), {}, &workspace));
  EXPECT_GT(workspace.counters().volume_tests, 0u);
  QueryOptions wide;
  wide.margin = 0.71;
  EXPECT_TRUE(intersects(room, small, pose, wide));
  wide.margin = 0.69;
  EXPECT_FALSE(intersects(room, small, pose, wide));
  pose.t.x += 0.75;
  EXPECT_TRUE(intersects(room, small, pose));
}

TEST(Clearance, IsThereAgainWhenAModelIsOpened) {
  const auto file = std::filesystem::path(testing::TempDir()) / "clearance.graze";
  const Model cube = Model::build(hollow_cube(12, 1, {0, 0, 0}));
  cube.save(file);
  const Model again = Model::open(file);
  std::filesystem::remove(file);
  EXPECT_GT(again.hierarchy().clearance.greatest, 0.85);
  EXPECT_EQ(again.hierarchy().clearance.steps, cube.hierarchy().clearance.steps);
}

}  // namespace
}  // namespace graze::test
