// SPDX-License-Identifier: Apache-2.0
#include "graze/error.h"
#include "graze/io.h"
#include "models.h"
#include "solid/solid_shapes.h"

namespace graze::test {
namespace {

Mesh unit_cube() { return scenes::box({0, 0, 0}, {1, 1, 1}); }

TEST(InspectSolid, WhatIsSolid) {
  const std::pair<const char*, Mesh> solids[] = {
      {"cube", unit_cube()},
      {"sphere", scenes::geodesic_sphere(5, 2)},
      {"torus", turned_inside_out(scenes::torus(20, 12, 2, 0.5))},
      {"edge of four faces", cubes_at_an_edge()},
      {"twice the same", joined(unit_cube(), unit_cube())},
      {"overlapping", joined(unit_cube(), moved(unit_cube(), {0.5, 0.5, 0.5}))},
      {"cavity", joined(scenes::geodesic_sphere(4, 2), turned_inside_out(scenes::geodesic_sphere(3, 1)))},
      {"body in a cavity",
       joined(joined(scenes::geodesic_sphere(4, 3), turned_inside_out(scenes::geodesic_sphere(4, 2))),
              scenes::geodesic_sphere(3, 1))},
  };
  for (const auto& [what, mesh] : solids) {
    SCOPED_TRACE(what);
    const SolidReport report = inspect_solid(mesh);
    EXPECT_TRUE(report.solid) << report.reason();
    EXPECT_EQ(report.reason(), "closed and oriented");
    EXPECT_GT(report.volume, 0);
  }
  EXPECT_EQ(inspect_solid(cubes_at_an_edge()).non_manifold_edges, 1u);
  EXPECT_NEAR(inspect_solid(cubes_at_an_edge()).volume, 2, 1e-12);
  EXPECT_EQ(inspect_solid(joined(unit_cube(), moved(unit_cube(), {3, 0, 0}))).components, 2u);
}

TEST(InspectSolid, Empty) {
  const SolidReport nothing = inspect_solid({});
  EXPECT_FALSE(nothing.solid);
  EXPECT_EQ(nothing.reason(), "no triangles with an area");
  Mesh line;
  line.vertices = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  line.triangles = {{0, 1, 2}, {0, 2, 1}, {0, 0, 1}};
  const SolidReport thin = inspect_solid(line);
  EXPECT_FALSE(thin.solid);
  EXPECT_EQ(thin.degenerate_triangles, 3u);
  EXPECT_EQ(thin.reason(), "no triangles with an area");
}

TEST(InspectSolid, RefusesWhatIsNoMesh) {
  Mesh mesh = unit_cube();
  mesh.triangles[3][1] = 99;
  EXPECT_THROW(inspect_solid(mesh), Error);
}

TEST(InspectSolid, HolesAndTheirPlaces) {
  Mesh mesh = unit_cube();
  // The two triangles of the face z = 1 and one of z = 0.
  const auto on = [&](const Triangle& t, double z) {
    return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return mesh.vertices[v].z == z; });
  };
  std::erase_if(mesh.triangles, [&](const Triangle& t) { return on(t, 1); });
  const auto lower =
      std::find_if(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) { return on(t, 0); });
  Vec3 middle;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &p = mesh.vertices[(*lower)[i]], &q = mesh.vertices[(*lower)[(i + 1) % 3]];
    middle = middle + detail::norm(q - p) * (0.5 * (p + q));
  }
  mesh.triangles.erase(lower);

  const SolidReport report = inspect_solid(mesh);
  EXPECT_FALSE(report.solid);
  EXPECT_EQ(report.open_edges.size(), 7u);
  ASSERT_EQ(report.holes.size(), 2u);
  EXPECT_EQ(report.holes[0].edges.size(), 4u);
  EXPECT_NEAR(report.holes[0].length, 4, 1e-12);
  EXPECT_NEAR(detail::norm(report.holes[0].centre - Vec3{0.5, 0.5, 1}), 0, 1e-12);
  EXPECT_EQ(report.holes[1].edges.size(), 3u);
  EXPECT_NEAR(report.holes[1].length, 2 + std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(detail::norm((2 + std::sqrt(2.0)) * report.holes[1].centre - middle), 0, 1e-12);
  EXPECT_EQ(report.reason(), "not closed: 7 open edges in 2 holes, the largest around (0.5, 0.5, 1)");
  for (const SolidEdge& edge : report.open_edges) {
    // The triangle runs from p to q.
    const Triangle& t = mesh.triangles[edge.triangle];
    bool found = false;
    for (int i = 0; i < 3; ++i) found |= mesh.vertices[t[i]] == edge.p && mesh.vertices[t[(i + 1) % 3]] == edge.q;
    EXPECT_TRUE(found);
  }
}

TEST(InspectSolid, HolesThatTouch) {
  // Two triangles with one corner in common: two rings, not one.
  Mesh bow;
  bow.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  bow.triangles = {{0, 1, 2}, {0, 3, 4}};
  const SolidReport report = inspect_solid(bow);
  EXPECT_EQ(report.open_edges.size(), 6u);
  ASSERT_EQ(report.holes.size(), 2u);
  for (const Hole& hole : report.holes) EXPECT_EQ(hole.edges.size(), 3u);
}

TEST(InspectSolid, FlippedPartsAreFound) {
  Mesh mesh = scenes::geodesic_sphere(6, 1);
  // Two caps.
  std::vector<std::uint32_t> caps[2];
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    Triangle& t = mesh.triangles[i];
    const double z = mesh.vertices[t[0]].z + mesh.vertices[t[1]].z + mesh.vertices[t[2]].z;
    if (std::abs(z) < 3 * 0.8) continue;
    std::swap(t[0], t[1]);
    caps[z > 0].push_back(i);
  }
  ASSERT_FALSE(caps[0].empty() || caps[1].empty());
  SolidReport report = inspect_solid(mesh);
  EXPECT_FALSE(report.solid);
  EXPECT_TRUE(report.open_edges.empty());
  EXPECT_FALSE(report.one_sided);
  ASSERT_EQ(report.flipped.size(), 2u);
  const bool first_is_upper = report.flipped[0].centre.z > 0;
  EXPECT_EQ(report.flipped[0].triangles, caps[first_is_upper]);
  EXPECT_EQ(report.flipped[1].triangles, caps[!first_is_upper]);
  EXPECT_NE(report.reason().find("2 flipped parts of"), std::string::npos) << report.reason();

  // The same turned inside out: closed, so volume tells, and it is the large part that is wrong.
  report = inspect_solid(turned_inside_out(mesh));
  ASSERT_EQ(report.flipped.size(), 1u);
  EXPECT_EQ(report.flipped[0].triangles.size(), mesh.triangles.size() - caps[0].size() - caps[1].size());

  // Turning what is reported makes it solid.
  Mesh repaired = turned_inside_out(mesh);
  for (const std::uint32_t t : report.flipped[0].triangles)
    std::swap(repaired.triangles[t][0], repaired.triangles[t][1]);
  EXPECT_TRUE(inspect_solid(repaired).solid);
}

TEST(InspectSolid, InsideOut) {
  SolidReport report = inspect_solid(turned_inside_out(unit_cube()));
  EXPECT_FALSE(report.solid);
  ASSERT_EQ(report.inside_out.size(), 1u);
  EXPECT_EQ(report.inside_out[0].triangles.size(), 12u);
  EXPECT_NEAR(report.inside_out_volume[0], 1, 1e-12);
  EXPECT_EQ(report.reason(), "inside out: 1 component of 12 triangles around (0.5, 0.5, 0.5)");
  // Beside another, not in it.
  report = inspect_solid(joined(unit_cube(), turned_inside_out(moved(unit_cube(), {2, 0, 0}))));
  ASSERT_EQ(report.inside_out.size(), 1u);
  EXPECT_NEAR(report.inside_out[0].centre.x, 2.5, 1e-12);
}

TEST(InspectSolid, OneSided) {
  Mesh strip;  // a Möbius strip of five quadrilaterals
  for (std::uint32_t i = 0; i < 5; ++i) {
    const double angle = 2 * std::numbers::pi * i / 5;
    for (const double s : {-0.3, 0.3}) {
      const double r = 1 + s * std::cos(angle / 2);
      strip.vertices.push_back({r * std::cos(angle), r * std::sin(angle), s * std::sin(angle / 2)});
    }
    const std::uint32_t a = 2 * i, b = a + 1, c = i < 4 ? a + 2 : 1, d = i < 4 ? a + 3 : 0;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({b, d, c});
  }
  const SolidReport report = inspect_solid(strip);
  EXPECT_TRUE(report.one_sided);
  EXPECT_EQ(report.holes.size(), 1u);
  EXPECT_NE(report.reason().find("one-sided"), std::string::npos) << report.reason();
}

TEST(InspectSolid, ThinTrianglesMayCloseASurface) {
  // A tetrahedron whose edge is cut in the middle on one side only, and a triangle without area that fills the crack.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}};
  mesh.triangles = {{0, 2, 4}, {4, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 4, 1}};
  SolidReport report = inspect_solid(mesh);
  EXPECT_TRUE(report.solid) << report.reason();
  EXPECT_EQ(report.degenerate_triangles, 1u);
  mesh.triangles.pop_back();
  EXPECT_EQ(inspect_solid(mesh).open_edges.size(), 3u);
  // A stray one does no harm.
  Mesh cube = unit_cube();
  cube.vertices.insert(cube.vertices.end(), {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}});
  cube.triangles.push_back({8, 9, 10});
  EXPECT_TRUE(inspect_solid(cube).solid);
}

TEST(InspectSolid, RealModels) {
  for (const char* file : {"bundled/hand.ply", "bundled/airplane.ply", "bundled/turbine_wheel.ply"}) {
    const SolidReport report = inspect_solid(scenes::model(file));
    EXPECT_TRUE(report.solid) << file << ": " << report.reason();
  }
  const auto bunny = larger_data("meshes/bunny.ply");
  if (!bunny) GTEST_SKIP() << "no larger models here";
  SolidReport report = inspect_solid(load_mesh(*bunny));
  EXPECT_EQ(report.open_edges.size(), 223u);
  EXPECT_EQ(report.holes.size(), 5u);
  EXPECT_TRUE(report.reason().starts_with("not closed: 223 open edges in 5 holes, the largest around ("))
      << report.reason();
  report = inspect_solid(load_mesh(*larger_data("meshes/boeing.off")));
  EXPECT_EQ(report.misoriented_edges.size(), 978u);
  EXPECT_FALSE(report.flipped.empty());
  report = inspect_solid(load_mesh(*larger_data("meshes/dragon_res2.ply")));
  EXPECT_TRUE(report.solid) << report.reason();
  EXPECT_EQ(report.non_manifold_edges, 2534u);
}

}  // namespace
}  // namespace graze::test
