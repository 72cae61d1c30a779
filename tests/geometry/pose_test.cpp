// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "geometry/exact.h"
#include "geometry/vec.h"
#include "graze/error.h"
#include "graze/math.h"

namespace graze::test {
namespace {

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

Pose random_pose(Random& random) {
  const double w = random.unit(), x = random.unit(), y = random.unit(), z = random.unit();
  return pose_from_quaternion(w, x, y, z, random.point());
}

TEST(Pose, QuarterTurn) {
  const Pose pose = pose_from_quaternion(1, 0, 0, 1, {10, 0, 0});  // about z, not normalised
  expect_near(place(pose, {1, 2, 3}), {8, 1, 3}, 1e-14);
  expect_near(place(inverse(pose), {8, 1, 3}), {1, 2, 3}, 1e-14);
}

TEST(Pose, PlaceIsTheStatedExpression) {
  // With fused multiply-add or another order, some of these would round differently.
  Random random(31);
  for (int i = 0; i < 10000; ++i) {
    const Pose pose = random_pose(random);
    const Vec3 v = random.point(), p = place(pose, v);
    const auto row = [&](int k, double t) {
      volatile double xx = pose.r[3 * k] * v.x, yy = pose.r[3 * k + 1] * v.y, zz = pose.r[3 * k + 2] * v.z;
      volatile double sum = xx + yy;
      sum = sum + zz;
      return sum + t;
    };
    ASSERT_EQ(p.x, row(0, pose.t.x));
    ASSERT_EQ(p.y, row(1, pose.t.y));
    ASSERT_EQ(p.z, row(2, pose.t.z));
  }
}

TEST(Pose, InverseAndCompose) {
  Random random(32);
  for (int i = 0; i < 1000; ++i) {
    const Pose f = random_pose(random), g = random_pose(random);
    const Vec3 v = random.point();
    ASSERT_TRUE(is_rigid(f) && is_rigid(inverse(f)) && is_rigid(compose(f, g)));
    expect_near(place(inverse(f), place(f, v)), v, 1e-14);
    expect_near(place(compose(f, g), v), place(f, place(g, v)), 1e-14);
  }
  const Pose none = inverse(Pose{});
  EXPECT_FALSE(std::signbit(none.t.x) || std::signbit(none.t.y) || std::signbit(none.t.z));
}

TEST(Pose, Quaternions) {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(is_rigid(pose_from_quaternion(huge, -huge, huge, huge)));
  EXPECT_TRUE(is_rigid(pose_from_quaternion(tiny, tiny, 0, 0)));
  EXPECT_THROW(pose_from_quaternion(0, 0, 0, 0), std::invalid_argument);
  EXPECT_THROW(pose_from_quaternion(1, 0, NAN, 0), std::invalid_argument);
  EXPECT_THROW(pose_from_quaternion(HUGE_VAL, 0, 0, 0), std::invalid_argument);
  EXPECT_THROW(pose_from_quaternion(1, 0, 0, 0, {0, HUGE_VAL, 0}), std::invalid_argument);
}

TEST(Pose, Rigid) {
  EXPECT_TRUE(is_rigid({}));
  Pose pose;
  pose.r[0] = 1 + 4e-7;  // the square is within 1e-6
  EXPECT_TRUE(is_rigid(pose));
  pose.r[0] = 1 + 6e-7;
  EXPECT_FALSE(is_rigid(pose));
  pose = {};
  pose.r[1] = 1.1e-6;
  EXPECT_FALSE(is_rigid(pose));
  pose = {};
  pose.r[8] = -1;  // a mirror
  EXPECT_FALSE(is_rigid(pose));
  pose = {};
  pose.r[4] = NAN;
  EXPECT_FALSE(is_rigid(pose));
  pose = {};
  pose.t.y = HUGE_VAL;
  EXPECT_FALSE(is_rigid(pose));
}

TEST(ErrorText, IsOneLine) {
  EXPECT_STREQ(Error(ErrorCode::format, "bad").what(), "bad");
  EXPECT_STREQ(Error(ErrorCode::format, "bad", "a.obj").what(), "a.obj: bad");
  EXPECT_STREQ(Error(ErrorCode::format, "bad", "a.obj", Position::line(7)).what(), "a.obj:7: bad");
  EXPECT_STREQ(Error(ErrorCode::format, "bad", "a.stl", Position::byte(84)).what(), "a.stl: byte 84: bad");
  EXPECT_STREQ(Error(ErrorCode::format, "bad", {}, Position::line(7)).what(), "line 7: bad");
  const Error error(ErrorCode::io, "gone", "x", Position::byte(1));
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_EQ(error.file(), "x");
  EXPECT_EQ(error.message(), "gone");
  EXPECT_EQ(error.position().value, 1u);
}

}  // namespace
}  // namespace graze::test
