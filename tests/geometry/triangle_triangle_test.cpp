// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>

#include "geometry/triangle_cases.h"
#include "geometry/triangle_oracle.h"
#include "geometry/vec.h"

namespace graze::test {
namespace {

using detail::Corners;
using detail::Meet;

Corners permuted(const Corners& t, int k) {
  constexpr int kOrder[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  return {{t.v[kOrder[k][0]], t.v[kOrder[k][1]], t.v[kOrder[k][2]]}};
}

double size_of(const Corners& a, const Corners& b) {
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max({size, detail::max_abs(a.v[i]), detail::max_abs(b.v[i])});
  return size;
}

Rational gap(const RVec& p, const RVec& q) {
  const RVec d = p - q;
  return std::max({Rational(abs(d.x)), Rational(abs(d.y)), Rational(abs(d.z))});
}

Rational square(const RVec& p, const RVec& q) { return dot(p - q, p - q); }

/// p-q must be the two points of the true intersection that are farthest apart, up to `tolerance`.
void check_segment(const Meet& found, const Truth& truth, const Rational& tolerance) {
  const RVec p = exact(found.p), q = exact(found.q);
  Rational p_gap = -1, q_gap = -1, longest = 0;
  for (const RVec& x : truth.points) {
    if (p_gap < 0 || gap(p, x) < p_gap) p_gap = gap(p, x);
    if (q_gap < 0 || gap(q, x) < q_gap) q_gap = gap(q, x);
    for (const RVec& y : truth.points) longest = std::max(longest, square(x, y));
  }
  ASSERT_LE(p_gap, tolerance);
  ASSERT_LE(q_gap, tolerance);
  // |p - q| >= longest - 4 * tolerance, without square roots.
  const double length = std::sqrt(longest.get_d());
  ASSERT_GE(std::sqrt(Rational(square(p, q)).get_d()) * (1 + 1e-12) + 4 * tolerance.get_d(), length);
}

bool in_box(const Vec3& p, const Corners& t) {
  const Vec3 low = detail::min(detail::min(t.v[0], t.v[1]), t.v[2]);
  const Vec3 high = detail::max(detail::max(t.v[0], t.v[1]), t.v[2]);
  return detail::min(p, low) == low && detail::max(p, high) == high;
}

struct Tally {
  int disjoint = 0, crossing = 0, touching = 0, coplanar = 0;
};

/// Everything that is promised about a pair, for both orders of the triangles and six of the 36 orders of corners: all
/// of them in six turns. `tolerance` is relative.
void check(const Corners& a, const Corners& b, double tolerance, int turn, Tally* tally = nullptr) {
  const Truth truth = true_meet(a, b);
  const double size = size_of(a, b);
  for (int i = 0; i < 6; ++i) {
    const Corners x = permuted(a, i), y = permuted(b, (i + turn) % 6);
    ASSERT_EQ(detail::triangles_meet(x, y), truth.meet);
    ASSERT_EQ(detail::triangles_meet(y, x), truth.meet);
    const Meet found = detail::meet_triangles(x, y), mirrored = detail::meet_triangles(y, x);
    ASSERT_EQ(found.meet, truth.meet);
    ASSERT_EQ(mirrored.meet, truth.meet);
    if (!truth.meet) continue;
    ASSERT_EQ(found.kind, truth.kind);
    ASSERT_EQ(mirrored.kind, truth.kind);
    for (const Meet& m : {found, mirrored}) {
      ASSERT_TRUE(in_box(m.p, a) && in_box(m.q, a) && in_box(m.p, b) && in_box(m.q, b));
      const bool point =
          std::all_of(truth.points.begin(), truth.points.end(), [&](const RVec& p) { return p == truth.points[0]; });
      if (point) {
        ASSERT_EQ(m.p, m.q);
      }
      if (tolerance > 0 && i == turn % 6) check_segment(m, truth, Rational(tolerance * size));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  if (!tally) return;
  (!truth.meet                           ? tally->disjoint
   : truth.kind == ContactKind::crossing ? tally->crossing
   : truth.kind == ContactKind::coplanar ? tally->coplanar
                                         : tally->touching)++;
}

std::string text(const Corners& t) {
  std::string s;
  char buffer[100];
  for (const Vec3& v : t.v) {
    std::snprintf(buffer, sizeof buffer, "{%a, %a, %a} ", v.x, v.y, v.z);
    s += buffer;
  }
  return s;
}

void check_family(const PairMaker& make, std::uint64_t seed, int count, double tolerance, Tally* tally = nullptr) {
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = make(random);
    SCOPED_TRACE(text(a) + "/ " + text(b));
    check(a, b, tolerance, i, tally);
    if (testing::Test::HasFatalFailure()) return;
  }
}

const Corners kUnit{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};  // in the plane z = 0

void expect(const Corners& b, bool meet, ContactKind kind = ContactKind::touching, const Vec3& p = {},
            const Vec3& q = {}) {
  SCOPED_TRACE(text(b));
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      const Meet m = detail::meet_triangles(permuted(kUnit, i), permuted(b, j));
      const Meet n = detail::meet_triangles(permuted(b, j), permuted(kUnit, i));
      ASSERT_EQ(m.meet, meet);
      ASSERT_EQ(n.meet, meet);
      if (!meet) continue;
      ASSERT_EQ(m.kind, kind);
      ASSERT_EQ(m.p, p);
      ASSERT_EQ(m.q, q);
      ASSERT_EQ(n.kind, kind);
      ASSERT_EQ(n.p, p);
      ASSERT_EQ(n.q, q);
    }
  }
}

TEST(TriangleTriangle, Crossing) {
  expect({{{1, 1, -1}, {1, 1, 1}, {1, 3, 0}}}, true, ContactKind::crossing, {1, 1, 0}, {1, 3, 0});
  expect({{{1, -2, -1}, {1, -2, 1}, {1, 6, 0}}}, true, ContactKind::crossing, {1, 0, 0}, {1, 3, 0});
  expect({{{1, 1, -1}, {1, 1, 1}, {1, 9, 0}}}, true, ContactKind::crossing, {1, 1, 0}, {1, 3, 0});
  expect({{{0, 0, -1}, {0, 0, 1}, {4, 4, 0}}}, true, ContactKind::crossing, {0, 0, 0}, {2, 2, 0});
}

TEST(TriangleTriangle, TouchingInAPoint) {
  expect({{{1, 1, 0}, {1, 2, 3}, {2, 1, 3}}}, true, ContactKind::touching, {1, 1, 0}, {1, 1, 0});    // corner in face
  expect({{{2, 0, 0}, {2, -1, 3}, {3, -1, 3}}}, true, ContactKind::touching, {2, 0, 0}, {2, 0, 0});  // corner on edge
  expect({{{4, 0, 0}, {5, 0, 1}, {5, 1, 1}}}, true, ContactKind::touching, {4, 0, 0}, {4, 0, 0});    // corner on corner
  expect({{{2, 0, -1}, {2, 0, 1}, {2, -3, 0}}}, true, ContactKind::touching, {2, 0, 0}, {2, 0, 0});  // edge on edge
}

TEST(TriangleTriangle, TouchingInASegment) {
  expect({{{1, 1, 0}, {2, 1, 0}, {1, 1, 5}}}, true, ContactKind::touching, {1, 1, 0}, {2, 1, 0});     // edge in face
  expect({{{0, 0, 0}, {4, 0, 0}, {0, 0, 5}}}, true, ContactKind::touching, {0, 0, 0}, {4, 0, 0});     // common edge
  expect({{{2, 0, 0}, {7, 0, 0}, {2, -1, 5}}}, true, ContactKind::touching, {2, 0, 0}, {4, 0, 0});    // edges overlap
  expect({{{-1, 0, -1}, {-1, 0, 1}, {3, 0, 0}}}, true, ContactKind::touching, {0, 0, 0}, {3, 0, 0});  // edge in plane
}

TEST(TriangleTriangle, Coplanar) {
  expect(kUnit, true, ContactKind::coplanar, {0, 4, 0}, {4, 0, 0});
  expect({{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}, true, ContactKind::coplanar, {1, 2, 0}, {2, 1, 0});
  expect({{{4, 0, 0}, {5, 0, 0}, {5, 1, 0}}}, true, ContactKind::coplanar, {4, 0, 0}, {4, 0, 0});
  expect({{{0, -1, 0}, {4, -1, 0}, {2, 1, 0}}}, true, ContactKind::coplanar, {1, 0, 0}, {3, 0, 0});
  expect({{{-8, 0, 0}, {9, 0, 0}, {0, -5, 0}}}, true, ContactKind::coplanar, {0, 0, 0}, {4, 0, 0});
  expect({{{3, 2, 0}, {5, 0, 0}, {5, 5, 0}}}, false);
}

TEST(TriangleTriangle, Degenerate) {
  expect({{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}}, true, ContactKind::touching, {1, 1, 0}, {1, 1, 0});
  expect({{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}}, false);
  expect({{{1, 1, -1}, {1, 1, 1}, {1, 1, 0}}}, true, ContactKind::touching, {1, 1, 0}, {1, 1, 0});
  expect({{{0, 0, -1}, {0, 0, 1}, {0, 0, 5}}}, true, ContactKind::touching, {0, 0, 0}, {0, 0, 0});
  expect({{{-1, 1, 0}, {9, 1, 0}, {5, 1, 0}}}, true, ContactKind::touching, {0, 1, 0}, {3, 1, 0});
  expect({{{5, 0, -1}, {5, 0, 1}, {5, 0, 1}}}, false);
  const Corners segment{{{0, 0, 0}, {2, 2, 2}, {1, 1, 1}}}, other{{{2, 0, 0}, {0, 2, 2}, {2, 0, 0}}};
  const Meet m = detail::meet_triangles(segment, other);
  EXPECT_TRUE(m.meet);
  EXPECT_EQ(m.kind, ContactKind::touching);
  EXPECT_EQ(m.p, (Vec3{1, 1, 1}));
  EXPECT_EQ(m.q, (Vec3{1, 1, 1}));
}

TEST(TriangleTriangle, Disjoint) {
  expect({{{0, 0, 1}, {4, 0, 1}, {0, 4, 2}}}, false);
  expect({{{3, 3, -1}, {3, 3, 1}, {5, 5, 0}}}, false);
  expect({{{2, 2.5, -1}, {2, 2.5, 1}, {7, 7, 0}}}, false);
}

TEST(TriangleTriangle, OracleRandom) {
  Tally tally;
  check_family(random_pair, 11, 1500, 0x1p-44, &tally);
  EXPECT_GT(tally.crossing, 50);
  EXPECT_GT(tally.disjoint, 50);
}

TEST(TriangleTriangle, OracleGrid) {
  Tally tally;
  check_family(grid_pair, 12, 4000, 0x1p-50, &tally);
  EXPECT_GT(tally.crossing, 50);
  EXPECT_GT(tally.touching, 50);
  EXPECT_GT(tally.coplanar, 50);
  EXPECT_GT(tally.disjoint, 50);
}

TEST(TriangleTriangle, OracleRelated) {
  Tally tally;
  check_family(related_pair, 13, 4000, 0x1p-38, &tally);
  EXPECT_GT(tally.crossing, 50);
  EXPECT_GT(tally.touching, 50);
  EXPECT_GT(tally.coplanar, 50);
  EXPECT_GT(tally.disjoint, 50);
}

TEST(TriangleTriangle, OracleSlivers) { check_family(sliver_pair, 14, 1500, 0x1p-38); }

TEST(TriangleTriangle, OracleScales) { check_family(scaled_pair, 15, 2000, 0x1p-38); }

TEST(TriangleTriangle, OracleExtremeExponents) { check_family(extreme_pair, 16, 400, 0); }

TEST(TriangleTriangle, WellConditionedSegmentsAreGoodToAFewUnitsInTheLastPlace) {
  Random random(17);
  int crossings = 0;
  for (int i = 0; i < 20000; ++i) {
    // Two large triangles at a right angle or nearly so.
    Corners a{{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}}, b{{{0, -1, -1}, {0, -1, 1}, {0, 1, 0}}};
    for (Corners* t : {&a, &b}) {
      for (Vec3& v : t->v) v = v + 0.25 * random.point();
    }
    const Meet m = detail::meet_triangles(a, b);
    if (!m.meet) continue;
    ++crossings;
    if (i % 10 == 0) check_segment(m, true_meet(a, b), Rational(0x1p-49));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(crossings, 10000);
}

}  // namespace
}  // namespace graze::test
