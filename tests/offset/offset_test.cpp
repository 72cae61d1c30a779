// SPDX-License-Identifier: Apache-2.0
#include "offset.h"

#include <fstream>

#include "blocks.h"
#include "graze/error.h"
#include "graze/io.h"
#include "models.h"
#include "solid/solid_shapes.h"
#include "support/scale.h"

namespace graze::bench {
namespace {

using namespace graze::test;

/// To the surface of a box by formula, negative inside.
double box_distance(const Vec3& half, const Vec3& p) {
  const Vec3 d{std::abs(p.x) - half.x, std::abs(p.y) - half.y, std::abs(p.z) - half.z};
  const Vec3 out{std::max(d.x, 0.0), std::max(d.y, 0.0), std::max(d.z, 0.0)};
  return detail::norm(out) + std::min(std::max({d.x, d.y, d.z}), 0.0);
}

double torus_distance(double major, double minor, const Vec3& p) {
  return std::hypot(std::hypot(p.x, p.y) - major, p.z) - minor;
}

/// Closed, every vertex and middle at the distance that `exact` tells, and what is reported is what is there.
template <class Exact>
void expect_offset(const Offset& offset, double distance, const Exact& exact, double slack) {
  const SolidReport report = inspect_solid(offset.mesh);
  EXPECT_TRUE(report.solid) << report.reason();
  EXPECT_TRUE(offset.within_bound);
  EXPECT_EQ(offset.distance, distance);
  EXPECT_GT(offset.samples, 2 * offset.mesh.triangles.size());
  EXPECT_LE(offset.error_mean, offset.error_p99);
  EXPECT_LE(offset.error_p99, offset.error_p999);
  EXPECT_LE(offset.error_p999, offset.error_max);
  double largest = 0;
  for (const Vec3& v : offset.mesh.vertices) largest = std::max(largest, std::abs(exact(v) - distance));
  for (const Triangle& t : offset.mesh.triangles) {
    const auto& v = offset.mesh.vertices;
    const Vec3 middle = (1.0 / 3) * (v[t[0]] + v[t[1]] + v[t[2]]);
    largest = std::max(largest, std::abs(exact(middle) - distance));
  }
  EXPECT_LE(largest, offset.error_max + slack);
}

TEST(OffsetSurface, OfABox) {
  const Vec3 half{0.5, 1, 0.75};
  const SignedDistance field(Model::build(scenes::box(-1 * half, half)));
  const double diagonal = 2 * detail::norm(half);
  for (const double distance : {0.3, 0.05, 0.0, -0.1, -0.4}) {
    SCOPED_TRACE(distance);
    OffsetOptions options;
    options.error = 5e-3;
    const Offset offset = offset_surface(field, distance, options);
    EXPECT_LE(offset.error_p999, 5e-3 * diagonal);
    expect_offset(
        offset, distance, [&](const Vec3& p) { return box_distance(half, p); }, 1e-12);
    // Steiner's formula outside; a smaller box inside.
    const double a = 2 * half.x, b = 2 * half.y, c = 2 * half.z, d = distance, pi = std::numbers::pi;
    const double volume =
        d >= 0 ? a * b * c + 2 * d * (a * b + b * c + c * a) + pi * d * d * (a + b + c) + 4 * pi / 3 * d * d * d
               : (a + 2 * d) * (b + 2 * d) * (c + 2 * d);
    EXPECT_NEAR(inspect_solid(offset.mesh).volume, volume, 0.01 * volume);
  }
}

TEST(OffsetSurface, OfATorusOpensAndCloses) {
  const SignedDistance field(Model::build(turned_inside_out(scenes::torus(64, 32, 2, 0.5))));
  const auto exact = [](const Vec3& p) { return torus_distance(2, 0.5, p); };
  OffsetOptions options;
  options.error = 3e-3;
  for (const double distance : {-0.3, 0.4}) {
    const Offset offset = offset_surface(field, distance, options);
    expect_offset(offset, distance, exact, 5e-3);  // the facets
    const MeshReport report = inspect(offset.mesh);
    EXPECT_EQ(report.distinct_vertices + report.triangles, report.triangles * 3 / 2) << "genus 1";
  }
  // At 1.6 the hole is closed.
  const Offset wide = offset_surface(field, 1.6, options);
  expect_offset(wide, 1.6, exact, 5e-3);
  const MeshReport report = inspect(wide.mesh);
  EXPECT_EQ(report.components, 1u);
  EXPECT_EQ(report.distinct_vertices + report.triangles, report.triangles * 3 / 2 + 2) << "genus 0";
}

TEST(OffsetSurface, KeepsAllComponents) {
  // Within a shell, the outer and the inner side; two balls, near enough to merge or not.
  const SignedDistance shell(
      Model::build(joined(scenes::geodesic_sphere(8, 2), turned_inside_out(scenes::geodesic_sphere(8, 1)))));
  OffsetOptions options;
  options.error = 1e-2;
  EXPECT_EQ(inspect(offset_surface(shell, -0.2, options).mesh).components, 2u);
  EXPECT_EQ(inspect(offset_surface(shell, 0.2, options).mesh).components, 2u);
  const SignedDistance two(
      Model::build(joined(scenes::geodesic_sphere(8, 1), moved(scenes::geodesic_sphere(8, 1), {3, 0, 0}))));
  EXPECT_EQ(inspect(offset_surface(two, 0.3, options).mesh).components, 2u);
  EXPECT_EQ(inspect(offset_surface(two, 0.7, options).mesh).components, 1u);
}

TEST(OffsetSurface, EmptyBelowTheDeepest) {
  const SignedDistance field(Model::build(scenes::geodesic_sphere(8, 1)));
  const Offset offset = offset_surface(field, -1.2);
  EXPECT_TRUE(offset.mesh.triangles.empty());
  EXPECT_TRUE(offset.within_bound);
}

/// It has blocks in grids of any fineness, and a surface in none.
TEST(OffsetSurface, OfThePointThatIsDeepestEnds) {
  const SignedDistance field(Model::build(scenes::box({-1, -1, -1}, {1, 1, 1})));
  EXPECT_LE(offset_surface(field, -1).mesh.triangles.size(), 100u);
}

TEST(OffsetSurface, SaysWhenTheErrorIsNotMet) {
  const SignedDistance field(Model::build(scenes::box({0, 0, 0}, {1, 1, 1})));
  OffsetOptions options;
  options.error = 1e-7;
  options.max_triangles = 30000;
  const Offset offset = offset_surface(field, -0.2, options);
  EXPECT_FALSE(offset.within_bound);
  EXPECT_LE(offset.mesh.triangles.size(), 30000u);
  EXPECT_GT(offset.mesh.triangles.size(), 2000u);
}

TEST(OffsetSurface, BothSidesOfASoup) {
  Mesh open = scenes::box({0, 0, 0}, {1, 1, 1});
  open.triangles.resize(7);
  const SignedDistance field(Model::build(open), Sign::unsigned_distance);
  OffsetOptions options;
  options.error = 5e-3;
  const Offset offset = offset_surface(field, 0.1, options);
  expect_offset(
      offset, 0.1, [&](const Vec3& p) { return distance_by_all(open, p); }, 1e-12);
}

TEST(OffsetSurface, DoesNotDependOnThreads) {
  const SignedDistance field(Model::build(scenes::bumpy_sphere(8, 1, 9, 0.3, 5)));
  OffsetOptions options;
  options.error = 5e-3;
  options.threads = 1;
  const Offset one = offset_surface(field, 0.05, options);
  options.threads = 2;
  const Offset two = offset_surface(field, 0.05, options);
  EXPECT_EQ(one.mesh.vertices, two.mesh.vertices);
  EXPECT_EQ(one.mesh.triangles, two.mesh.triangles);
  EXPECT_EQ(one.error_mean, two.error_mean);
}

TEST(OffsetSurface, Refuses) {
  const Model model = Model::build(scenes::geodesic_sphere(3, 1));
  const SignedDistance field(model);
  EXPECT_THROW(offset_surface(SignedDistance(model, Sign::winding), 0.1), std::invalid_argument);
  EXPECT_THROW(offset_surface(SignedDistance(model, Sign::unsigned_distance), -0.1), std::invalid_argument);
  EXPECT_THROW(offset_surface(field, std::nan("")), std::invalid_argument);
  OffsetOptions options;
  options.error = 0;
  EXPECT_THROW(offset_surface(field, 0.1, options), std::invalid_argument);
  options = {};
  options.voxel = -1;
  EXPECT_THROW(offset_surface(field, 0.1, options), std::invalid_argument);
}

TEST(Blocks, HoldEveryPointOfTheBand) {
  const SignedDistance field(Model::build(scenes::bumpy_sphere(6, 1, 9, 0.4, 5)));
  const Lattice lattice{{0.01, 0.02, 0.03}, 0.05};
  const NearLevel near{-0.1, 2, 0};
  const std::vector<Block> blocks = fill_blocks(field, lattice, near);
  detail::Random random(7);
  int within = 0;
  for (int i = 0; i < scaled(4000); ++i) {
    const std::array<int, 3> at{random.below(60) - 30, random.below(60) - 30, random.below(60) - 30};
    const Vec3 p = lattice.origin + lattice.voxel * Vec3{double(at[0]), double(at[1]), double(at[2])};
    const double value = (field.at(p) - near.level) / lattice.voxel;
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& b) {
      return std::equal(at.begin(), at.end(), b.corner.begin(), [](int x, int c) { return x >= c && x < c + 8; });
    });
    if (std::abs(value) <= near.band) {
      ++within;
      ASSERT_NE(block, blocks.end());
    }
    if (block == blocks.end()) continue;
    const std::array<int, 3>& c = block->corner;
    const auto index = static_cast<std::size_t>(((at[0] - c[0]) * 8 + at[1] - c[1]) * 8 + at[2] - c[2]);
    ASSERT_NEAR(block->value[index], std::clamp(value, -near.band, near.band), 1e-6);
  }
  EXPECT_GT(within, scaled(4000) / 40);
}

TEST(SaveField, IsAFileOfOpenVdb) {
  const SignedDistance field(Model::build(scenes::geodesic_sphere(6, 1)));
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "graze_offset_test.vdb";
  FieldOptions options;
  options.voxel = 0.1;
  const SavedField narrow = save_field(file, field, options);
  // About as many as fit into the band.
  const double volume = 4 * std::numbers::pi / 3 * (std::pow(1.3, 3) - std::pow(0.7, 3));
  EXPECT_NEAR(static_cast<double>(narrow.voxels), volume / 1e-3, 0.1 * volume / 1e-3);
  std::ifstream in(file, std::ios::binary);
  char magic[4] = {};
  in.read(magic, 4);
  EXPECT_EQ(std::string(magic, 4), " BDV");
  options.band = 8;
  EXPECT_GT(save_field(file, field, options).voxels, narrow.voxels);
  std::filesystem::remove(file);
  EXPECT_THROW(save_field("/nonexistent/folder/field.vdb", field, options), Error);
}

TEST(OffsetSurface, RealModels) {
  const SignedDistance field(Model::build(scenes::model("bundled/turbine_wheel.ply")));  // genus 11
  const double deepest = max_penetration(field, 1e-3).value;
  OffsetOptions options;
  options.error = 4e-3;
  for (const double distance : {0.2 * deepest, -0.2 * deepest}) {
    const Offset offset = offset_surface(field, distance, options);
    const SolidReport report = inspect_solid(offset.mesh);
    EXPECT_TRUE(report.open_edges.empty() && report.misoriented_edges.empty()) << report.reason();
    EXPECT_TRUE(offset.within_bound);
  }
}

}  // namespace
}  // namespace graze::bench
