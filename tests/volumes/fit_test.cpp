// SPDX-License-Identifier: Apache-2.0
// The contract of volumes/fit.h: true points are inside the volume as stored, which is no larger than it should be.
#include "volumes/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "graze/math.h"
#include "support/scale.h"
#include "traverse/isa.h"
#include "volumes/contains.h"
#include "volumes/dop.h"
#include "volumes/fit_points.h"
#include "volumes/layout.h"

namespace graze::test {
namespace {

using namespace detail;
using P3 = std::array<double, 3>;
using Wide = long double;

constexpr Volume kVolumes[] = {Volume::aabb,  Volume::dop8,        Volume::dop12, Volume::dop14,
                               Volume::dop18, Volume::dop20,       Volume::dop26, Volume::sphere,
                               Volume::obb,   Volume::rounded_box, Volume::hybrid};

/// True points, their float images, and the moments of a surface through them.
struct Cloud {
  std::vector<P3> exact;
  std::vector<float> x, y, z;
  Moments moments;
  float slack = 0;

  explicit Cloud(std::vector<P3> points) : exact(std::move(points)) {
    double largest = 0;
    for (const P3& p : exact) {
      x.push_back(static_cast<float>(p[0]));
      y.push_back(static_cast<float>(p[1]));
      z.push_back(static_cast<float>(p[2]));
      largest = std::max(largest, std::hypot(p[0], p[1], p[2]));
    }
    slack = round_up(8 * 0x1p-24 * largest + 1e-37);
    const Points all = this->points();
    moments_of(&all, 1, &moments);
  }
  Points points() const { return {x.data(), y.data(), z.data(), x.size()}; }
};

/// By how much the point sticks out of the volume as stored: at most 0 inside. In extended precision, from the
/// definition of the volume in volumes/layout.h; oriented volumes are the sets of centre + Σ y·axis.
Wide outside(Volume volume, const float* f, const P3& p) {
  if (const int count = dop_directions(volume); count > 0) {
    const std::size_t padded = layout_of(volume, 2).fields / 2;
    Wide worst = -HUGE_VALL;
    for (int i = 0; i < count; ++i) {
      const double* d = directions_of(volume).unit[i];
      const Wide length = std::sqrt(
          static_cast<Wide>(std::round(d[0] * d[0] * 6) + std::round(d[1] * d[1] * 6) + std::round(d[2] * d[2] * 6)));
      Wide along = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        along += std::copysign(std::sqrt(std::round(static_cast<Wide>(d[x]) * d[x] * 6)), d[x]) / length * p[x];
      }
      worst = std::max(worst, std::abs(along - f[i]) - f[padded + static_cast<std::size_t>(i)]);
    }
    return worst;
  }
  const Wide d[3] = {static_cast<Wide>(p[0]) - f[0], static_cast<Wide>(p[1]) - f[1], static_cast<Wide>(p[2]) - f[2]};
  if (volume == Volume::aabb) {
    return std::max({std::abs(d[0]) - f[3], std::abs(d[1]) - f[4], std::abs(d[2]) - f[5]});
  }
  if (volume == Volume::sphere) return std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - f[field::kSphereRadius];
  // Solve Σ yᵢ axisᵢ = d by Cramer's rule: the axes are orthonormal only to float.
  const float* a = f + field::kAxes;
  const auto det = [](const Wide u[3], const Wide v[3], const Wide w[3]) {
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  };
  Wide axes[3][3];
  for (std::size_t i = 0; i < 9; ++i) axes[i / 3][i % 3] = a[i];
  const Wide whole = det(axes[0], axes[1], axes[2]);
  const Wide y[3] = {det(d, axes[1], axes[2]) / whole, det(axes[0], d, axes[2]) / whole,
                     det(axes[0], axes[1], d) / whole};
  if (volume == Volume::obb || (volume == Volume::hybrid && f[field::kHybridThird] >= 0)) {
    return std::max({std::abs(y[0]) - f[12], std::abs(y[1]) - f[13], std::abs(y[2]) - f[14]});
  }
  Wide rest[3] = {d[0], d[1], d[2]};
  for (std::size_t k = 0; k < 2; ++k) {
    const Wide half = f[field::kRoundedHalf + k], in = std::clamp(y[k], -half, half);
    for (std::size_t x = 0; x < 3; ++x) rest[x] -= in * axes[k][x];
  }
  return std::sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]) - std::abs(f[field::kRoundedRadius]);
}

/// Point sets of every kind that meshes have, turned and moved at random.
std::vector<P3> random_points(std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  const int kind = static_cast<int>(random() % 8);
  const std::size_t count = 1 + random() % (random() % 4 == 0 ? 700 : 40);
  const double size = std::pow(10.0, -3.5 * (1 + unit(random))), offset = random() % 2 == 0 ? 0 : 1;
  std::array<std::array<double, 3>, 3> turn{};
  for (auto& row : turn) {
    for (double& t : row) t = unit(random);
  }
  const P3 move = {offset * unit(random), offset * unit(random), offset * unit(random)};
  std::vector<P3> out;
  for (std::size_t i = 0; i < count; ++i) {
    P3 p = {unit(random), unit(random), unit(random)};
    if (kind == 1) p[2] = 0;                                                    // flat
    if (kind == 2) p[1] = p[2] = 0;                                             // a line
    if (kind == 3) p = {0.3, 0.3, 0.3};                                         // one point
    if (kind == 4) p[2] = 0.1 * (p[0] * p[0] - p[1] * p[1]);                    // a curved patch
    if (kind == 5) p = {std::cos(7 * p[0]), std::sin(7 * p[0]), p[1] * 1e-3};   // a thin ring
    if (kind == 6) p = {std::round(p[0]), std::round(p[1]), std::round(p[2])};  // corners of a cube
    if (kind == 7) p[0] *= 1e-6;                                                // nearly flat
    P3 q = move;
    const bool turned = random() % 16 != 0 || kind != 6;
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t k = 0; k < 3; ++k)
        q[x] += size * (turned && kind != 6 ? turn[x][k] : (x == k ? 1.0 : 0.0)) * p[k];
    }
    out.push_back(q);
  }
  return out;
}

auto bits(const std::array<float, 32>& fields) { return std::bit_cast<std::array<std::uint32_t, 32>>(fields); }

class EveryVolume : public testing::TestWithParam<Volume> {};
INSTANTIATE_TEST_SUITE_P(Volumes, EveryVolume, testing::ValuesIn(kVolumes),
                         [](const auto& v) { return std::string(name(v.param)); });

TEST_P(EveryVolume, HoldsEveryTruePoint) {
  std::mt19937 random(5);
  const int repetitions = scaled(4000);
  for (int i = 0; i < repetitions; ++i) {
    const Cloud cloud(random_points(random));
    float fields[32];
    fit(GetParam(), cloud.points(), cloud.moments, cloud.slack, fields);
    ASSERT_TRUE(is_sound(GetParam(), fields)) << "set " << i;
    for (const P3& p : cloud.exact) {
      ASSERT_LE(outside(GetParam(), fields, p), 0) << "set " << i << " of " << cloud.exact.size() << " points";
      ASSERT_TRUE(contains(GetParam(), fields, p.data(), 0)) << "set " << i;
    }
  }
}

TEST_P(EveryVolume, SameOnEveryInstructionSet) {
  std::mt19937 random(7);
  for (int i = 0; i < scaled(300); ++i) {
    auto points = random_points(random);
    for (P3& p : points) {
      if (random() % 8 == 0) p[random() % 3] = random() % 2 == 0 ? 0.0 : -0.0;
    }
    const Cloud cloud(points);
    std::vector<std::array<float, 32>> results;
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      results.emplace_back().fill(0);
      fit(GetParam(), cloud.points(), cloud.moments, cloud.slack, results.back().data());
    }
    use_isa("");
    for (std::size_t k = 1; k < results.size(); ++k) {
      ASSERT_EQ(bits(results[0]), bits(results[k]))
          << "set " << i << ": " << available_isas()[0] << " and " << available_isas()[k];
    }
  }
}

TEST(Fits, BoxesFittedTogetherAreThoseFittedAlone) {
  std::mt19937 random(9);
  std::vector<Cloud> clouds;
  for (int i = 0; i < 150; ++i) clouds.emplace_back(random_points(random));
  for (const std::size_t count : {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{17}, clouds.size()}) {
    std::vector<Points> pieces;
    for (std::size_t i = 0; i < count; ++i) pieces.push_back(clouds[i].points());
    std::vector<Moments> moments(count);
    std::vector<std::array<float, 15>> leaves(count), inner(count);
    fit_leaf_obbs(pieces.data(), count, 0, moments.data(), leaves.data());
    fit_obbs(pieces.data(), moments.data(), count, 0, Effort::most, inner.data());
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(moments[i].area, clouds[i].moments.area) << i;
      std::array<float, 15> alone;
      fit_obb(pieces[i], clouds[i].moments, 0, alone.data());
      EXPECT_EQ(inner[i], alone) << i;
      if (pieces[i].count <= 66) {
        EXPECT_EQ(leaves[i], alone) << i;
      }
    }
  }
}

TEST(Fits, MomentsByHand) {
  // The square [0, 2]² at height 3, in two triangles: the variance of a uniform side of 2 is 1/3.
  const Cloud square({{0, 0, 3}, {2, 0, 3}, {2, 2, 3}, {0, 0, 3}, {2, 2, 3}, {0, 2, 3}});
  const Moments& m = square.moments;
  EXPECT_NEAR(m.area, 4, 1e-5);
  const float mean[3] = {1, 1, 3}, normal[3] = {0, 0, 1}, covariance[6] = {1.0f / 3, 1.0f / 3, 0, 0, 0, 0};
  for (int x = 0; x < 3; ++x) {
    EXPECT_NEAR(m.mean[x], mean[x], 1e-6) << x;
    EXPECT_NEAR(m.normal[x], normal[x], 1e-6) << x;
  }
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(m.covariance[k], covariance[k], 1e-6) << k;
  EXPECT_EQ(Cloud({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}).moments.area, 0);
}

TEST(Fits, MergedMomentsAreThoseOfTheWhole) {
  std::mt19937 random(10);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<P3> points(60);
  for (P3& p : points) p = {unit(random), unit(random), unit(random)};
  std::vector<Moments> parts;
  for (std::size_t i = 0; i < 60; i += 15) {
    parts.push_back(Cloud(std::vector<P3>(points.begin() + i, points.begin() + i + 15)).moments);
  }
  parts.emplace_back();  // without area: changes nothing
  const Moments merged = merge(parts.data(), parts.size()), whole = Cloud(points).moments;
  EXPECT_NEAR(merged.area, whole.area, 1e-5);
  for (int x = 0; x < 3; ++x) {
    EXPECT_NEAR(merged.mean[x], whole.mean[x], 1e-5);
    EXPECT_NEAR(merged.normal[x], whole.normal[x], 1e-5);
  }
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(merged.covariance[k], whole.covariance[k], 1e-5);
}

TEST(Fits, BoxesFindTheirAxes) {
  // Patches 4 × 2 × 0.01, turned at random: the box must be nearly as thin as the patch.
  std::mt19937 random(12);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 300; ++i) {
    double q[4];
    for (double& c : q) c = normal(random);
    const Pose pose = pose_from_quaternion(q[0], q[1], q[2], q[3], {});
    std::vector<P3> points(3 * (4 + random() % 12));
    for (P3& out : points) {
      const double p[3] = {2 * unit(random), unit(random), 0.005 * unit(random)};
      for (int x = 0; x < 3; ++x) out[x] = pose.r[3 * x] * p[0] + pose.r[3 * x + 1] * p[1] + pose.r[3 * x + 2] * p[2];
    }
    const Cloud cloud(points);
    float box[15];
    fit_obb(cloud.points(), cloud.moments, cloud.slack, box);
    EXPECT_LT(*std::min_element(box + field::kObbHalf, box + field::kObbHalf + 3), 0.02) << i;
  }
}

TEST(Fits, BoxesAndSlabsAreTight) {
  std::mt19937 random(11);
  for (int i = 0; i < scaled(300); ++i) {
    const Cloud cloud(random_points(random));
    for (const Volume volume :
         {Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20, Volume::dop26}) {
      float fields[32];
      fit_dop(volume, cloud.points(), cloud.slack, fields);
      const std::size_t padded = layout_of(volume, 2).fields / 2;
      for (int k = 0; k < directions_of(volume).count; ++k) {
        const double* d = directions_of(volume).unit[k];
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (const P3& p : cloud.exact) {
          const double along = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
          low = std::min(low, along);
          high = std::max(high, along);
        }
        const float half = fields[padded + static_cast<std::size_t>(k)];
        ASSERT_LE(half, 0.5 * (high - low) * (1 + 2e-6) + 3 * cloud.slack) << name(volume) << " direction " << k;
      }
    }
    float box[6];
    fit_aabb(cloud.points(), cloud.slack, box);
    const auto [low, high] = std::minmax_element(cloud.x.begin(), cloud.x.end());
    ASSERT_LE(box[3], 0.5 * (static_cast<double>(*high) - *low) * (1 + 2e-6) + 2 * cloud.slack);
  }
}

TEST(Fits, KnownSpheres) {
  float sphere[4];
  const auto radius_of = [&](std::vector<P3> points) {
    const Cloud cloud(std::move(points));
    fit_sphere(cloud.points(), 0, sphere);
    return static_cast<double>(sphere[3]);
  };
  EXPECT_EQ(radius_of({{1, 2, 3}}), 0);
  EXPECT_NEAR(radius_of({{0, 0, 0}, {2, 0, 0}}), 1, 2e-6);
  EXPECT_NEAR(radius_of({{0, 0, 0}, {2, 0, 0}, {1, 0.5, 0}, {1, 0, 0}}), 1, 2e-6);
  EXPECT_NEAR(radius_of({{1, 0, 0}, {-0.5, std::sqrt(0.75), 0}, {-0.5, -std::sqrt(0.75), 0}}), 1, 1e-5);
  EXPECT_NEAR(radius_of({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}), std::sqrt(3.0), 1e-5);
  std::vector<P3> cube(8);
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t x = 0; x < 3; ++x) cube[i][x] = ((i >> x) & 1u) != 0 ? 1 : 0;
  }
  EXPECT_NEAR(radius_of(cube), std::sqrt(0.75), 1e-5);
}

TEST(Fits, SpheresAreNearlyLeast) {
  // Against many steps of Badoiu and Clarkson, whose radius after n steps is within 1 + 1 / sqrt(n) of the least and
  // in practice much nearer.
  std::mt19937 random(13);
  for (int i = 0; i < scaled(60); ++i) {
    const auto points = random_points(random);
    const Cloud cloud(points);
    float sphere[4];
    fit_sphere(cloud.points(), 0, sphere);
    P3 c = points[0];
    double least = HUGE_VAL;
    for (int step = 0; step < 3000; ++step) {
      std::size_t farthest = 0;
      double most = -1;
      for (std::size_t k = 0; k < points.size(); ++k) {
        const double d = std::hypot(points[k][0] - c[0], points[k][1] - c[1], points[k][2] - c[2]);
        if (d > most) {
          most = d;
          farthest = k;
        }
      }
      least = std::min(least, most);
      for (std::size_t x = 0; x < 3; ++x) c[x] += (points[farthest][x] - c[x]) / (step + 2);
    }
    ASSERT_LE(sphere[3], least * 1.005 + 2 * cloud.slack) << i;
  }
}

TEST(Fits, KnownRoundedBoxes) {
  // A flat 4 × 2 rectangle; the same, 0.2 thick; a stadium of radius 1/2.
  const auto fitted = [](std::vector<P3> points, float out[15]) {
    const Cloud cloud(std::move(points));
    fit_rounded_box(cloud.points(), cloud.moments, 0, out);
  };
  float box[15];
  std::vector<P3> flat, thick, stadium;
  for (int i = 0; i <= 4; ++i) {
    for (int j = 0; j <= 2; ++j) flat.push_back({i - 2.0, j - 1.0, 0});
  }
  fitted(flat, box);
  EXPECT_NEAR(box[field::kRoundedHalf], 2, 1e-5);
  EXPECT_NEAR(box[field::kRoundedHalf + 1], 1, 1e-5);
  EXPECT_NEAR(box[field::kRoundedRadius], 0, 1e-5);
  EXPECT_NEAR(std::abs(box[field::kAxes + 8]), 1, 1e-6);

  for (const P3& p : flat) {
    thick.push_back({p[0], p[1], -0.1});
    thick.push_back({p[0], p[1], 0.1});
  }
  fitted(thick, box);
  EXPECT_NEAR(box[field::kRoundedHalf], 2, 1e-5);
  EXPECT_NEAR(box[field::kRoundedRadius], 0.1, 1e-5);

  for (int i = 0; i < 4000; ++i) {
    const int ring = i / 200;
    const double a = 2 * M_PI * i / 200, b = M_PI * ring / 19;
    const double s = std::sin(b) * 0.5;
    stadium.push_back({s * std::cos(a) + (std::cos(a) > 0 ? 3 : -3), s * std::sin(a) + (std::sin(a) > 0 ? 1 : -1),
                       0.5 * std::cos(b)});
  }
  fitted(stadium, box);
  EXPECT_NEAR(box[field::kRoundedHalf], 3, 0.02);
  EXPECT_NEAR(box[field::kRoundedHalf + 1], 1, 0.02);
  EXPECT_NEAR(box[field::kRoundedRadius], 0.5, 0.02);
}

TEST(Fits, FarthestPointIsTheFirstOfEqual) {
  const float centre[3] = {0, 0, 0};
  std::mt19937 random(17);
  for (std::size_t n = 1; n <= 70; ++n) {
    std::vector<float> x(n), y(n, 0), z(n, 0);
    for (float& v : x) v = static_cast<float>(random() % 5) - 2;
    const auto far = [](float a, float b) { return std::abs(a) < std::abs(b); };
    const auto expected = static_cast<std::size_t>(std::max_element(x.begin(), x.end(), far) - x.begin());
    for (const std::string_view isa : available_isas()) {
      ASSERT_TRUE(use_isa(isa));
      EXPECT_EQ(farthest_point({x.data(), y.data(), z.data(), n}, centre).index, expected) << n << " on " << isa;
    }
  }
  use_isa("");
}

TEST(Fits, RoundUp) {
  EXPECT_EQ(round_up(0), 0);
  EXPECT_EQ(round_up(1), 1);
  EXPECT_EQ(round_up(1 + 1e-12), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(round_up(-1 + 1e-12), std::nextafter(-1.0f, 0.0f));
  EXPECT_EQ(round_up(1e-300), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(round_up(-1e-300), 0);
  std::mt19937 random(19);
  std::uniform_real_distribution<double> exponent(-130, 120);
  for (int i = 0; i < 10000; ++i) {
    const double x = std::exp2(exponent(random)) * (random() % 2 == 0 ? 1 : -1);
    const float f = round_up(x);
    ASSERT_GE(static_cast<double>(f), x);
    ASSERT_LT(static_cast<double>(std::nextafter(f, -HUGE_VALF)), x);
  }
}

}  // namespace
}  // namespace graze::test
