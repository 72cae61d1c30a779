// SPDX-License-Identifier: Apache-2.0
// What docs/extending.md asks of every registered volume: all of them are tested here, whatever they are.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "graze/math.h"
#include "support/scale.h"
#include "volumes/contains.h"
#include "volumes/registry.h"

namespace graze::test {
namespace {

using namespace detail;

class EveryFamily : public testing::TestWithParam<const VolumeFamily*> {
 protected:
  const VolumeFamily& family() const { return *GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Families, EveryFamily, testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& f) { return std::string(f.param->name); });

struct Fitted {
  std::vector<float> x, y, z;
  Moments moments;
  float slack = 0;
  float fields[32] = {};

  Fitted(const VolumeFamily& family, std::mt19937& random) {
    std::uniform_real_distribution<float> unit(-1, 1);
    const std::size_t triangles = 1 + random() % 40;
    const float stretch[3] = {unit(random), random() % 4 == 0 ? 0 : unit(random), unit(random)};
    const float offset[3] = {unit(random), unit(random), unit(random)};
    for (std::size_t i = 0; i < 3 * triangles; ++i) {
      x.push_back(offset[0] + stretch[0] * unit(random));
      y.push_back(offset[1] + stretch[1] * unit(random));
      z.push_back(offset[2] + stretch[2] * unit(random) + 0.5f * stretch[0] * x.back());
    }
    const Points all = points();
    moments_of(&all, 1, &moments);
    slack = 8 * 0x1p-24f * 4;
    family.fit(all, moments, slack, fields);
  }
  Points points() const { return {x.data(), y.data(), z.data(), x.size()}; }
  void point(std::size_t i, double out[3]) const {
    out[0] = x[i];
    out[1] = y[i];
    out[2] = z[i];
  }
};

TEST_P(EveryFamily, FitsAreSoundAndHoldTheirPoints) {
  std::mt19937 random(1);
  for (int round = 0; round < scaled(2000); ++round) {
    const Fitted cloud(family(), random);
    ASSERT_TRUE(family().is_sound(cloud.fields));
    ASSERT_GE(family().measure(cloud.fields), 0);
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
      double p[3];
      cloud.point(i, p);
      ASSERT_TRUE(family().contains(cloud.fields, p, 0.99 * cloud.slack)) << round;
    }
    float box[15];
    family().box(cloud.fields, box);
    ASSERT_TRUE(is_sound(Volume::obb, box));
    for (std::size_t i = 0; i < cloud.x.size(); ++i) {
      double p[3];
      cloud.point(i, p);
      ASSERT_TRUE(contains(Volume::obb, box, p, 0)) << round;
    }
  }
}

/// Two volumes with a point in common are never separated, wherever the pose puts the second.
TEST_P(EveryFamily, NeverSeparatesWhatMeets) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  int separated = 0;
  for (int round = 0; round < scaled(20000); ++round) {
    const Fitted a(family(), random), b(family(), random);
    const Pose pose = pose_from_quaternion(unit(random), unit(random), unit(random), 1.01 + unit(random));
    Frame frame{};
    std::copy(std::begin(pose.r), std::end(pose.r), frame.r);
    // A point of A onto a point of B, and a little farther than the pad in every other round.
    double p[3], q[3];
    a.point(random() % a.x.size(), p);
    b.point(random() % b.x.size(), q);
    for (int i = 0; i < 3; ++i)
      frame.t[i] = p[i] - (pose.r[3 * i] * q[0] + pose.r[3 * i + 1] * q[1] + pose.r[3 * i + 2] * q[2]);
    float moved[32];
    family().move(frame, b.fields, moved);
    ASSERT_FALSE(family().separated(a.fields, moved, 1e-5)) << round;
    for (int i = 0; i < 3; ++i) frame.t[i] += 4 * unit(random);
    family().move(frame, b.fields, moved);
    separated += family().separated(a.fields, moved, 1e-5) ? 1 : 0;
  }
  EXPECT_GT(separated, scaled(20000) / 4);  // or it does nothing
}

TEST_P(EveryFamily, MeasureAgreesWithContains) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-4, 4);
  for (int round = 0; round < 8; ++round) {
    const Fitted cloud(family(), random);
    const int total = scaled(100000);
    int inside = 0;
    for (int i = 0; i < total; ++i) {
      const double p[3] = {unit(random), unit(random), unit(random)};
      inside += family().contains(cloud.fields, p, 0) ? 1 : 0;
    }
    const double share = family().measure(cloud.fields) / 512;
    EXPECT_NEAR(static_cast<double>(inside) / total, share, 5 * std::sqrt(share / total) + 1e-4);
  }
}

TEST_P(EveryFamily, RefusesNonsense) {
  std::mt19937 random(4);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t f = 0; f < family().fields; ++f) {
      Fitted cloud(family(), random);
      cloud.fields[f] = std::nanf("");
      EXPECT_FALSE(family().is_sound(cloud.fields)) << f;
    }
  }
}

}  // namespace
}  // namespace graze::test
