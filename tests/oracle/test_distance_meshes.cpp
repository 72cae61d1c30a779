// SPDX-License-Identifier: Apache-2.0
// Distances of real meshes: by SIMD steps of oriented boxes as by balls one by one, in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "graze/graze.h"
#include "support/answers.h"
#include "support/scale.h"

namespace graze {
namespace {

TEST(DistanceOfMeshes, ByBoxesAsByBalls) {
  BuildOptions balls;
  balls.volume = Volume::sphere;
  const test::IsaGuard guard;
  const int poses = std::max(3, test::scaled(12));
  int apart = 0;
  for (const char* name : {"hand", "car_rim", "airplane"}) {
    const Mesh mesh = load_mesh(std::string(GRAZE_SOURCE_DIR) + "/data/" + name + ".ply");
    const Model by_boxes = Model::build(mesh), by_balls = Model::build(mesh, balls);
    double size = 0;
    for (const Vec3& v : mesh.vertices) size = std::max({size, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    detail::Random random(7);
    for (int i = 0; i < poses; ++i) {
      double q[7];
      for (double& x : q) x = random.uniform(-1, 1);
      const double way = size * random.uniform(0.5, 4) / std::hypot(q[4], q[5], q[6]);
      const Pose pose = pose_from_quaternion(q[0], q[1], q[2], q[3], {way * q[4], way * q[5], way * q[6]});
      ASSERT_TRUE(detail::use_isa(""));
      const Distance right = distance(by_balls, by_balls, pose);
      apart += right.lower > 0 ? 1 : 0;
      for (const std::string_view isa : detail::available_isas()) {
        ASSERT_TRUE(detail::use_isa(isa));
        const Distance found = distance(by_boxes, by_boxes, pose);
        test::expect_same(found, right, std::string(name) + ' ' + std::to_string(i) + ' ' + std::string(isa));
        if (HasFatalFailure()) return;
        ASSERT_LE(found.lower, right.upper);
        ASSERT_GE(found.lower, right.lower * (1 - 1e-12));
      }
    }
  }
  EXPECT_GT(apart, poses);
}

}  // namespace
}  // namespace graze
