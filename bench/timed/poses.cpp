// SPDX-License-Identifier: Apache-2.0
#include "poses.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "graze/query.h"
#include "vector.h"

namespace graze::bench {
namespace {

struct Middle {
  Vec3 centre, half;
  double side = 0;
};

Middle middle_of(const Mesh& mesh) {
  Vec3 lower = mesh.vertices.front(), upper = lower;
  for (const Vec3& v : mesh.vertices) {
    lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
    upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
  }
  const Vec3 half = {(upper.x - lower.x) / 2, (upper.y - lower.y) / 2, (upper.z - lower.z) / 2};
  return {{lower.x + half.x, lower.y + half.y, lower.z + half.z}, half, 2 * std::max({half.x, half.y, half.z})};
}

/// Whether the boxes of two meshes overlap, B's turned: no plane separates them along a face or two edges.
bool boxes_meet(const Middle& a, const Middle& b, const Pose& pose) {
  using namespace scenes;
  const Vec3 t = place(pose, b.centre) - a.centre;
  const Vec3 faces_a[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Vec3 faces_b[3] = {
      {pose.r[0], pose.r[3], pose.r[6]}, {pose.r[1], pose.r[4], pose.r[7]}, {pose.r[2], pose.r[5], pose.r[8]}};
  const auto apart = [&](const Vec3& axis) {
    const auto reach = [&](const Vec3(&faces)[3], const Vec3& half) {
      return half.x * std::abs(dot(axis, faces[0])) + half.y * std::abs(dot(axis, faces[1])) +
             half.z * std::abs(dot(axis, faces[2]));
    };
    return std::abs(dot(axis, t)) > reach(faces_a, a.half) + reach(faces_b, b.half);
  };
  for (const Vec3& face : faces_a) {
    if (apart(face)) return false;
  }
  for (const Vec3& face_b : faces_b) {
    if (apart(face_b)) return false;
    for (const Vec3& face_a : faces_a) {
      if (apart(cross(face_a, face_b))) return false;
    }
  }
  return true;
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

/// Two distances, 1e-6 apart at most: free at one, not at the other.
struct Bracket {
  double outside, inside;
};

/// Inwards in steps, then by bisection: the outermost contact, but for spikes thinner than a step.
std::optional<Bracket> outermost(const Model& a, const Model& b, const Placement& placement, Workspace& workspace) {
  constexpr double kFar = 4, kStep = 0.02;
  double outside = kFar, inside = -1;
  for (double d = kFar; d > 0; d -= kStep) {
    if (intersects(a, b, placement.at(d), {}, &workspace)) {
      inside = d;
      break;
    }
    outside = d;
  }
  if (inside < 0) return std::nullopt;
  while (outside - inside > 1e-6) {
    const double d = (outside + inside) / 2;
    (intersects(a, b, placement.at(d), {}, &workspace) ? inside : outside) = d;
  }
  return Bracket{outside, inside};
}

}  // namespace

std::vector<Pose> poses_at_distances(const Model& a, const Model& b, int per_distance, std::uint64_t seed,
                                     std::vector<int>* distances) {
  scenes::Random random(seed);
  Placement placement(a, b);
  std::vector<Pose> poses;
  for (int i = 0; i < 22; ++i) {
    for (int k = 0; k < per_distance; ++k) {
      placement.draw(random);
      const Pose pose = placement.at(0.4 + 0.1 * i);
      if (!boxes_meet(placement.a, placement.b, pose)) continue;
      poses.push_back(pose);
      if (distances != nullptr) distances->push_back(i);
    }
  }
  return poses;
}

std::vector<Pose> poses_near_contact(const Model& a, const Model& b, int directions, std::uint64_t seed,
                                     bool of_smaller) {
  scenes::Random random(seed);
  Placement placement(a, b);
  const double per_offset = of_smaller ? std::min(placement.a.side, placement.b.side) / (2 * placement.scale) : 1;
  Workspace workspace;
  std::vector<Pose> poses;
  for (int i = 0; i < directions; ++i) {
    placement.draw(random);
    const std::optional<Bracket> contact = outermost(a, b, placement, workspace);
    if (!contact) continue;
    const auto [outside, inside] = *contact;
    for (const double offset : {0.05, 0.01, 0.002}) {
      poses.push_back(placement.at(outside + per_offset * offset));
      poses.push_back(placement.at(inside - per_offset * offset));
    }
  }
  return poses;
}

std::vector<Pose> paths_to_contact(const Model& a, const Model& b, int paths, int steps, std::uint64_t seed) {
  constexpr double kDeepest = 0.03, kRange = 0.33, kTurn = 0.3;  // radians, over a whole path
  scenes::Random random(seed);
  Placement placement(a, b);
  Workspace workspace;
  std::vector<Pose> poses;
  for (int i = 0; i < paths; ++i) {
    const scenes::Quaternion middle = scenes::random_rotation(random);
    const Vec3 axis = random.direction();
    placement.direction = random.direction();
    placement.turn = scenes::to_pose(middle, {0, 0, 0});
    const std::optional<Bracket> contact = outermost(a, b, placement, workspace);
    if (!contact) continue;
    for (int k = 0; k < steps; ++k) {
      const double s = 2 * (k + 0.5) / steps - 1;
      placement.turn = scenes::to_pose(scenes::turn(axis, kTurn / 2 * s) * middle, {0, 0, 0});
      poses.push_back(placement.at(contact->inside - kDeepest + kRange * std::abs(s)));
    }
  }
  return poses;
}

}  // namespace graze::bench
