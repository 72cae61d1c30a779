// SPDX-License-Identifier: Apache-2.0
#include "sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace graze::bench {
namespace {

using scenes::Quaternion;

double cosine(const Quaternion& p, const Quaternion& q) {
  return std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z);
}

/// The largest angle from anywhere to the nearest sample, tried at random places.
double largest_gap(const std::vector<Vec3>& samples) {
  scenes::Random random(1);
  double least = 1;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 d = random.direction();
    double best = -1;
    for (const Vec3& s : samples) best = std::max(best, scenes::dot(s, d));
    least = std::min(least, best);
  }
  return std::acos(least);
}

double largest_gap(const std::vector<Quaternion>& samples) {
  scenes::Random random(2);
  double least = 1;
  for (int i = 0; i < 3000; ++i) {
    const Quaternion q = scenes::random_rotation(random);
    double best = 0;
    for (const Quaternion& s : samples) best = std::max(best, cosine(s, q));
    least = std::min(least, best);
  }
  return 2 * std::acos(std::min(1.0, least));
}

TEST(Sampling, DirectionsAreUnitVectorsAndAsManyAsWanted) {
  for (const Sampling sampling : {Sampling::grid, Sampling::low_discrepancy, Sampling::random}) {
    for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 100u, 1001u}) {
      const std::vector<Vec3> directions = sample_directions(sampling, count, 3);
      ASSERT_EQ(directions.size(), count) << name(sampling);
      for (const Vec3& d : directions) EXPECT_NEAR(scenes::length(d), 1, 1e-14);
      const std::vector<Quaternion> turns = sample_orientations(sampling, count, 3);
      ASSERT_EQ(turns.size(), count) << name(sampling);
      for (const Quaternion& q : turns) EXPECT_NEAR(cosine(q, q), 1, 1e-14);
    }
  }
}

/// A cap of the area of 4π/n has the radius 2/√n; a good covering needs less than twice that. Rotations: the ball of
/// radius r (angle) has (r - sin r)/π of all, some r³/6π.
TEST(Sampling, CoversEvenly) {
  for (const Sampling sampling : {Sampling::grid, Sampling::low_discrepancy}) {
    for (const std::size_t count : {50u, 400u}) {
      const double cap = 2 / std::sqrt(static_cast<double>(count));
      EXPECT_LT(largest_gap(sample_directions(sampling, count, 0)), 1.6 * cap) << name(sampling) << ' ' << count;
      const double ball = std::cbrt(6 * std::numbers::pi / static_cast<double>(count));
      EXPECT_LT(largest_gap(sample_orientations(sampling, count, 0)), 1.9 * ball) << name(sampling) << ' ' << count;
    }
  }
}

TEST(Sampling, MeansAreNought) {
  for (const Sampling sampling : {Sampling::grid, Sampling::low_discrepancy, Sampling::random}) {
    Vec3 sum;
    const std::vector<Vec3> directions = sample_directions(sampling, 2000, 5);
    for (const Vec3& d : directions) sum = {sum.x + d.x, sum.y + d.y, sum.z + d.z};
    EXPECT_LT(scenes::length(sum) / 2000, sampling == Sampling::random ? 0.05 : 0.005) << name(sampling);
  }
}

TEST(Sampling, RandomFollowsTheSeed) {
  EXPECT_EQ(sample_directions(Sampling::random, 5, 9), sample_directions(Sampling::random, 5, 9));
  EXPECT_NE(sample_directions(Sampling::random, 5, 9), sample_directions(Sampling::random, 5, 10));
}

TEST(Sampling, HasNames) {
  for (const Sampling sampling : {Sampling::grid, Sampling::low_discrepancy, Sampling::random}) {
    EXPECT_EQ(sampling_from(name(sampling)), sampling);
  }
  EXPECT_EQ(sampling_from("regular"), std::nullopt);
}

}  // namespace
}  // namespace graze::bench
