// SPDX-License-Identifier: Apache-2.0
// Volumes of volumes, and what is inside them: against numbers known by hand, and against counting points.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "support/scale.h"
#include "volumes/contains.h"
#include "volumes/dop.h"
#include "volumes/fit.h"
#include "volumes/layout.h"

namespace graze::test {
namespace {

using detail::contains;
using detail::dop_directions;
using detail::is_sound;
using detail::measure;
using Fields = std::array<float, 32>;

constexpr Volume kDops[] = {Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20, Volume::dop26};

/// A k-DOP whose slabs about `centre` have the half-widths that `half` gives for each direction scaled to integers.
template <class Half>
Fields dop(Volume volume, const std::array<double, 3>& centre, const Half& half) {
  Fields fields{};
  const std::size_t padded = detail::layout_of(volume, 2).fields / 2;
  const detail::DopDirections& directions = detail::directions_of(volume);
  for (int i = 0; i < directions.count; ++i) {
    const double* n = directions.unit[i];
    const double scale = std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])});
    const int nonzero = (n[0] != 0 ? 1 : 0) + (n[1] != 0 ? 1 : 0) + (n[2] != 0 ? 1 : 0);
    const auto k = static_cast<std::size_t>(i);
    fields[k] = static_cast<float>(n[0] * centre[0] + n[1] * centre[1] + n[2] * centre[2]);
    fields[padded + k] = static_cast<float>(half(nonzero) * scale);
  }
  return fields;
}

TEST(Measure, ByHand) {
  EXPECT_DOUBLE_EQ(measure(Volume::aabb, Fields{9, 9, 9, 1, 2, 3}.data()), 48);
  EXPECT_DOUBLE_EQ(measure(Volume::sphere, Fields{9, 9, 9, 2}.data()), 32 * std::numbers::pi / 3);
  Fields box{9, 9, 9, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3};
  EXPECT_DOUBLE_EQ(measure(Volume::obb, box.data()), 48);
  box[12] = box[13] = 0;
  EXPECT_DOUBLE_EQ(measure(Volume::rounded_box, box.data()), 36 * std::numbers::pi);  // a ball
  box[12] = 5;
  EXPECT_DOUBLE_EQ(measure(Volume::rounded_box, box.data()),
                   36 * std::numbers::pi + 90 * std::numbers::pi);  // a capsule
}

/// Polyhedra |x|, |y|, |z| <= a, |x| + |y| <= b and so on, |x| + |y| + |z| <= c, away from the origin.
TEST(Measure, KnownPolyhedra) {
  const std::array<double, 3> at{3, -2, 5};
  const auto of = [&](Volume volume, double a, double b, double c) {
    const double half[4] = {0, a, b, c};
    return measure(volume, dop(volume, at, [&](int nonzero) { return half[nonzero]; }).data());
  };
  EXPECT_NEAR(of(Volume::dop8, 0, 0, 1), 4.0 / 3, 1e-6);     // octahedron
  EXPECT_NEAR(of(Volume::dop12, 0, 1, 0), 2, 1e-6);          // rhombic dodecahedron
  EXPECT_NEAR(of(Volume::dop14, 1, 0, 2), 20.0 / 3, 1e-6);   // cuboctahedron
  EXPECT_NEAR(of(Volume::dop14, 1, 0, 1), 4.0 / 3, 1e-6);    // its cube touches the octahedron
  EXPECT_NEAR(of(Volume::dop14, 1, 0, 9), 8, 1e-6);          // a cube
  EXPECT_NEAR(of(Volume::dop18, 1, 9, 0), 8, 1e-6);          // a cube
  EXPECT_NEAR(of(Volume::dop18, 1, 2, 0), 8, 1e-6);          // planes through its edges
  EXPECT_NEAR(of(Volume::dop18, 9, 1, 0), 2, 1e-6);          // rhombic dodecahedron
  EXPECT_NEAR(of(Volume::dop20, 0, 9, 1), 4.0 / 3, 1e-6);    // octahedron
  EXPECT_NEAR(of(Volume::dop26, 1, 2, 3), 8, 1e-6);          // planes through edges and corners of a cube
  EXPECT_NEAR(of(Volume::dop26, 1, 9, 2), 20.0 / 3, 1e-6);   // cuboctahedron
  EXPECT_NEAR(of(Volume::dop26, 0, 0, 0), 0, 1e-12);         // a point
  EXPECT_NEAR(of(Volume::dop26, 1e-6, 9, 9), 8e-18, 1e-22);  // a tiny cube
}

/// Random points in a cube, by `contains`: the same share of them is inside as `measure` says.
void compare_with_counting(Volume volume, const Fields& fields, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-3, 3);
  const int total = scaled(40000);
  int inside = 0;
  for (int i = 0; i < total; ++i) {
    const double p[3] = {unit(random), unit(random), unit(random)};
    inside += contains(volume, fields.data(), p, 0) ? 1 : 0;
  }
  const double share = measure(volume, fields.data()) / 216;
  ASSERT_GT(share, 1e-4);
  // Five standard deviations.
  EXPECT_NEAR(static_cast<double>(inside) / total, share, 5 * std::sqrt(share / total)) << name(volume);
}

TEST(Measure, AgreesWithContains) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(-1, 1), width(0.3, 1.2);
  for (int round = 0; round < 6; ++round) {
    for (const Volume volume : kDops) {
      Fields fields =
          dop(volume, {unit(random), unit(random), unit(random)}, [](int n) { return n == 1 ? 1.0 : n * 0.8; });
      const std::size_t padded = detail::layout_of(volume, 2).fields / 2;
      for (int i = 0; i < dop_directions(volume); ++i) {
        fields[static_cast<std::size_t>(i)] += static_cast<float>(0.2 * unit(random));
        fields[padded + static_cast<std::size_t>(i)] *= static_cast<float>(width(random));
      }
      compare_with_counting(volume, fields, random);
    }
    // Boxes turned about z and x.
    const double a = 3 * unit(random), b = 3 * unit(random);
    const double axes[9] = {std::cos(a),
                            std::sin(a),
                            0,
                            -std::sin(a) * std::cos(b),
                            std::cos(a) * std::cos(b),
                            std::sin(b),
                            std::sin(a) * std::sin(b),
                            -std::cos(a) * std::sin(b),
                            std::cos(b)};
    Fields box{0.1f, -0.2f, 0.3f};
    for (std::size_t i = 0; i < 9; ++i) box[3 + i] = static_cast<float>(axes[i]);
    for (std::size_t i = 12; i < 15; ++i) box[i] = static_cast<float>(width(random));
    ASSERT_TRUE(is_sound(Volume::obb, box.data()));
    compare_with_counting(Volume::obb, box, random);
    compare_with_counting(Volume::rounded_box, box, random);
    compare_with_counting(Volume::aabb, {0.1f, -0.2f, 0.3f, 0.5f, 1, 1.5f}, random);
    compare_with_counting(Volume::sphere, {0.1f, -0.2f, 0.3f, 1.5f}, random);
  }
}

/// A ball is inside exactly when the farthest points of it are.
TEST(Contains, Balls) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::normal_distribution<double> normal;
  const Fields box{0, 0, 0, 0.6f, 0.8f, 0, -0.8f, 0.6f, 0, 0, 0, 1, 0.5f, 0.7f, 0.9f};
  for (const Volume volume :
       {Volume::aabb, Volume::sphere, Volume::obb, Volume::rounded_box, Volume::dop14, Volume::dop26}) {
    Fields fields = box;
    if (volume == Volume::aabb) fields = {0, 0, 0, 0.5f, 0.7f, 0.9f};
    if (volume == Volume::sphere) fields = {0, 0, 0, 0.9f};
    if (dop_directions(volume) > 0) fields = dop(volume, {0, 0, 0}, [](int n) { return n == 1 ? 0.7 : 0.6 * n; });
    int held = 0;
    for (int i = 0; i < 2000; ++i) {
      const double p[3] = {unit(random), unit(random), unit(random)}, radius = 0.3 * std::abs(unit(random));
      if (!contains(volume, fields.data(), p, radius)) continue;
      ++held;
      for (int k = 0; k < 50; ++k) {
        double d[3] = {normal(random), normal(random), normal(random)};
        const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        const double q[3] = {p[0] + 0.9999 * radius * d[0] / length, p[1] + 0.9999 * radius * d[1] / length,
                             p[2] + 0.9999 * radius * d[2] / length};
        ASSERT_TRUE(contains(volume, fields.data(), q, 0)) << name(volume);
      }
    }
    EXPECT_GT(held, 50) << name(volume);
    const double nan[3] = {0, std::nan(""), 0}, middle[3] = {0, 0, 0};
    EXPECT_FALSE(contains(volume, fields.data(), nan, 0));
    EXPECT_TRUE(contains(volume, fields.data(), middle, 0));
    EXPECT_FALSE(contains(volume, fields.data(), middle, 10));
  }
}

}  // namespace
}  // namespace graze::test
