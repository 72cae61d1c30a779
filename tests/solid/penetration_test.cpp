// SPDX-License-Identifier: Apache-2.0
#include "graze/io.h"
#include "models.h"
#include "solid/solid_shapes.h"
#include "support/scale.h"

namespace graze::test {
namespace {

Pose pose_at(const Vec3& t) { return {{1, 0, 0, 0, 1, 0, 0, 0, 1}, t}; }

Pose random_pose(detail::Random& random, double reach) {
  const double w = random.uniform(-1, 1), x = random.uniform(-1, 1), y = random.uniform(-1, 1);
  const double z = random.uniform(0.1, 1);
  const Vec3 t = point_about({{-reach, -reach, -reach}, {reach, reach, reach}}, 0, random);
  return pose_from_quaternion(w, x, y, z, t);
}

TEST(LeastSignedDistance, BoxesAtKnownDepths) {
  const SignedDistance big(Model::build(scenes::box({-2, -2, -2}, {2, 2, 2})));
  const Model small = Model::build(scenes::box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  // Apart, touching, half in, wholly in, in the middle: there the corners and faces of the small one are what counts.
  const std::pair<double, double> cases[] = {{4, 1.5}, {2.5, 0}, {2, -0.5}, {1, -1.5}, {0, -1.5}};
  for (const auto& [x, expected] : cases) {
    const LeastDistance least = least_signed_distance(big, small, pose_at({x, 0, 0}), 1e-4);
    EXPECT_NEAR(least.value, expected, 1e-4) << x;
    EXPECT_LE(least.lower, expected + 1e-12);
    EXPECT_GE(least.lower, least.value - 1e-4 - 1e-12);
    EXPECT_NEAR(big.at(least.point), least.value, 1e-12);
    ASSERT_LT(least.triangle_b, 12u);
  }
}

TEST(LeastSignedDistance, DeepestPointWithinATriangle) {
  // A large triangle through a ball: its deepest point is none of its corners.
  Mesh plane;
  plane.vertices = {{-9, -8, 0}, {10, -7, 0}, {1, 12, 0}};
  plane.triangles = {{0, 1, 2}};
  const SignedDistance ball(Model::build(scenes::geodesic_sphere(24, 1)));
  for (const double z : {-1.5, -0.9, -0.3, 0.0, 0.4, 1.1}) {
    const LeastDistance least = least_signed_distance(ball, Model::build(plane), pose_at({0, 0, z}), 1e-4);
    EXPECT_NEAR(least.value, std::abs(z) - 1, 4e-3) << z;  // the sphere's facets
    EXPECT_NEAR(least.point.z, z, 1e-12);
  }
}

/// The least of many points of B's surface cannot be below the bound, and must come near it.
void expect_as_sampled(const SignedDistance& a, const Model& b, const Pose& pose, double tolerance, int points,
                       detail::Random& random) {
  const LeastDistance least = least_signed_distance(a, b, pose, tolerance);
  EXPECT_NEAR(a.at(least.point), least.value, 1e-12);
  EXPECT_LE(least.lower, least.value);
  EXPECT_GE(least.lower, least.value - tolerance * (1 + 1e-9));
  const Mesh& mesh = b.mesh();
  for (int i = 0; i < points; ++i) {
    const Triangle& t = mesh.triangles[static_cast<std::size_t>(random.below(static_cast<int>(mesh.triangles.size())))];
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    const Vec3 p = mesh.vertices[t[0]] + u * (mesh.vertices[t[1]] - mesh.vertices[t[0]]) +
                   v * (mesh.vertices[t[2]] - mesh.vertices[t[0]]);
    ASSERT_GE(a.at(place(pose, p)), least.lower - 1e-12);
  }
  for (const Vec3& p : mesh.vertices) ASSERT_GE(a.at(place(pose, p)), least.lower - 1e-12);
}

TEST(LeastSignedDistance, NoPointIsLower) {
  const SignedDistance a(Model::build(scenes::bumpy_sphere(6, 1, 9, 0.4, 3)));
  const SignedDistance shells(
      Model::build(joined(joined(scenes::geodesic_sphere(4, 1.5), turned_inside_out(scenes::geodesic_sphere(4, 1))),
                          scenes::geodesic_sphere(2, 0.5))));
  detail::Random random(11);
  for (const Volume volume : all_volumes()) {
    BuildOptions options;
    options.volume = volume;
    if (volume == Volume::custom) options.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    const Model b = Model::build(scenes::bumpy_sphere(4, 0.6, 7, 0.5, 4), options);
    SCOPED_TRACE(name(volume));
    for (int i = 0; i < scaled(10); ++i) {
      expect_as_sampled(a, b, random_pose(random, 1.5), 1e-3, 50, random);
      expect_as_sampled(shells, b, random_pose(random, 1.5), 1e-3, 50, random);
    }
  }
}

TEST(LeastSignedDistance, Refuses) {
  const Model cube = Model::build(scenes::box({0, 0, 0}, {1, 1, 1}));
  const SignedDistance field(cube);
  EXPECT_THROW(least_signed_distance(field, cube, {}, 0), std::invalid_argument);
  EXPECT_THROW(least_signed_distance(field, cube, {}, std::nan("")), std::invalid_argument);
  EXPECT_THROW(least_signed_distance(field, Model::build({}), {}, 1e-3), std::invalid_argument);
  EXPECT_THROW(least_signed_distance(field, cube, {{2, 0, 0, 0, 1, 0, 0, 0, 1}, {}}, 1e-3), std::invalid_argument);
  EXPECT_THROW(least_signed_distance(SignedDistance(cube, Sign::winding), cube, {}, 1e-3), std::invalid_argument);
  EXPECT_THROW(max_penetration(SignedDistance(cube, Sign::unsigned_distance), 1e-3), std::invalid_argument);
  EXPECT_THROW(max_penetration(field, -1), std::invalid_argument);
}

TEST(MaxPenetration, KnownDepths) {
  struct Known {
    const char* what;
    Mesh mesh;
    double depth, slack, tolerance = 1e-3;
  };
  const Known known[] = {
      {"cube", scenes::box({0, 0, 0}, {2, 2, 2}), 1, 0},
      {"plate", scenes::box({0, 0, 0}, {10, 10, 0.2}), 0.1, 0},
      {"rod", scenes::box({-5, 1, 1}, {5, 1.3, 1.5}), 0.15, 0},
      {"ball", scenes::geodesic_sphere(16, 3), 3, 0.02},
      {"torus", turned_inside_out(scenes::torus(96, 48, 2, 0.5)), 0.5, 0.003},
      {"shell", joined(scenes::geodesic_sphere(16, 3), turned_inside_out(scenes::geodesic_sphere(16, 2))), 0.5, 0.01,
       1e-2},
  };
  for (const Known& k : known) {
    SCOPED_TRACE(k.what);
    const SignedDistance field(Model::build(k.mesh));
    const LeastDistance deepest = max_penetration(field, k.tolerance);
    EXPECT_NEAR(deepest.value, -k.depth, k.tolerance + k.slack);
    EXPECT_LE(deepest.lower, -k.depth + k.slack);
    EXPECT_GE(deepest.lower, deepest.value - k.tolerance - 1e-12);
    EXPECT_EQ(field.at(deepest.point), deepest.value);
    EXPECT_LT(deepest.evaluations, 40000u);
  }
}

TEST(MaxPenetration, NoPointIsDeeper) {
  const SignedDistance field(Model::build(scenes::model("bundled/turbine_wheel.ply")));
  const LeastDistance deepest = max_penetration(field, 1e-3);
  EXPECT_LT(deepest.value, -0.01);
  detail::Random random(3);
  for (int i = 0; i < scaled(5000); ++i) ASSERT_GE(field.at(point_about(field.box(), 0, random)), deepest.lower);
}

}  // namespace
}  // namespace graze::test
