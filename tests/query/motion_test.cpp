// SPDX-License-Identifier: Apache-2.0
// First impacts against all pairs, against dense steps with the exact test, and what the contract promises of
// free_until and time.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "query/motion_cases.h"
#include "support/answers.h"
#include "support/scale.h"

namespace graze::motion_test {
namespace {

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

}  // namespace
}  // namespace graze::motion_test
