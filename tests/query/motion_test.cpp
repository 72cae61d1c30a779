// SPDX-License-Identifier: Apache-2.0
// First impacts against all pairs, against dense steps with the exact test, and what the contract promises of
// free_until and time.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/vec.h"
#include "graze/graze.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::motion_test {
namespace {

using test::Soup;
using test::SoupRandom;
using namespace detail;  // Vec3's arithmetic

Mesh triangle(const Vec3& p, const Vec3& q, const Vec3& r) { return {{p, q, r}, {{0, 1, 2}}}; }
Model one(const Vec3& p, const Vec3& q, const Vec3& r) { return Model::build(triangle(p, q, r)); }
Motion moving(const Vec3& by, const Pose& start = {}) { return {start, by}; }

double largest(const Model& a, const Model& b, const Motion& m) {
  return a.hierarchy().max_coordinate + 1.75 * b.hierarchy().max_coordinate + max_abs(m.start.t) +
         max_abs(m.translation);
}

/// free_until is free, time is not, and both are in order.
void expect_contract(const Model& a, const Model& b, const Motion& m, const Impact& impact, const std::string& what) {
  ASSERT_GE(impact.free_until, 0) << what;
  ASSERT_LE(impact.free_until, 1) << what;
  for (int k = 1; k < 54; ++k) {  // ever closer to free_until, from below
    const double s = impact.free_until - std::ldexp(impact.free_until, -k);
    if (s < impact.free_until) {
      ASSERT_FALSE(intersects(a, b, at(m, s))) << what << ", 2^-" << k << " before";
    }
  }
  if (!impact.hits) return;
  ASSERT_LE(impact.free_until, impact.time) << what;
  ASSERT_LE(impact.time, 1) << what;
  ASSERT_TRUE(intersects(a, b, at(m, impact.time))) << what;
  const Mesh pair_a{{a.mesh().vertices}, {a.mesh().triangles[impact.triangle_a]}};
  const Mesh pair_b{{b.mesh().vertices}, {b.mesh().triangles[impact.triangle_b]}};
  ASSERT_TRUE(intersects(Model::build(pair_a), Model::build(pair_b), at(m, impact.time))) << what;
}

Motion random_motion(SoupRandom& random, const Soup& soup) {
  const Vec3 way = (soup.scale * random.uniform(1, 6)) * (random.in_cube(1));
  Motion m{soup.pose, way};
  if (random.chance(0.8)) {  // from outside through the middle, or past it
    const Vec3 aside = soup.scale * random.in_cube(random.chance(0.5) ? 0.1 : 1);
    m.start.t = m.start.t - 0.5 * way + aside;
  }
  if (random.chance(0.15)) m.translation.x = 0;
  if (random.chance(0.15)) m.translation.y = m.translation.z = 0;
  return m;
}

TEST(FirstImpact, OfHandMadePairs) {
  const Model floor = one({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  const Impact vertex = first_impact(floor, one({1, 1, 1}, {1, 1, 3}, {2, 1, 3}), moving({0, 0, -2}));
  EXPECT_TRUE(vertex.hits);
  EXPECT_EQ(vertex.time, 0.5);
  EXPECT_NEAR(vertex.free_until, 0.5, 1e-13);
  EXPECT_EQ(vertex.point, (Vec3{1, 1, 0}));
  EXPECT_EQ(vertex.normal, (Vec3{0, 0, 1}));
  EXPECT_EQ(vertex.triangle_a, 0u);
  EXPECT_EQ(vertex.triangle_b, 0u);
  // Faces parallel, meeting for an instant.
  const Impact flat = first_impact(floor, one({1, 1, 1}, {2, 1, 1}, {1, 2, 1}), moving({0, 0, -4}));
  EXPECT_TRUE(flat.hits);
  EXPECT_EQ(flat.time, 0.25);
  // Edge across edge, from the side: the roof's ridge runs along y.
  const Impact edges =
      first_impact(one({-1, 0, -1}, {1, 0, -1}, {0, 0, 1}), one({3, -1, 0}, {3, 1, 0}, {9, 0, 0}), moving({-4, 0, 0}));
  EXPECT_TRUE(edges.hits);
  EXPECT_EQ(edges.time, 0.625);
  EXPECT_LT(norm(edges.point - Vec3{0.5, 0, 0}), 1e-15);
  EXPECT_GT(edges.normal.x, 0.5);
  // In one plane: corner against edge.
  const Impact plane = first_impact(floor, one({5, 1, 0}, {9, 1, 0}, {9, 2, 0}), moving({-8, 0, 0}));
  EXPECT_TRUE(plane.hits);
  EXPECT_EQ(plane.time, 0.25);
  // Just below the plane, and upwards: nothing.
  const Impact below = first_impact(floor, one({5, 1, -1e-3}, {9, 1, -1e-3}, {9, 2, -1}), moving({-8, 0, 0}));
  EXPECT_FALSE(below.hits);
  EXPECT_EQ(below.free_until, 1);
  EXPECT_FALSE(first_impact(floor, one({1, 1, 1}, {1, 1, 3}, {2, 1, 3}), moving({0, 0, 2})).hits);
  EXPECT_FALSE(first_impact(floor, one({1, 1, 1}, {1, 1, 3}, {2, 1, 3}), moving({0, 0, -0.999})).hits);
  EXPECT_TRUE(first_impact(floor, one({1, 1, 1}, {1, 1, 3}, {2, 1, 3}), moving({0, 0, -1})).hits);  // touching, at 1
}

TEST(FirstImpact, OfPointsAndSegments) {
  const Vec3 o{0, 0, 0}, p{4, 0, 0};
  const Impact points = first_impact(one(o, o, o), one(p, p, p), moving({-8, 0, 0}));
  EXPECT_TRUE(points.hits);
  EXPECT_EQ(points.time, 0.5);
  EXPECT_FALSE(first_impact(one(o, o, o), one(p, p, p), moving({-8, 1e-9, 0})).hits);
  const Impact segments =
      first_impact(one({-1, 0, 0}, {1, 0, 0}, {-1, 0, 0}), one({0, -1, 2}, {0, 1, 2}, {0, -1, 2}), moving({0, 0, -8}));
  EXPECT_TRUE(segments.hits);
  EXPECT_EQ(segments.time, 0.25);
  // On one line, and parallel.
  EXPECT_EQ(
      first_impact(one({-1, 0, 0}, {1, 0, 0}, {0, 0, 0}), one({3, 0, 0}, {5, 0, 0}, {4, 0, 0}), moving({-4, 0, 0}))
          .time,
      0.5);
  EXPECT_FALSE(first_impact(one({-1, 0, 0}, {1, 0, 0}, {0, 0, 0}), one({3, 0, 1e-3}, {5, 0, 1e-3}, {4, 0, 1e-3}),
                            moving({-4, 0, 0}))
                   .hits);
  const Impact on_face =
      first_impact(one({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), one({1, 1, 1}, {1, 1, 1}, {1, 1, 1}), moving({0, 0, -2}));
  EXPECT_EQ(on_face.time, 0.5);
}

TEST(FirstImpact, StartsAndRefusals) {
  const Model floor = one({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), stands = one({1, 1, 0}, {1, 1, 3}, {2, 1, 3});
  const Impact touching = first_impact(floor, stands, moving({0, 0, 1}));
  EXPECT_TRUE(touching.hits);
  EXPECT_EQ(touching.time, 0);
  EXPECT_EQ(touching.free_until, 0);
  EXPECT_EQ(touching.point, (Vec3{1, 1, 0}));
  EXPECT_EQ(touching.normal, Vec3{});
  Pose above;
  above.t.z = 1;
  const Impact still = first_impact(floor, stands, moving({0, 0, 0}, above));
  EXPECT_FALSE(still.hits);
  EXPECT_EQ(still.free_until, 1);
  EXPECT_FALSE(first_impact(Model::build({}), stands, moving({0, 0, 1})).hits);
  EXPECT_FALSE(first_impact(floor, Model::build({}), moving({0, 0, 1})).hits);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(first_impact(floor, stands, moving({0, infinity, 1})), std::invalid_argument);
  Pose sheared;
  sheared.r[1] = 0.1;
  EXPECT_THROW(first_impact(floor, stands, moving({0, 0, 1}, sheared)), std::invalid_argument);
  ImpactOptions options;
  options.method = Method::study;
  EXPECT_THROW(first_impact(floor, stands, moving({0, 0, 1}), options), std::invalid_argument);
  options = {};
  options.volumes = static_cast<SweptVolume>(9);
  EXPECT_THROW(first_impact(floor, stands, moving({0, 0, 1}), options), std::invalid_argument);
  BuildOptions thick;
  thick.margin = 0.5;  // does not count
  EXPECT_EQ(first_impact(floor, Model::build(stands.mesh(), thick), moving({0, 0, -2}, above)).time, 0.5);
}

void expect_equal(const Impact& x, const Impact& y, const std::string& what) {
  ASSERT_EQ(x.hits, y.hits) << what;
  ASSERT_EQ(x.time, y.time) << what;
  ASSERT_EQ(x.free_until, y.free_until) << what;
  ASSERT_EQ(x.triangle_a, y.triangle_a) << what;
  ASSERT_EQ(x.triangle_b, y.triangle_b) << what;
  ASSERT_EQ(x.point, y.point) << what;
  ASSERT_EQ(x.normal, y.normal) << what;
}

TEST(FirstImpact, IsThatOfAllPairsAndKeepsTheContract) {
  const int soups = test::scaled(250);
  int hits = 0, starts = 0;
  for (int i = 0; i < soups; ++i) {
    const Soup soup = test::make_soup(static_cast<std::uint64_t>(i) + 100, 40);
    SoupRandom random(static_cast<std::uint64_t>(i) + 9);
    const Motion m = random_motion(random, soup);
    const std::string what = soup.what + ", soup " + std::to_string(i);
    const Model a = Model::build(soup.a), b = Model::build(soup.b);
    ImpactOptions all;
    all.method = Method::brute_force;
    const Impact right = first_impact(a, b, m, all), found = first_impact(a, b, m);
    expect_equal(found, right, what);
    ImpactOptions balls;
    balls.volumes = SweptVolume::spheres;
    expect_equal(first_impact(a, b, m, balls), right, what + ", spheres");
    expect_contract(a, b, m, found, what);
    if (HasFatalFailure()) return;
    for (int k = 0; k <= 64; ++k) {  // no step is in contact before
      const double s = k / 64.0;
      if (s < found.free_until) {
        ASSERT_FALSE(intersects(a, b, at(m, s))) << what << ", s = " << s;
      }
    }
    hits += found.hits ? 1 : 0;
    starts += found.hits && found.time == 0 ? 1 : 0;
  }
  EXPECT_GT(hits, soups / 4);
  EXPECT_LT(starts, hits / 2 + 3);
}

/// A closed shape of about the unit's size, whose contacts last.
Mesh blob(SoupRandom& random, int rings) {
  Mesh mesh;
  const int around = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j < around; ++j) {
      const double up = 3.14159265358979 * i / rings, turn = 3.14159265358979 * 2 * j / around;
      const double r = (i == 0 || i == rings) ? 0.8 : random.uniform(0.6, 1);
      mesh.vertices.push_back({r * std::sin(up) * std::cos(turn), r * std::sin(up) * std::sin(turn), r * std::cos(up)});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * around + j % around); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

TEST(FirstImpact, AgreesWithDenseStepsAndIsTight) {
  const int cases = test::scaled(60);
  int hits = 0;
  for (int i = 0; i < cases; ++i) {
    SoupRandom random(static_cast<std::uint64_t>(i) + 31);
    const Model a = Model::build(blob(random, 5)), b = Model::build(blob(random, 4));
    Motion m{test::soup_detail::random_pose(random), {}};
    const Vec3 way = random.in_cube(1);
    m.translation = (5 / norm(way)) * way;
    m.start.t = (-0.5) * m.translation + random.in_cube(0.9);
    const Impact impact = first_impact(a, b, m);
    expect_contract(a, b, m, impact, "blobs " + std::to_string(i));
    if (HasFatalFailure()) return;
    constexpr int kSteps = 500;
    double first = 2;
    for (int k = 0; k <= kSteps && first > 1; ++k) {
      if (intersects(a, b, at(m, k / static_cast<double>(kSteps)))) first = k / static_cast<double>(kSteps);
    }
    if (first <= 1) {
      ASSERT_TRUE(impact.hits) << i;
    }
    if (!impact.hits) {
      EXPECT_EQ(impact.free_until, 1) << i;
      continue;
    }
    ++hits;
    ASSERT_LE(impact.time, first) << i;
    if (impact.time == 0) continue;
    const double closing = -dot(impact.normal, m.translation);
    ASSERT_GT(closing, 0) << i;
    ASSERT_NEAR(norm(impact.normal), 1, 1e-14);
    ASSERT_LE(impact.time - impact.free_until, 0x1p-45 * largest(a, b, m) / closing) << i;
    // The point is where both surfaces are.
    EXPECT_LT(closest_point(a, impact.point).distance, 1e-14);
    EXPECT_LT(closest_point(b, place(inverse(at(m, impact.time)), impact.point)).distance, 1e-14);
  }
  EXPECT_GT(hits, cases / 3);
}

TEST(FirstImpact, TheSameForEveryVolumeAndWidthAndInstructionSet) {
  const test::IsaGuard guard;
  for (const std::uint64_t seed : {7u, 16u, 28u}) {
    SoupRandom random(seed);
    Soup soup = test::make_soup(seed, 60);
    soup.scale = 1;
    soup.a = blob(random, 5);
    const Motion m{{}, {0.1, -4, 0.2}};
    soup.b = blob(random, 4);
    for (Vec3& v : soup.b.vertices) v.y += 3;
    const Model a = Model::build(soup.a), b = Model::build(soup.b);
    const Impact right = first_impact(a, b, m);
    ASSERT_TRUE(right.hits);
    for (const Volume volume : all_volumes()) {
      for (const int width : {2, 4, 8, 16}) {
        BuildOptions options;
        options.volume = volume;
        options.width = width;
        if (volume == Volume::custom) options.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
        const Model other = Model::build(soup.b, options);
        const std::string what = std::string(name(volume)) + ' ' + std::to_string(width);
        expect_equal(first_impact(a, other, m), right, what);
        for (const SweptVolume swept : {SweptVolume::automatic, SweptVolume::boxes, SweptVolume::spheres}) {
          ImpactOptions with;
          with.volumes = swept;
          expect_equal(first_impact(Model::build(soup.a, options), other, m, with), right,
                       what + ' ' + std::string(name(swept)));
        }
        if (HasFatalFailure()) return;
      }
    }
    BuildOptions turned;
    turned.volume = Volume::aabb;
    turned.orientation = Orientation::optimal;
    turned.subdivide = 0.5;
    turned.leaf_size = 9;
    expect_equal(first_impact(Model::build(soup.a, turned), Model::build(soup.b, turned), m), right, "turned");
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      expect_equal(first_impact(a, b, m), right, std::string(isa));
    }
    use_isa("");
  }
}

TEST(FirstImpact, FromTheOtherSideAndTurnedTheSame) {
  const int cases = test::scaled(40);
  for (int i = 0; i < cases; ++i) {
    SoupRandom random(static_cast<std::uint64_t>(i) + 400);
    const Mesh mesh_a = blob(random, 4), mesh_b = blob(random, 3);
    const Model a = Model::build(mesh_a), b = Model::build(mesh_b);
    Motion m{test::soup_detail::random_pose(random), {0, 0, -6}};
    m.start.t = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 3};
    const Impact impact = first_impact(a, b, m);
    ASSERT_TRUE(impact.hits);
    Motion back{inverse(m.start), {}};
    const Pose turn_only = inverse({{m.start.r[0], m.start.r[1], m.start.r[2], m.start.r[3], m.start.r[4], m.start.r[5],
                                     m.start.r[6], m.start.r[7], m.start.r[8]},
                                    {}});
    back.translation = place(turn_only, -m.translation);
    EXPECT_NEAR(first_impact(b, a, back).time, impact.time, 1e-13);
    const Pose world = test::soup_detail::random_pose(random);
    Mesh turned = mesh_a;
    for (Vec3& v : turned.vertices) v = place(world, v);
    const Motion along{compose(world, m.start), place(world, m.translation)};
    EXPECT_NEAR(first_impact(Model::build(turned), b, along).time, impact.time, 1e-13);
  }
}

TEST(FirstImpact, SlidingAndGrazing) {
  // Side by side on a table, in one plane: contact lasts once it begins.
  const Mesh square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const Model a = Model::build(square);
  Pose start;
  start.t = {3, 0.25, 0};
  const Impact slide = first_impact(a, a, moving({-3, 0, 0}, start));
  EXPECT_TRUE(slide.hits);
  EXPECT_NEAR(slide.time, 2.0 / 3, 1e-14);
  EXPECT_NEAR(slide.free_until, 2.0 / 3, 1e-13);
  // Along its edge, touching: the corners' x is the same all the way.
  start.t = {1, 3, 0};
  const Impact edge = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_TRUE(edge.hits);
  EXPECT_EQ(edge.time, 0.5);
  // A gap that placed coordinates can hold, though it is far below any distance in the models.
  start.t = {1 + 1e-9, 3, 0};
  const Impact past = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_FALSE(past.hits);
  EXPECT_EQ(past.free_until, 1);
  // One below rounding: nothing is claimed that is not so.
  start.t = {1 + 0x1p-52, 3, 0};
  const Impact graze = first_impact(a, a, moving({0, -4, 0}, start));
  EXPECT_FALSE(graze.hits);
  EXPECT_NEAR(graze.free_until, 0.5, 1e-13);
  // Sheets that pass through each other face on, in a plane that no coordinate can hold: an instant, maybe missed, but
  // never called free.
  SoupRandom random(3);
  for (int i = 0; i < 20; ++i) {
    const Pose turn = test::soup_detail::random_pose(random);
    Mesh turned = square;
    for (Vec3& v : turned.vertices) v = place(turn, v);
    const Vec3 up = place(turn, {0, 0, 1});
    Pose above;
    above.t = up;
    const Model sheet = Model::build(turned);
    const Impact through = first_impact(sheet, sheet, moving(-3.0 * up, above));
    EXPECT_NEAR(through.free_until, 1.0 / 3, 1e-12);
    if (through.hits) {
      EXPECT_NEAR(through.time, 1.0 / 3, 1e-12);
    }
  }
}

TEST(FirstImpact, AtHugeAndTinyScales) {
  for (const double scale : {1e-280, 1e-150, 1e-40, 1e-12, 1e-5, 1e5, 1e12, 1e40, 1e145}) {
    for (const double ratio : {1.0, 1e-4, 1e-9}) {  // of B's size: units differ
      SoupRandom random(11);
      Mesh mesh_a = blob(random, 4), mesh_b = blob(random, 3);
      for (Vec3& v : mesh_a.vertices) v = scale * v;
      for (Vec3& v : mesh_b.vertices) v = (scale * ratio) * v;
      const Model a = Model::build(mesh_a), b = Model::build(mesh_b);
      Pose start;
      start.t = {scale * 0.2, scale * 0.1, scale * 3};
      const Motion m = moving({0, 0, -4 * scale}, start);
      const Impact impact = first_impact(a, b, m);
      ASSERT_TRUE(impact.hits) << scale << ' ' << ratio;
      ImpactOptions all;
      all.method = Method::brute_force;
      expect_equal(impact, first_impact(a, b, m, all), "scale");
      expect_contract(a, b, m, impact, "scale");
      if (HasFatalFailure()) return;
      EXPECT_LT(impact.time - impact.free_until, 1e-11);
      EXPECT_NEAR(impact.time, 0.55, 0.25);
    }
  }
}

TEST(FirstImpact, CountsAndThreads) {
  SoupRandom random(2);
  const Model a = Model::build(blob(random, 12)), b = Model::build(blob(random, 12));
  Pose start;
  start.t = {0.3, 0.2, 3};
  const Motion m = moving({0, 0, -4}, start);
  ImpactOptions options;
  options.timing = true;
  const Impact right = first_impact(a, b, m, options);
  EXPECT_TRUE(right.hits);
  EXPECT_GT(right.counters.volume_tests, 0u);
  EXPECT_GT(right.counters.primitive_tests, 0u);
  EXPECT_LT(right.counters.primitive_tests, a.mesh().triangles.size() * b.mesh().triangles.size() / 20);
  EXPECT_GT(right.counters.exact_tests, 0u);
  EXPECT_GT(right.counters.time.count(), 0);
  std::vector<Impact> found(4);
  std::vector<std::thread> threads;
  for (Impact& impact : found) threads.emplace_back([&] { impact = first_impact(a, b, m); });
  for (std::thread& thread : threads) thread.join();
  for (const Impact& impact : found) expect_equal(impact, right, "threads");
}

}  // namespace
}  // namespace graze::motion_test
