// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "geometry/triangle_cases.h"
#include "geometry/triangle_distance_exact.h"
#include "geometry/triangle_oracle.h"

namespace graze::test {
namespace {

using detail::Corners;

/// Gaussian elimination; nothing for a singular matrix.
std::optional<std::vector<Rational>> solve(std::vector<std::vector<Rational>> m, std::vector<Rational> rhs) {
  const std::size_t n = rhs.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && m[pivot][k] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(m[k], m[pivot]);
    std::swap(rhs[k], rhs[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || m[i][k] == 0) continue;
      const Rational factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < n; ++j) m[i][j] -= factor * m[k][j];
      rhs[i] -= factor * rhs[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) rhs[k] /= m[k][k];
  return rhs;
}

/// Over all pairs of faces of any dimension: the nearest points of their affine hulls, where they lie in the faces.
Rational true_square(const Corners& corners_a, const Corners& corners_b) {
  const RTriangle a = exact(corners_a), b = exact(corners_b);
  if (!intersection(a, b).empty()) return 0;
  Rational best = -1;
  for (unsigned face_a = 1; face_a < 8; ++face_a) {
    for (unsigned face_b = 1; face_b < 8; ++face_b) {
      std::vector<RVec> f, g;
      for (unsigned i = 0; i < 3; ++i) {
        if (face_a >> i & 1) f.push_back(a[i]);
        if (face_b >> i & 1) g.push_back(b[i]);
      }
      std::vector<RVec> direction;  // of x - y for unit weights
      for (std::size_t i = 1; i < f.size(); ++i) direction.push_back(f[i] - f[0]);
      for (std::size_t i = 1; i < g.size(); ++i) direction.push_back(g[0] - g[i]);
      const RVec start = f[0] - g[0];
      std::vector<std::vector<Rational>> gram(direction.size(), std::vector<Rational>(direction.size()));
      std::vector<Rational> rhs(direction.size());
      for (std::size_t i = 0; i < direction.size(); ++i) {
        for (std::size_t j = 0; j < direction.size(); ++j) gram[i][j] = dot(direction[i], direction[j]);
        rhs[i] = -dot(direction[i], start);
      }
      const auto weights = solve(gram, rhs);
      if (!weights) continue;
      Rational sum_f = 0, sum_g = 0;
      bool inside = true;
      RVec d = start;
      for (std::size_t i = 0; i < direction.size(); ++i) {
        const Rational& w = (*weights)[i];
        inside = inside && w >= 0;
        (i + 1 < f.size() ? sum_f : sum_g) += w;
        d = d + w * direction[i];
      }
      if (!inside || sum_f > 1 || sum_g > 1) continue;
      const Rational square = dot(d, d);
      if (best < 0 || square < best) best = square;
    }
  }
  return best;
}

constexpr double kMax = std::numeric_limits<double>::max();

/// In GMP's floats, whose exponents do not overflow.
double root(const Rational& square) {
  const mpf_class value = sqrt(mpf_class(square, 200));
  return value > kMax ? kMax : value.get_d();
}

/// The answer, for limits around the truth.
void check_within(const Corners& a, const Corners& b, const Rational& square) {
  const double near = root(square);
  std::vector<double> limits{0, near, 0.5 * near, std::min(0.5 * kMax, near) * 2, 1.0, 5e-324, kMax};
  double up = near, down = near;
  for (int i = 0; i < 3; ++i) {
    limits.push_back(up = std::nextafter(up, kMax));
    limits.push_back(down = std::max(0.0, std::nextafter(down, 0.0)));
  }
  for (const double limit : limits) {
    const bool truth = square <= Rational(limit) * Rational(limit);
    ASSERT_EQ(detail::triangles_within(a, b, limit), truth) << limit;
    ASSERT_EQ(detail::triangles_within(b, a, limit), truth) << limit;
    if (square > 0) {
      ASSERT_EQ(detail::triangles_within_exact(a, b, limit), truth) << limit;
    }
  }
}

/// The distance of p from a triangle, in double, from the exact square.
double off(const Vec3& p, const Corners& t) { return root(true_square({{p, p, p}}, t)); }

void check(const Corners& a, const Corners& b, double tolerance) {
  const Rational square = true_square(a, b);
  check_within(a, b, square);
  if (testing::Test::HasFatalFailure() || tolerance == 0) return;
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max({size, detail::max_abs(a.v[i]), detail::max_abs(b.v[i])});
  for (const bool swap : {false, true}) {
    const detail::ClosestPoints c = swap ? detail::closest_points(b, a) : detail::closest_points(a, b);
    ASSERT_NEAR(c.distance, root(square), tolerance * size);
    ASSERT_TRUE(square != 0 || c.distance == 0);
    ASSERT_LE(off(c.p, swap ? b : a), tolerance * size);
    ASSERT_LE(off(c.q, swap ? a : b), tolerance * size);
    ASSERT_NEAR(detail::norm(c.p - c.q), c.distance, tolerance * size);
  }
}

void check_distances(const PairMaker& make, std::uint64_t seed, int count, double tolerance) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    auto [a, b] = make(random);
    if (i % 2) {  // apart, so that every kind of feature gets its turn
      const double size = detail::max_abs(a.v[0]);
      const Vec3 shift = (size < 0x1p1000 ? 4 * size : 0.25 * size) * random.point();
      for (Vec3& v : b.v) v = v + shift;
    }
    check(a, b, tolerance);
    if (testing::Test::HasFatalFailure()) {
      for (const Corners& t : {a, b}) {
        for (const Vec3& v : t.v) std::printf("{%a, %a, %a}\n", v.x, v.y, v.z);
      }
      return;
    }
  }
}

const Corners kCorner{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

void expect(const Corners& b, double distance, const Vec3& p, const Vec3& q) {
  const detail::ClosestPoints c = detail::closest_points(kCorner, b), d = detail::closest_points(b, kCorner);
  EXPECT_EQ(c.distance, distance);
  EXPECT_EQ(c.p, p);
  EXPECT_EQ(c.q, q);
  EXPECT_EQ(d.distance, distance);
  EXPECT_EQ(d.p, q);
  EXPECT_EQ(d.q, p);
  EXPECT_TRUE(detail::triangles_within(kCorner, b, distance));
  if (distance > 0) {
    EXPECT_FALSE(detail::triangles_within(kCorner, b, std::nextafter(distance, 0.0)));
  }
}

TEST(TriangleDistance, HandComputed) {
  expect({{{1, 1, 2}, {1, 2, 5}, {2, 1, 5}}}, 2, {1, 1, 0}, {1, 1, 2});       // corner above face
  expect({{{2, -3, -1}, {2, -3, 1}, {2, -9, 0}}}, 3, {2, 0, 0}, {2, -3, 0});  // edge beside edge
  expect({{{7, 0, 4}, {9, 0, 4}, {9, 1, 4}}}, 5, {4, 0, 0}, {7, 0, 4});       // corner off corner
  expect({{{1, -2, 0}, {1, -5, 1}, {1, -5, -1}}}, 2, {1, 0, 0}, {1, -2, 0});  // corner beside edge
  expect({{{1, 1, 3}, {1, 1, 3}, {1, 1, 3}}}, 3, {1, 1, 0}, {1, 1, 3});       // a point
  expect({{{5, -1, 1}, {5, -1, 1}, {5, 1, 1}}}, std::sqrt(2.0), {4, 0, 0}, {5, 0, 1});
  expect({{{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}}, 0, {1, 1, 0}, {1, 1, 0});
}

TEST(TriangleDistance, OracleRandom) { check_distances(random_pair, 21, 250, 1e-14); }
TEST(TriangleDistance, OracleGrid) { check_distances(grid_pair, 22, 1000, 1e-14); }
TEST(TriangleDistance, OracleRelated) { check_distances(related_pair, 23, 300, 1e-14); }
TEST(TriangleDistance, OracleSlivers) { check_distances(sliver_pair, 24, 150, 1e-9); }
TEST(TriangleDistance, OracleScales) { check_distances(scaled_pair, 25, 200, 1e-13); }
TEST(TriangleDistance, OracleExtremeExponents) { check_distances(extreme_pair, 26, 40, 0); }

TEST(TriangleDistance, NearlyParallelEdgesThatNearlyCross) {
  Random random(27);
  for (int i = 0; i < 100; ++i) {
    const double tilt = 1e-8 * random.unit(), gap = 1e-10 * (1.5 + random.unit());
    const Corners a{{{-1, 0, 0}, {1, 0, 0}, {0, -1, -1}}}, b{{{-1, -tilt, gap}, {1, tilt, gap}, {0, 1, 1}}};
    check(a, b, 1e-15);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace graze::test
