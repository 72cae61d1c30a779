// SPDX-License-Identifier: Apache-2.0
// The closest point against all triangles one by one, on every volume and width.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "build/hierarchy.h"
#include "geometry/point_triangle.h"
#include "geometry/vec.h"
#include "graze/distance.h"
#include "graze/mesh.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::closest_point_test {
namespace {

using test::Soup;
using test::SoupRandom;
using namespace detail;  // Vec3's arithmetic

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// By long double, independently of the library: the least over the face's plane, the edges and the corners.
long double distance_by_hand(const Mesh& mesh, std::uint32_t triangle, const Vec3& from) {
  using Real = long double;
  struct V {
    Real x, y, z;
  };
  const auto minus = [](const V& a, const V& b) { return V{a.x - b.x, a.y - b.y, a.z - b.z}; };
  const auto dot = [](const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const auto cross = [](const V& a, const V& b) {
    return V{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  };
  V c[3];
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& v = mesh.vertices[mesh.triangles[triangle][k]];
    c[k] = {Real{v.x} - Real{from.x}, Real{v.y} - Real{from.y}, Real{v.z} - Real{from.z}};
  }
  Real least = std::numeric_limits<Real>::infinity();
  for (int k = 0; k < 3; ++k) {
    const V e = minus(c[(k + 1) % 3], c[k]);
    const Real length = dot(e, e);
    Real t = length > 0 ? -dot(c[k], e) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const V p{c[k].x + t * e.x, c[k].y + t * e.y, c[k].z + t * e.z};
    least = std::min(least, dot(p, p));
  }
  const V n = cross(minus(c[1], c[0]), minus(c[2], c[0]));
  const Real square = dot(n, n);
  bool inside = square > 0;
  for (int k = 0; k < 3; ++k) inside = inside && dot(cross(c[k], c[(k + 1) % 3]), n) > 0;
  if (inside) {
    // By the foot, not by the height c·n/|n|: of slivers, n has too few digits even here.
    V foot = c[0];
    for (int round = 0; round < 3; ++round) {
      const V e = minus(c[1], c[0]), f = minus(c[2], c[0]);
      const Real s = dot(cross(f, foot), n) / square, u = -dot(cross(e, foot), n) / square;
      foot = {foot.x + s * e.x + u * f.x, foot.y + s * e.y + u * f.y, foot.z + s * e.z + u * f.z};
    }
    least = std::min(least, dot(foot, foot));
  }
  return std::sqrt(least);
}

/// All triangles by the same arithmetic: what the hierarchy must find to the last bit.
ClosestPoint closest_of_all(const Mesh& mesh, const Vec3& from) {
  ClosestPoint best;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    const Corners corners{{mesh.vertices[t[0]] - from, mesh.vertices[t[1]] - from, mesh.vertices[t[2]] - from}};
    const NearestOnTriangle nearest = nearest_to_origin(corners);
    if (std::sqrt(nearest.squared) >= best.distance) continue;
    best.distance = std::sqrt(nearest.squared);
    best.triangle = i;
    best.feature = nearest.feature;
    best.index = nearest.index;
  }
  return best;
}

Vec3 random_point(SoupRandom& random, const Mesh& mesh) {
  const auto& t = mesh.triangles[static_cast<std::size_t>(random.below(static_cast<int>(mesh.triangles.size())))];
  const Vec3 &p = mesh.vertices[t[0]], &q = mesh.vertices[t[1]], &r = mesh.vertices[t[2]];
  const double size = norm(q - p) + norm(r - p);
  switch (random.below(5)) {
    case 0:
      return p;
    case 1:
      return 0.5 * (p + q);
    case 2:
      return p + random.uniform(0, 1) * (q - p) + random.in_cube(1e-7 * size);
    case 3:
      return p + random.in_cube(30 * size);
    default:
      return p + random.in_cube(2 * size);
  }
}

double spread(const Mesh& mesh) {
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) {
    low = min(low, v);
    high = max(high, v);
  }
  return norm(high - low);
}

TEST(ClosestPoint, OfHandMadeTriangle) {
  const Mesh mesh{{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}, {{0, 1, 2}}};
  const Model model = Model::build(mesh);
  const auto check = [&](const Vec3& from, double distance, const Vec3& point, Feature feature, int index) {
    const ClosestPoint c = closest_point(model, from);
    EXPECT_DOUBLE_EQ(c.distance, distance);
    EXPECT_LT(norm(c.point - point), 1e-15);
    EXPECT_EQ(c.triangle, 0u);
    EXPECT_EQ(name(c.feature), name(feature));
    EXPECT_EQ(c.index, index);
  };
  check({1, 1, 2}, 2, {1, 1, 0}, Feature::face, 0);
  check({2, -1, 0}, 1, {2, 0, 0}, Feature::edge, 0);
  check({5, 3.75, 0}, 3.6, {2.84, 0.87, 0}, Feature::edge, 1);
  check({-2, 1, 0}, 2, {0, 1, 0}, Feature::edge, 2);
  check({-1, -1, 0}, std::sqrt(2.0), {0, 0, 0}, Feature::vertex, 0);
  check({6, -1, 2}, 3, {4, 0, 0}, Feature::vertex, 1);
  check({0, 3, 0}, 0, {0, 3, 0}, Feature::vertex, 2);
  check({2, 0, 0}, 0, {2, 0, 0}, Feature::edge, 0);
}

TEST(ClosestPoint, LimitsAndRefusals) {
  const Model model = Model::build({{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}, {{0, 1, 2}}});
  EXPECT_EQ(closest_point(model, {1, 1, 2}, 2).distance, 2);  // at most
  const ClosestPoint none = closest_point(model, {1, 1, 2}, 1.9999999);
  EXPECT_EQ(none.triangle, kNoTriangle);
  EXPECT_EQ(none.distance, kInfinity);
  EXPECT_EQ(closest_point(model, {1, 1, 0}, 0).distance, 0);
  EXPECT_EQ(closest_point(Model::build({}), {1, 1, 2}).triangle, kNoTriangle);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(closest_point(model, {1, nan, 2}), std::invalid_argument);
  EXPECT_THROW(closest_point(model, {1, 1, 2}, nan), std::invalid_argument);
  EXPECT_THROW(closest_point(model, {1, 1, 2}, -1), std::invalid_argument);
}

TEST(ClosestPoint, IsThatOfAllTriangles) {
  const int soups = test::scaled(300);
  for (int i = 0; i < soups; ++i) {
    const Soup soup = test::make_soup(static_cast<std::uint64_t>(i), 200);
    SoupRandom random(static_cast<std::uint64_t>(i) + 77);
    const Model model = Model::build(soup.a);
    if (model.hierarchy().unit != 1) continue;  // below
    for (int k = 0; k < 20; ++k) {
      const Vec3 from = random_point(random, soup.a);
      const ClosestPoint found = closest_point(model, from), right = closest_of_all(soup.a, from);
      ASSERT_EQ(found.distance, right.distance) << soup.what << ", soup " << i << ", point " << k;
      ASSERT_EQ(found.triangle, right.triangle) << soup.what << ", soup " << i << ", point " << k;
      ASSERT_EQ(found.feature, right.feature);
      ASSERT_EQ(found.index, right.index);
      const Triangle& t = soup.a.triangles[found.triangle];
      const double size = norm(soup.a.vertices[t[1]] - soup.a.vertices[t[0]]) +
                          norm(soup.a.vertices[t[2]] - soup.a.vertices[t[0]]) + max_abs(from);
      ASSERT_NEAR(norm(found.point - from), found.distance, 1e-14 * size) << soup.what;
    }
  }
}

TEST(ClosestPoint, AgreesWithLongDouble) {
  const int soups = test::scaled(150);
  for (int i = 0; i < soups; ++i) {
    const Soup soup = test::make_soup(static_cast<std::uint64_t>(i) + 5000, 60);
    SoupRandom random(static_cast<std::uint64_t>(i) + 78);
    const Model model = Model::build(soup.a);
    for (int k = 0; k < 10; ++k) {
      const Vec3 from = random_point(random, soup.a);
      long double least = std::numeric_limits<long double>::infinity();
      for (std::uint32_t j = 0; j < soup.a.triangles.size(); ++j) {
        least = std::min(least, distance_by_hand(soup.a, j, from));
      }
      const double tolerance = 0x1p-48 * (spread(soup.a) + static_cast<double>(least));
      ASSERT_NEAR(closest_point(model, from).distance, static_cast<double>(least), tolerance) << soup.what;
    }
  }
}

TEST(ClosestPoint, TheSameForEveryVolumeAndWidthAndInstructionSet) {
  const test::IsaGuard guard;
  for (const std::uint64_t seed : {3u, 40u, 41u, 57u}) {
    const Soup soup = test::make_soup(seed, 150);
    SoupRandom random(seed);
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) points.push_back(random_point(random, soup.a));
    const auto hash = [&](const Model& model) {
      test::AnswerHash sum;
      for (const Vec3& from : points) {
        const ClosestPoint c = closest_point(model, from);
        for (const double x : {c.distance, c.point.x, c.point.y, c.point.z}) sum.add(x);
        sum.add(std::uint64_t{c.triangle} * 16 + static_cast<std::uint64_t>(c.feature) * 4 + c.index);
      }
      return sum.value();
    };
    const std::uint64_t right = hash(Model::build(soup.a));
    for (const Volume volume : all_volumes()) {
      for (const int width : {2, 4, 8, 16}) {
        BuildOptions options;
        options.volume = volume;
        options.width = width;
        if (volume == Volume::custom) options.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
        ASSERT_EQ(hash(Model::build(soup.a, options)), right) << name(volume) << ' ' << width << ' ' << soup.what;
      }
    }
    BuildOptions turned;
    turned.volume = Volume::aabb;
    turned.orientation = Orientation::optimal;
    turned.subdivide = 0.5;
    turned.leaf_size = 9;
    ASSERT_EQ(hash(Model::build(soup.a, turned)), right);
    const Model model = Model::build(soup.a);
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      ASSERT_EQ(hash(model), right) << isa;
    }
    use_isa("");
  }
}

TEST(ClosestPoint, OnSharedEdgesAndCornersTheLeastTriangle) {
  // A fan about the origin; every triangle has it, every spoke two.
  Mesh fan;
  fan.vertices.push_back({0, 0, 0.37});
  constexpr int kSpokes = 17;
  for (int i = 0; i < kSpokes; ++i) {
    const double angle = 2 * 3.14159265358979 * i / kSpokes;
    fan.vertices.push_back({std::cos(angle), std::sin(angle), 0});
  }
  for (std::uint32_t i = 0; i < kSpokes; ++i) fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % kSpokes});
  const Model model = Model::build(fan);
  const ClosestPoint top = closest_point(model, {0.01, -0.02, 2});
  EXPECT_EQ(top.feature, Feature::vertex);
  EXPECT_EQ(top.triangle, 0u);
  EXPECT_EQ(top.index, 0);
  for (std::uint32_t i = 1; i < kSpokes; ++i) {
    const Vec3 spoke = fan.vertices[1 + i];
    const ClosestPoint edge = closest_point(model, 0.4 * spoke + Vec3{0, 0, 1});
    EXPECT_EQ(edge.feature, Feature::edge) << i;
    EXPECT_EQ(edge.triangle, i - 1) << i;
    EXPECT_EQ(edge.index, 2) << i;
  }
}

TEST(ClosestPoint, AtHugeAndTinyScalesAndFromFarAway) {
  for (const double scale : {1e-200, 1e-100, 1e-30, 1e-12, 1e12, 1e30, 1e140}) {
    const Soup soup = test::make_soup(12, 50);
    Mesh mesh = soup.a;
    for (Vec3& v : mesh.vertices) v = (scale / soup.scale) * v;
    const Model model = Model::build(mesh);
    SoupRandom random(5);
    for (int k = 0; k < 20; ++k) {
      const Vec3 from = scale * random.in_cube(k % 2 == 0 ? 2 : 1e9);
      const ClosestPoint found = closest_point(model, from);
      long double least = std::numeric_limits<long double>::infinity();
      for (std::uint32_t j = 0; j < mesh.triangles.size(); ++j) {
        least = std::min(least, distance_by_hand(mesh, j, from));
      }
      ASSERT_NEAR(found.distance / scale, static_cast<double>(least / static_cast<long double>(scale)),
                  1e-14 * (3 + max_abs(from) / scale))
          << scale;
    }
  }
  const Model model = Model::build({{{0, 0, 0}, {4, 0, 0}, {0, 3, 0}}, {{0, 1, 2}}});
  EXPECT_EQ(closest_point(model, {0, 0, 1e300}).distance, 1e300);
}

TEST(ClosestPoint, ThreadsShareAModel) {
  const Soup soup = test::make_soup(9, 300);
  const Model model = Model::build(soup.a);
  SoupRandom random(1);
  std::vector<Vec3> points;
  for (int k = 0; k < 64; ++k) points.push_back(random_point(random, soup.a));
  std::vector<std::thread> threads;
  std::vector<double> sums(4);
  for (double& sum : sums) {
    threads.emplace_back([&] {
      for (const Vec3& p : points) sum += closest_point(model, p).distance;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_EQ(sum, sums[0]);
}

}  // namespace
}  // namespace graze::closest_point_test
