// SPDX-License-Identifier: Apache-2.0
// The volume two boxes share: the exact one against sampling, the others against it.
#include "adb/box_pair.h"

#include <gtest/gtest.h>

#include <cmath>

#include "adb/adb_shapes.h"
#include "geometry/rigid.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::BoxPair;
using detail::HalfBox;

HalfBox box_of(double x, double y, double z) {
  HalfBox box;
  box.centre[0] = box.centre[1] = box.centre[2] = 0;
  box.half[0] = x / 2;
  box.half[1] = y / 2;
  box.half[2] = z / 2;
  box.volume = x * y * z;
  return box;
}

struct Placed {
  HalfBox a, b;
  Pose pose;
  double shift[3];
  Placed(const HalfBox& first, const HalfBox& second, const Pose& at)
      : a(first), b(second), pose(at), shift{at.t.x, at.t.y, at.t.z} {}
  BoxPair pair() const { return {a, b, pose.r, shift}; }
  double by(AdbVolume how) const { return detail::shared_volume(pair(), how, 2); }
};

Placed random_pair(detail::Random& random, bool alike) {
  double s[6];
  for (double& x : s) x = std::pow(10, random.uniform(-1.5, 0.3));
  if (alike) std::copy(s, s + 3, s + 3);
  const double reach = std::sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
  const double distance = random.uniform(0, reach);
  return {box_of(s[0], s[1], s[2]), box_of(s[3], s[4], s[5]), adb_pose(random, distance)};
}

/// The share of a lattice in A that lies in B.
double sampled_volume(const Placed& p, int side) {
  const Pose back = inverse(p.pose);
  int inside = 0;
  for (int i = 0; i < side * side * side; ++i) {
    const int index[3] = {i % side, i / side % side, i / side / side};
    double at[3];
    for (int k = 0; k < 3; ++k) at[k] = p.a.half[k] * ((2 * index[k] + 1.0) / side - 1);
    const Vec3 v = place(back, {at[0], at[1], at[2]});
    inside += std::abs(v.x) <= p.b.half[0] && std::abs(v.y) <= p.b.half[1] && std::abs(v.z) <= p.b.half[2] ? 1 : 0;
  }
  return p.a.volume * inside / (side * side * side);
}

TEST(AdbVolume, KnownCases) {
  const HalfBox cube = box_of(1, 1, 1);
  Pose pose;
  EXPECT_NEAR(Placed(cube, cube, pose).by(AdbVolume::exact), 1, 1e-12);
  EXPECT_NEAR(Placed(cube, cube, pose).by(AdbVolume::three_cases), 1, 1e-12);
  pose.t = {0.25, 0, 0};
  for (const AdbVolume how : {AdbVolume::exact, AdbVolume::three_cases, AdbVolume::slabs, AdbVolume::aligned_dop}) {
    EXPECT_NEAR(Placed(cube, cube, pose).by(how), 0.75, 1e-12) << name(how);
  }
  pose.t = {1, 0, 0};  // faces touch
  EXPECT_EQ(Placed(cube, cube, pose).by(AdbVolume::exact), 0);
  pose.t = {0.25, 0.5, -0.5};
  EXPECT_NEAR(Placed(cube, cube, pose).by(AdbVolume::exact), 0.1875, 1e-12);
  // An eighth of a turn about z: an octagon of area 2 (√2 - 1).
  const Pose turned = pose_from_quaternion(std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8));
  EXPECT_NEAR(Placed(cube, cube, turned).by(AdbVolume::exact), 2 * (std::sqrt(2.0) - 1), 1e-9);
  // Balls of radius √3/2, one radius apart: 5/12 π r³, cut to the smaller box at most.
  const double r = std::sqrt(0.75);
  pose.t = {r, 0, 0};
  const double lens = 5.0 / 12 * M_PI * r * r * r;
  EXPECT_NEAR(Placed(cube, cube, pose).by(AdbVolume::spheres), std::min(lens, 1.0), 1e-12);
  const HalfBox small = box_of(0.5, 0.5, 0.5);
  pose.t = {0.1, 0, 0};
  EXPECT_NEAR(Placed(cube, small, pose).by(AdbVolume::exact), 0.125, 1e-12);
  EXPECT_NEAR(Placed(cube, small, pose).by(AdbVolume::three_cases), 0.125, 1e-12);  // by spheres, and no more than that
}

TEST(AdbVolume, ExactIsWhatSamplingSees) {
  detail::Random random(11);
  for (int i = 0; i < scaled(40); ++i) {
    const Placed p = random_pair(random, i % 2 == 0);
    const double least = std::min(p.a.volume, p.b.volume);
    const double exact = p.by(AdbVolume::exact);
    EXPECT_LE(exact, least * (1 + 1e-9));
    EXPECT_NEAR(exact, sampled_volume(p, 40), 0.04 * p.a.volume);
  }
}

TEST(AdbVolume, EnclosuresAreNoSmaller) {
  detail::Random random(12);
  int shared = 0;
  for (int i = 0; i < scaled(4000); ++i) {
    const Placed p = random_pair(random, i % 2 == 0);
    const double exact = p.by(AdbVolume::exact), slack = 1e-9 * p.a.volume;
    for (const AdbVolume how : {AdbVolume::spheres, AdbVolume::slabs, AdbVolume::aligned_dop}) {
      EXPECT_GE(p.by(how), exact - slack) << name(how);
    }
    EXPECT_LE(p.by(AdbVolume::slabs), p.by(AdbVolume::aligned_dop) + slack);
    shared += exact > 0 ? 1 : 0;
    // The box test and the volume agree about what is apart.
    if (detail::separated(p.pair())) {
      EXPECT_LE(exact, slack);
    }
    if (exact == 0) {
      EXPECT_TRUE(detail::separated(p.pair()));
    }
  }
  EXPECT_GT(shared, scaled(4000) / 4);
}

/// 000, 3.6 claims an upper bound. It is not: moved by (1.7711, 0.7269, 0) along its axes a box of 1.97 · 1.1877 ·
/// 0.0477 shares 3.9 % of its volume with itself, and V2 says 2.8 %. A search of three million found no larger
/// difference.
TEST(AdbVolume, ThreeCasesAreNearlyABound) {
  const HalfBox flat = box_of(1.9699, 1.1877, 0.0477);
  Pose pose;
  pose.t = {1.7711, 0.7269, 0};
  EXPECT_NEAR(Placed(flat, flat, pose).by(AdbVolume::exact) / flat.volume, 0.0391, 1e-4);
  EXPECT_NEAR(Placed(flat, flat, pose).by(AdbVolume::three_cases) / flat.volume, 0.0281, 1e-4);

  detail::Random random(13);
  for (int i = 0; i < scaled(4000); ++i) {
    Placed p = random_pair(random, true);
    if (i % 2 == 0) {
      const Pose unturned;
      std::copy(unturned.r, unturned.r + 9, p.pose.r);
    }
    EXPECT_GE(p.by(AdbVolume::three_cases), p.by(AdbVolume::exact) - 0.012 * p.a.volume);
  }
}

}  // namespace
}  // namespace graze::test
