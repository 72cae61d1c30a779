// SPDX-License-Identifier: Apache-2.0
// The scenarios of bench/timed, on a ball whose contacts are known.
#include "poses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/query.h"

namespace graze::test {
namespace {

/// A ball of radius 1 by latitude and longitude, away from the origin.
Model ball() {
  constexpr int kRings = 24, kAround = 48;
  const Vec3 centre = {5, -3, 2};
  Mesh mesh;
  for (int i = 0; i <= kRings; ++i) {
    for (int k = 0; k < kAround; ++k) {
      const double a = std::numbers::pi * i / kRings, b = 2 * std::numbers::pi * k / kAround;
      mesh.vertices.push_back(
          {centre.x + std::sin(a) * std::cos(b), centre.y + std::sin(a) * std::sin(b), centre.z + std::cos(a)});
    }
  }
  for (std::uint32_t i = 0; i < kRings; ++i) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t p = kAround * i + k, q = kAround * i + (k + 1) % kAround;
      mesh.triangles.push_back({p, p + kAround, q + kAround});
      mesh.triangles.push_back({p, q + kAround, q});
    }
  }
  return Model::build(std::move(mesh));
}

double distance_of_centres(const Pose& pose) {
  const Vec3 centre = {5, -3, 2}, moved = place(pose, centre);
  return std::hypot(moved.x - centre.x, moved.y - centre.y, moved.z - centre.z);
}

TEST(Poses, AtDistancesWhoseBoxesMeet) {
  const Model model = ball();
  const std::vector<Pose> poses = bench::poses_at_distances(model, model, 40, 1);
  EXPECT_LT(poses.size(), 22u * 40u) << "some boxes are disjoint at 2.5";
  EXPECT_GT(poses.size(), 19u * 40u) << "all meet up to 2, and cubes of side 2 at any angle beyond";
  double nearest = 9, farthest = 0;
  for (const Pose& pose : poses) {
    const double d = distance_of_centres(pose);
    nearest = std::min(nearest, d);
    farthest = std::max(farthest, d);
    EXPECT_NEAR(10 * d, std::round(10 * d), 1e-9);
  }
  EXPECT_NEAR(nearest, 0.4, 1e-9);
  EXPECT_NEAR(farthest, 2.5, 1e-9);
}

TEST(Poses, NearContactHalfAreFree) {
  const Model model = ball();
  const std::vector<Pose> poses = bench::poses_near_contact(model, model, 20, 2);
  ASSERT_EQ(poses.size(), 120u);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_EQ(intersects(model, model, poses[i]), i % 2 == 1);
    EXPECT_NEAR(distance_of_centres(poses[i]), 2, 0.07);  // the ball has flat sides
  }
}

TEST(Poses, PathsComeAndGo) {
  constexpr int kSteps = 50;
  const Model model = ball();
  const std::vector<Pose> poses = bench::paths_to_contact(model, model, 4, kSteps, 3);
  ASSERT_EQ(poses.size(), 4u * kSteps);
  for (std::size_t path = 0; path < 4; ++path) {
    const Pose* first = &poses[path * kSteps];
    EXPECT_FALSE(intersects(model, model, first[0]));
    EXPECT_TRUE(intersects(model, model, first[kSteps / 2]));
    EXPECT_FALSE(intersects(model, model, first[kSteps - 1]));
    for (int k = 1; k < kSteps; ++k) {
      const Vec3 a = place(first[k - 1], {5, -3, 2}), b = place(first[k], {5, -3, 2});
      EXPECT_LT(std::hypot(a.x - b.x, a.y - b.y, a.z - b.z), 0.02) << "coherent";
    }
  }
}

}  // namespace
}  // namespace graze::test
