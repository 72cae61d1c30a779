// SPDX-License-Identifier: Apache-2.0
#include "poses.h"

#include <algorithm>

#include "graze/query.h"
#include "vector.h"

namespace graze::bench {
namespace {

struct Middle {
  Vec3 centre;
  double side = 0;
};

Middle middle_of(const Mesh& mesh) {
  Vec3 lower = mesh.vertices.front(), upper = lower;
  for (const Vec3& v : mesh.vertices) {
    lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
    upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
  }
  return {{(lower.x + upper.x) / 2, (lower.y + upper.y) / 2, (lower.z + upper.z) / 2},
          std::max({upper.x - lower.x, upper.y - lower.y, upper.z - lower.z})};
}

/// B's centre `distance` from A's in a direction, B turned about its own.
struct Placement {
  Middle a, b;
  double scale;  // of distance 1
  Pose turn;
  Vec3 direction;

  Placement(const Model& model_a, const Model& model_b)
      : a(middle_of(model_a.mesh())), b(middle_of(model_b.mesh())), scale(std::max(a.side, b.side) / 2) {}

  void draw(scenes::Random& random) {
    turn = scenes::to_pose(scenes::random_rotation(random), {0, 0, 0});
    direction = random.direction();
  }
  Pose at(double distance) const {
    Pose pose = turn;
    const Vec3 turned = place(turn, b.centre);
    const double d = distance * scale;
    pose.t = {a.centre.x + d * direction.x - turned.x, a.centre.y + d * direction.y - turned.y,
              a.centre.z + d * direction.z - turned.z};
    return pose;
  }
};

}  // namespace

std::vector<Pose> poses_at_distances(const Model& a, const Model& b, int per_distance, std::uint64_t seed) {
  scenes::Random random(seed);
  Placement placement(a, b);
  std::vector<Pose> poses;
  for (int i = 0; i < 22; ++i) {
    for (int k = 0; k < per_distance; ++k) {
      placement.draw(random);
      poses.push_back(placement.at(0.4 + 0.1 * i));
    }
  }
  return poses;
}

std::vector<Pose> poses_near_contact(const Model& a, const Model& b, int directions, std::uint64_t seed) {
  constexpr double kFar = 4;
  scenes::Random random(seed);
  Placement placement(a, b);
  Workspace workspace;
  std::vector<Pose> poses;
  for (int i = 0; i < directions; ++i) {
    placement.draw(random);
    // Inwards in steps, then by bisection: the outermost contact, but for spikes thinner than a step.
    double outside = kFar, inside = -1;
    for (double d = kFar; d > 0; d -= 0.02) {
      if (intersects(a, b, placement.at(d), {}, &workspace)) {
        inside = d;
        break;
      }
      outside = d;
    }
    if (inside < 0) continue;
    while (outside - inside > 1e-6) {
      const double d = (outside + inside) / 2;
      (intersects(a, b, placement.at(d), {}, &workspace) ? inside : outside) = d;
    }
    for (const double offset : {0.05, 0.01, 0.002}) {
      poses.push_back(placement.at(outside + offset));
      poses.push_back(placement.at(inside - offset));
    }
  }
  return poses;
}

}  // namespace graze::bench
