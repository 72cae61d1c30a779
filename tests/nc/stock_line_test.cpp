// SPDX-License-Identifier: Apache-2.0
// What a moving piece of a tool takes from a line, against distances that are found by plain searches.
#include <gtest/gtest.h>

#include <random>

#include "nc/stock/section.h"
#include "support/scale.h"

namespace graze::test {
namespace {

namespace stock = detail::stock;
using stock::Shape;
using stock::Span;

/// The least value of a convex function, by golden sections.
template <class F>
double least_of(double a, double b, const F& f, int steps = 45) {
  const double golden = 0.3819660112501051;
  double x = a + golden * (b - a), y = b - golden * (b - a), at_x = f(x), at_y = f(y);
  double least = std::min({f(a), f(b), at_x, at_y});
  for (int i = 0; i < steps; ++i) {
    if (at_x < at_y) {
      b = y;
      y = x;
      at_y = at_x;
      x = a + golden * (b - a);
      least = std::min(least, at_x = f(x));
    } else {
      a = x;
      x = y;
      at_x = at_y;
      y = b - golden * (b - a);
      least = std::min(least, at_y = f(y));
    }
  }
  return least;
}

/// Distance to the frustum: the least over its discs.
double distance_to_discs(const Shape& s, const Vec3& p) {
  const double r = std::hypot(p.x, p.y);
  return least_of(0, 1, [&](double part) {
    const double z = s.z0 + part * (s.z1 - s.z0), radius = s.r0 + part * (s.r1 - s.r0);
    return std::hypot(std::max(0.0, r - radius), p.z - z);
  });
}

double distance_to_swept(const stock::Action& action, const Vec3& p) {
  return least_of(0, 1,
                  [&](double t) {
                    return distance_to_discs(action.shape, action.frame.into(p - action.from - t * action.way));
                  }) -
         action.shape.rho;
}

struct Cases {
  std::mt19937_64 random{7};
  double in(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); }
  int one_of(int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); }

  Shape shape() {
    switch (one_of(7)) {
      case 0:
        return {2, 0, 2, 0, 2};  // ball
      case 1:
        return {1.5, 0, 6, 0, 1.5};  // ball with its flute
      case 2:
        return {0, 2, 7, 2, 0};  // flat
      case 3:
        return {0.5, 1.5, 6, 1.5, 0.5};  // bull-nose
      case 4:
        return {0, 0, 3, 2, 0};  // drill's point
      case 5:
        return {0.7, 0.2, 6, 2, 0.7};  // taper
      default:
        return {0.3, 3, 4, 0.5, 0.3};  // dovetail
    }
  }

  stock::Action action(bool oblique) {
    stock::Action action;
    action.shape = shape();
    Vec3 axis{0, 0, 1};
    if (oblique) {
      axis = {in(-1, 1), in(-1, 1), in(-1, 1)};
      axis = (1 / detail::norm(axis)) * axis;
    } else if (one_of(3) == 0) {
      axis = {0, 0, 0};
      (one_of(2) == 0 ? axis.x : axis.y) = one_of(2) == 0 ? 1 : -1;
    } else if (one_of(4) == 0) {
      axis.z = -1;
    }
    action.frame = stock::frame_of(axis);
    action.from = {in(-3, 3), in(-3, 3), in(-3, 3)};
    action.way = {in(-3, 3), in(-3, 3), in(-3, 3)};
    switch (one_of(6)) {
      case 0:
        action.way.z = 0;
        break;
      case 1:
        action.way = {0, 0, action.way.z};
        break;
      case 2:
        action.way = {};
        break;
      default:
        break;
    }
    action.fit_box();
    return action;
  }
};

Vec3 on_line(int axis, double c1, double c2, double s) {
  double p[3];
  p[axis] = s;
  p[(axis + 1) % 3] = c1;
  p[(axis + 2) % 3] = c2;
  return {p[0], p[1], p[2]};
}

void check_lines(bool oblique, int cases) {
  Cases random;
  const double infinity = std::numeric_limits<double>::infinity();
  int met = 0;
  for (int n = 0; n < cases; ++n) {
    const stock::Action action = random.action(oblique);
    const int axis = random.one_of(3);
    const stock::Section section(action, axis);
    const Vec3 near = action.from + random.in(0, 1) * action.way + random.in(0, 6) * action.frame.z;
    const double c1 = detail::coordinate(near, (axis + 1) % 3) + random.in(-3, 3);
    const double c2 = detail::coordinate(near, (axis + 2) % 3) + random.in(-3, 3);
    const Span span = section(c1, c2, infinity);
    const auto distance = [&](double s) { return distance_to_swept(action, on_line(axis, c1, c2, s)); };
    const Span within = section.within();
    if (span.empty()) {
      // The distance is convex along the line: the least of all is what would be met.
      EXPECT_GT(least_of(within.lo, within.hi, distance, 20), -1e-7) << n;
      continue;
    }
    ++met;
    EXPECT_GE(span.lo, within.lo - 1e-9) << n;
    EXPECT_LE(span.hi, within.hi + 1e-9) << n;
    EXPECT_LT(distance(span.lo), 1e-7) << n;
    EXPECT_LT(distance(span.hi), 1e-7) << n;
    EXPECT_GT(distance(span.lo - 1e-4), 1e-9) << n;
    EXPECT_GT(distance(span.hi + 1e-4), 1e-9) << n;
    // What is said of the upper end where only the lower matters.
    const double above = random.in(span.lo, span.hi);
    const Span part = section(c1, c2, above);
    EXPECT_NEAR(part.lo, span.lo, 1e-8) << n;
    EXPECT_GE(part.hi, above - 1e-8) << n;
    EXPECT_LE(part.hi, span.hi + 1e-8) << n;
  }
  EXPECT_GT(met, cases / 4);
}

TEST(StockLine, AlongAndAcrossTheAxis) { check_lines(false, scaled(2000)); }
TEST(StockLine, ObliqueToTheAxis) { check_lines(true, scaled(1000)); }

TEST(StockLine, ASlopingFlatEndLeavesStraightWalls) {
  // At a height -z the disc has come 4 z along x; all lines of a lattice, where some lie symmetrically.
  stock::Action action;
  action.shape = {0, 2, 20, 2, 0};
  action.from = {-6, 0, 0};
  action.way = {12, 0, -3};
  action.fit_box();
  const stock::Section section(action, 0);
  for (int k = 0; k < 30; ++k) {
    for (int j = 0; j < 40; ++j) {
      const double z = -(k + 0.5) * 0.1, y = -2 + (j + 0.5) * 0.1, c = std::sqrt(4 - y * y);
      const Span span = section(y, z, 100);
      EXPECT_NEAR(span.lo, -6 - 4 * z - c, 1e-7) << y << " " << z;
      EXPECT_NEAR(span.hi, 6 + c, 1e-7) << y << " " << z;
    }
  }
}

TEST(StockLine, ShrunkPiecesAreThePointsThatDeep) {
  Cases random;
  int kept = 0;
  for (int n = 0; n < scaled(400); ++n) {
    const Shape shape = random.shape();
    const double depth = random.in(0.01, 1.2);
    const auto inner = stock::shrunk(shape, depth);
    const Vec3 p{random.in(-3, 3), random.in(-3, 3), random.in(-1, 8)};
    // How far the ball about p sticks out, by many of its points.
    double out = -1;
    for (int i = 0; i < 400; ++i) {
      const double z = -1 + (2 * i + 1) / 400.0, angle = 2.399963 * i, r = std::sqrt(1 - z * z);
      const Vec3 q = p + depth * Vec3{r * std::cos(angle), r * std::sin(angle), z};
      out = std::max(out, distance_to_discs(shape, q) - shape.rho);
    }
    if (inner && distance_to_discs(*inner, p) <= inner->rho) {
      EXPECT_LT(out, 1e-7) << n;
      ++kept;
    } else if (out <= 0) {
      // 400 points leave a shell of about 0.01 depth undecided.
      ASSERT_TRUE(inner) << n;
      EXPECT_LT(distance_to_discs(*inner, p) - inner->rho, 0.02 * depth) << n;
    }
  }
  EXPECT_GT(kept, 0);
}

TEST(StockLine, TheTimeOfAPointIsWhenThePieceReachesIt) {
  stock::Action action;
  action.shape = {2, 0, 2, 0, 2};
  action.from = {0, 0, -2};
  action.way = {10, 0, 0};
  EXPECT_NEAR(stock::first_time(action, {7, 0, 0}), 0.5, 1e-9);
  EXPECT_NEAR(stock::first_time(action, {7, 1.2, 0}), 0.54, 1e-9);
  EXPECT_EQ(stock::first_time(action, {1, 0, 0}), 0);
}

}  // namespace
}  // namespace graze::test
