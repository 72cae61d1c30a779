// SPDX-License-Identifier: Apache-2.0
#include "graze/error.h"
#include "graze/io.h"
#include "models.h"
#include "solid/moments.h"
#include "solid/solid_shapes.h"
#include "support/scale.h"

namespace graze::test {
namespace {

/// At a distance from a triangle's middle, in front of it where it is positive.
Vec3 beside(const Mesh& mesh, std::size_t triangle, double distance) {
  const Triangle& t = mesh.triangles[triangle];
  const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  const Vec3 normal = detail::cross(b - a, c - a);
  return (1.0 / 3) * (a + b + c) + (distance / detail::norm(normal)) * normal;
}

/// Compares with the sum of solid angles and, every `distances` points, with the least of all distances.
void expect_as_brute_force(const Mesh& mesh, int points, std::uint64_t seed, int distances = 1) {
  const Model model = Model::build(mesh);
  const SignedDistance field(model);
  const double size = detail::norm(field.box().upper - field.box().lower);
  detail::Random random(seed);
  int inside = 0;
  for (int i = 0; i < points; ++i) {
    // One just behind a triangle, one just before one, one anywhere.
    const auto t = static_cast<std::size_t>(random.below(static_cast<int>(mesh.triangles.size())));
    const Vec3 anywhere = point_about(field.box(), 0.3, random);
    const Vec3 p = i % 3 == 2 ? anywhere : beside(mesh, t, (i % 3 == 0 ? -1e-4 : 1e-4) * size);
    const double winding = winding_by_sum(mesh, p);
    ASSERT_EQ(field.winding_number(p), std::round(winding)) << winding;
    const FieldSample sample = field.sample(p);
    inside += sample.value < 0;
    ASSERT_EQ(sample.value < 0, std::round(winding) >= 1);
    if (i % distances != 0) continue;
    const double distance = distance_by_all(mesh, p);
    ASSERT_NEAR(std::abs(sample.value), distance, 1e-14 * size);
    ASSERT_EQ(field.at(p), sample.value);
    ASSERT_NEAR(detail::norm(sample.closest - p), distance, 1e-14 * size);
    ASSERT_EQ(field.unsigned_at(p), std::abs(sample.value));
    ASSERT_EQ(field.unsigned_at(p, std::abs(sample.value)), std::abs(sample.value));
    ASSERT_EQ(field.unsigned_at(p, 0.99 * distance), std::numeric_limits<double>::infinity());
  }
  EXPECT_GT(inside, 0);
  EXPECT_LT(inside, points);
}

Mesh sphere(int frequency, double radius) { return scenes::geodesic_sphere(frequency, radius); }

TEST(SignedDistance, AgreesWithBruteForce) {
  const std::pair<const char*, Mesh> solids[] = {
      {"cube", scenes::box({0, 0, 0}, {1, 2, 3})},
      {"bumpy sphere", scenes::bumpy_sphere(8, 1, 12, 0.3, 7)},
      {"torus", turned_inside_out(scenes::torus(24, 10, 2, 0.7))},
      {"knot", scenes::knot_tube(60, 8, 1, 0.1)},
      {"edge of four faces", cubes_at_an_edge()},
      {"twice the same", joined(sphere(3, 1), sphere(3, 1))},
      {"overlapping", joined(sphere(4, 1), moved(sphere(3, 1), {0.7, 0.3, 0}))},
      {"shells", joined(joined(sphere(4, 3), turned_inside_out(sphere(4, 2))), sphere(3, 1))},
      {"tetrahedra", scenes::tetrahedra(100, 1, 0.3, 3)},
  };
  std::uint64_t seed = 1;
  for (const auto& [what, mesh] : solids) {
    SCOPED_TRACE(what);
    expect_as_brute_force(mesh, scaled(200), seed++);
  }
}

TEST(SignedDistance, PointsInLineWithVerticesAndEdges) {
  // Rays along the axes pass through vertices, along edges and within faces of such a grid of cubes.
  Mesh grid;
  for (int i = 0; i < 8; ++i) {
    const Vec3 at{double(i & 1), double(i >> 1 & 1), double(i >> 2)};
    scenes::append(grid, scenes::box(at, at + Vec3{1, 1, 1}));
  }
  const Model model = Model::build(grid);
  const SignedDistance field(model);
  for (int x = -2; x <= 10; ++x) {
    for (int y = -2; y <= 10; ++y) {
      for (int z = -2; z <= 10; ++z) {
        const Vec3 p{x / 4.0, y / 4.0, z / 4.0};
        const bool out = std::min({p.x, p.y, p.z}) < 0 || std::max({p.x, p.y, p.z}) > 2;
        const bool on = !out && (x % 4 == 0 || y % 4 == 0 || z % 4 == 0);
        if (on) {
          ASSERT_EQ(field.at(p), 0);
          continue;
        }
        ASSERT_EQ(field.winding_number(p), out ? 0 : 1);
        ASSERT_EQ(field.at(p) < 0, !out);
        ASSERT_NEAR(std::abs(field.at(p)), distance_by_all(grid, p), 1e-15);
      }
    }
  }
}

TEST(SignedDistance, ThinAndDegenerateTriangles) {
  Mesh mesh = sphere(3, 1);
  mesh.vertices.insert(mesh.vertices.end(), {{3, 0, 0}, {4, 0, 0}, {5, 0, 0}});
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.triangles.push_back({n - 3, n - 2, n - 1});
  mesh.triangles.push_back({n - 1, n - 1, n - 1});
  const Model model = Model::build(mesh);
  const SignedDistance field(model);
  EXPECT_DOUBLE_EQ(field.at({4.5, 2, 0}), 2);
  EXPECT_DOUBLE_EQ(field.at({6, 0, 1}), std::sqrt(2.0));
  EXPECT_LT(field.at({0, 0, 0}), -0.9);
}

TEST(SignedDistance, Refuses) {
  Mesh open = scenes::box({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  const Model model = Model::build(open);
  try {
    const SignedDistance field(model);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::not_solid);
    EXPECT_EQ(e.message(), inspect_solid(open).reason());
  }
  EXPECT_THROW(SignedDistance(Model::build(turned_inside_out(sphere(2, 1)))), Error);
  EXPECT_THROW(SignedDistance(Model::build({}), Sign::unsigned_distance), Error);
  Mesh flipped = sphere(3, 1);
  std::swap(flipped.triangles[5][0], flipped.triangles[5][1]);
  EXPECT_THROW(SignedDistance{Model::build(flipped)}, Error);
  EXPECT_THROW(SignedDistance(Model::build(scenes::scaled(sphere(2, 1), 1e80))), Error);
  const SignedDistance field(Model::build(sphere(2, 1)));
  EXPECT_THROW(field.at({0, 0, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(field.inside({0, 0, std::numeric_limits<double>::infinity()}), std::invalid_argument);
  EXPECT_THROW(field.unsigned_at({0, 0, 0}, -1), std::invalid_argument);
}

TEST(SignedDistance, Unsigned) {
  Mesh open = sphere(4, 1);
  open.triangles.resize(open.triangles.size() / 2);
  const SignedDistance field(Model::build(open), Sign::unsigned_distance);
  detail::Random random(5);
  for (int i = 0; i < 100; ++i) {
    const Vec3 p = point_about(field.box(), 0.5, random);
    EXPECT_NEAR(field.at(p), distance_by_all(open, p), 1e-14);
    EXPECT_FALSE(field.inside(p));
  }
}

TEST(SignedDistance, WindingOfSoups) {
  const Mesh soup = scenes::triangle_soup(300, 0.4, 3);
  Mesh open = scenes::bumpy_sphere(8, 1, 9, 0.3, 5);
  open.triangles.resize(open.triangles.size() * 9 / 10);
  for (const Mesh& mesh : {soup, open}) {
    const SignedDistance field(Model::build(mesh), Sign::winding);
    detail::Random random(17);
    int inside = 0;
    for (int i = 0; i < scaled(300); ++i) {
      const Vec3 p = point_about(field.box(), 0.5, random);
      const double winding = winding_by_sum(mesh, p);
      for (const double tolerance : {0.1, 1e-3, 1e-6}) {
        ASSERT_NEAR(field.winding_number(p, tolerance), winding, tolerance);
      }
      ASSERT_EQ(field.inside(p), winding > 0.5) << winding;
      ASSERT_EQ(field.at(p) < 0, winding > 0.5);
      inside += winding > 0.5;
    }
    EXPECT_TRUE(inside > 0 || mesh.triangles.size() == soup.triangles.size());
  }
}

TEST(SignedDistance, WindingBoundHoldsForEveryOpening) {
  const Mesh mesh = scenes::bumpy_sphere(10, 1, 9, 0.3, 5);
  const detail::SurfaceTree tree(mesh);
  const detail::WindingTree winding(tree);
  detail::Random random(23);
  double largest = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const Vec3 p = point_about(tree.box(), 1, random);
    const double truth = winding_by_sum(mesh, p);
    for (const double opening : {1.2, 1.5, 2.0, 4.0}) {
      const detail::WindingTree::Value value = winding.at(p, opening);
      ASSERT_LE(std::abs(value.winding - truth), value.bound + 1e-12);
      if (opening == 2) largest = std::max(largest, std::abs(value.winding - truth));
    }
  }
  EXPECT_LT(largest, 0.1);
  EXPECT_GT(largest, 1e-9);  // something was approximated
}

TEST(SignedDistance, IsLipschitz) {
  const SignedDistance field(Model::build(joined(sphere(5, 1), moved(sphere(4, 1), {0.9, 0, 0}))));
  detail::Random random(29);
  for (int i = 0; i < scaled(2000); ++i) {
    const Vec3 p = point_about(field.box(), 0.1, random);
    const double step = std::pow(10.0, random.uniform(-6, -1));
    const Vec3 q = p + step * (point_about({{-1, -1, -1}, {1, 1, 1}}, 0, random));
    ASSERT_LE(std::abs(field.at(p) - field.at(q)), detail::norm(p - q) * (1 + 1e-9) + 1e-14);
  }
}

TEST(SignedDistance, RealModels) {
  expect_as_brute_force(scenes::model("bundled/turbine_wheel.ply"), scaled(60), 41, 10);  // genus 11
  const auto dragon = larger_data("meshes/dragon_res2.ply");
  if (!dragon) GTEST_SKIP() << "no larger models here";
  expect_as_brute_force(load_mesh(*dragon), scaled(40), 43, 20);  // 2,534 edges of more than two faces
}

}  // namespace
}  // namespace graze::test
