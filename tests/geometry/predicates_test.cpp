// SPDX-License-Identifier: Apache-2.0
#include "geometry/predicates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "geometry/exact.h"
#include "geometry/exact_number.h"
#include "geometry/expansion.h"

namespace graze::test {
namespace {

using detail::Vec2;

Rational rational_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return dot(cross(exact(b) - exact(a), exact(c) - exact(a)), exact(d) - exact(a));
}

Rational rational_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (Rational(a.x) - c.x) * (Rational(b.y) - c.y) - (Rational(a.y) - c.y) * (Rational(b.x) - c.x);
}

/// Compares the filtered and the unfiltered predicate with rationals, in all three projections and in space.
void check(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Rational truth = rational_orient3d(a, b, c, d);
  ASSERT_EQ(detail::orient3d(a, b, c, d), sgn(truth));
  const double value = detail::orient3d_exact(a, b, c, d);
  ASSERT_EQ(detail::sign_of(value), sgn(truth));
  if (std::abs(value) > 0x1p-999 && std::abs(value) < 0x1p999) {
    ASSERT_LE(abs(Rational(value) - truth), abs(truth) * Rational(0x1p-51));
  }
  ASSERT_EQ(detail::orient3d(b, a, c, d), -sgn(truth));
  ASSERT_EQ(detail::orient3d(d, b, c, a), -sgn(truth));
  bool flat = true;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2 p = detail::drop(a, axis), q = detail::drop(b, axis), r = detail::drop(c, axis);
    const int sign = sgn(rational_orient2d(p, q, r));
    flat = flat && sign == 0;
    ASSERT_EQ(detail::orient2d(p, q, r), sign);
    ASSERT_EQ(detail::sign_of(detail::orient2d_exact(p, q, r)), sign);
    ASSERT_EQ(detail::orient2d(q, p, r), -sign);
  }
  ASSERT_EQ(detail::collinear(a, b, c), flat);
}

double any_exponent(Random& random, int low, int high) {
  if (random.below(8) == 0) return 0;
  return std::ldexp(random.unit(), low + random.below(high - low + 1));
}

Vec3 any_exponents(Random& random, int low, int high) {
  const double x = any_exponent(random, low, high), y = any_exponent(random, low, high);
  return {x, y, any_exponent(random, low, high)};
}

TEST(Predicates, HandComputed) {
  EXPECT_EQ(detail::orient2d({0, 0}, {1, 0}, {0, 1}), 1);
  EXPECT_EQ(detail::orient2d({0, 0}, {0, 1}, {1, 0}), -1);
  EXPECT_EQ(detail::orient2d({0, 0}, {1, 1}, {3, 3}), 0);
  EXPECT_EQ(detail::orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(detail::orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, -1}), -1);
  EXPECT_EQ(detail::orient3d({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, -3, 0}), 0);
  EXPECT_EQ(detail::orient3d_value({0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 5}), 30);
  // 0.1 + 0.2 is not 0.3 in double: the exact answer follows the doubles.
  EXPECT_EQ(detail::orient2d({0, 0}, {0.1, 0.1}, {0.3, 0.1 + 0.2}), 1);
  EXPECT_EQ(detail::orient2d({0, 0}, {0.1, 0.1}, {0.3, 0.3}), 0);
  EXPECT_TRUE(detail::collinear({0, 0, 0}, {1, 2, 3}, {-2, -4, -6}));
  EXPECT_FALSE(detail::collinear({0, 0, 0}, {1, 2, 3}, {-2, -4, std::nextafter(-6.0, 0.0)}));
}

TEST(Predicates, Random) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const Vec3 a = random.point(), b = random.point(), c = random.point(), d = random.point();
    check(a, b, c, d);
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, SmallIntegers) {
  Random random(2);
  for (int i = 0; i < 40000; ++i) {
    const Vec3 a = random.grid(2), b = random.grid(2), c = random.grid(2), d = random.grid(2);
    check(a, b, c, d);
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, NearlyFlat) {
  Random random(3);
  for (int i = 0; i < 60000; ++i) {
    const double scale = std::ldexp(1.0, random.below(61) - 30);
    const auto sized = [&](const Vec3& v) { return Vec3{scale * v.x, scale * v.y, scale * v.z}; };
    const Vec3 a = sized(random.point()), b = sized(random.point());
    Vec3 c = sized(random.point());
    if (random.below(2)) {  // c almost on the line through a and b
      const double t = 4 * random.unit();
      c = random.nudge({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z)}, 2);
    }
    const double s = 2 * random.unit(), t = 2 * random.unit();
    const Vec3 d{a.x + s * (b.x - a.x) + t * (c.x - a.x), a.y + s * (b.y - a.y) + t * (c.y - a.y),
                 a.z + s * (b.z - a.z) + t * (c.z - a.z)};
    check(a, b, c, random.nudge(d, 2));
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, ExactlyFlatWithManyBits) {
  // Points of a plane with an integer normal; no coordinate is short, every determinant is exactly zero.
  Random random(4);
  for (int i = 0; i < 20000; ++i) {
    Vec3 p[4];
    for (Vec3& v : p) {
      v.x = std::floor(random.unit() * 0x1p48);
      v.y = std::floor(random.unit() * 0x1p48);
      v.z = 3 * v.x - 5 * v.y;
    }
    ASSERT_EQ(detail::orient3d(p[0], p[1], p[2], p[3]), 0);
    p[3].z = std::nextafter(p[3].z, HUGE_VAL);
    check(p[0], p[1], p[2], p[3]);
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, ExtremeExponents) {
  Random random(5);
  constexpr int kRange[][2] = {{-1074, 1024}, {-1074, -1000}, {1000, 1024}, {-310, -290}, {290, 310}, {-300, 300}};
  for (int i = 0; i < 12000; ++i) {
    const auto& range = kRange[i % 6];
    const Vec3 a = any_exponents(random, range[0], range[1]), b = any_exponents(random, range[0], range[1]);
    const Vec3 c = any_exponents(random, range[0], range[1]), d = any_exponents(random, range[0], range[1]);
    check(a, b, c, d);
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, SmallIntegersScaledToTheLimits) {
  Random random(6);
  for (int i = 0; i < 12000; ++i) {
    const double scale = i % 3 == 0 ? std::numeric_limits<double>::denorm_min() : i % 3 == 1 ? 0x1p1021 : 0x1p-358;
    Vec3 p[4];
    for (Vec3& v : p) {
      v = random.grid(3);
      v = {scale * v.x, scale * v.y, scale * v.z};
    }
    check(p[0], p[1], p[2], p[3]);
    if (HasFatalFailure()) return;
  }
}

TEST(Predicates, LargestDoubles) {
  constexpr double kMax = std::numeric_limits<double>::max();
  const Vec3 corner[] = {{kMax, kMax, kMax},       {-kMax, kMax, kMax},  {kMax, -kMax, kMax},  {kMax, kMax, -kMax},
                         {-kMax, -kMax, kMax},     {-kMax, kMax, -kMax}, {kMax, -kMax, -kMax}, {0, 0, 0},
                         {5e-324, -5e-324, 5e-324}};
  for (const Vec3& a : corner) {
    for (const Vec3& b : corner) {
      for (const Vec3& c : corner) {
        for (const Vec3& d : corner) check(a, b, c, d);
      }
    }
  }
}

TEST(Expansion, SumsAndProductsAreExact) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto number = [&] { return std::ldexp(random.unit(), random.below(90) - 45); };
    const double a = number(), b = number(), c = number(), d = random.nudge(c, 3);
    const auto e = (detail::difference(a, b) * detail::difference(c, d) + detail::difference(c, a)) *
                   (i % 2 ? detail::difference(d, b) : detail::difference(c, d));
    Rational sum = 0;
    for (int k = 0; k < e.size; ++k) {
      sum += Rational(e.component[k]);
      if (k > 0) {
        ASSERT_LT(std::abs(e.component[k - 1]), std::abs(e.component[k]));
      }
    }
    const Rational factor = i % 2 ? Rational(d) - b : Rational(c) - d;
    ASSERT_EQ(sum, ((Rational(a) - b) * (Rational(c) - d) + Rational(c) - a) * factor);
    ASSERT_EQ(detail::sign_of(e.estimate()), sgn(sum));
  }
}

TEST(ExactNumber, AgreesWithRationals) {
  Random random(8);
  for (int i = 0; i < 3000; ++i) {
    double x[6];
    for (double& value : x) value = any_exponent(random, -1074, 1023);
    x[5] = random.nudge(x[4], 2);
    detail::ExactNumber product(x[0]);
    Rational truth(x[0]);
    for (int k = 1; k < 6; ++k) {
      product = product * (detail::ExactNumber(x[k]) - detail::ExactNumber(x[(k + 1) % 6]));
      truth *= Rational(x[k]) - Rational(x[(k + 1) % 6]);
    }
    product = product + product - detail::ExactNumber(x[1]);
    truth = truth + truth - Rational(x[1]);
    ASSERT_EQ(product.sign(), sgn(truth));
    const double value = product.to_double();
    if (std::abs(value) > 0x1p-1000 && std::abs(value) < 0x1p1000) {
      ASSERT_LE(abs(Rational(value) - truth), abs(truth) * Rational(0x1p-52));
    }
    ASSERT_EQ((product - product).sign(), 0);
  }
}

}  // namespace
}  // namespace graze::test
