// SPDX-License-Identifier: Apache-2.0
#include "walk.h"

#include <algorithm>
#include <numbers>

#include "graze/query.h"
#include "vector.h"

namespace graze::bench {
namespace {

constexpr double kStep = 5e-4, kTurn = 0.57 * std::numbers::pi / 180;
/// Directions tried before a step into contact is taken all the same.
constexpr int kPatience = 20;

double width(const Mesh& mesh) {
  const auto [low, high] = std::minmax_element(mesh.vertices.begin(), mesh.vertices.end(),
                                               [](const Vec3& p, const Vec3& q) { return p.x < q.x; });
  return high->x - low->x;
}

}  // namespace

std::vector<Pose> walk(const Model& a, const Model& b, const std::vector<Pose>& starts, const Walk& how) {
  std::vector<Pose> poses;
  if (starts.empty() || a.mesh().vertices.empty()) return poses;
  const double step = how.factor * kStep * width(a.mesh()), turn = how.factor * kTurn;
  Workspace workspace;
  const auto meets = [&](const Pose& pose) { return intersects(a, b, pose, {}, &workspace); };
  const auto first = std::find_if(starts.begin(), starts.end(), meets);
  scenes::Random random(77);
  Pose pose = first == starts.end() ? starts.front() : *first;
  Vec3 direction = random.direction(), axis = random.direction();
  bool meeting = true;
  int refused = 0;
  while (poses.size() < how.poses) {
    Pose next = compose(scenes::to_pose(scenes::turn(axis, turn), {}), pose);
    next.t = pose.t + step * direction;
    const bool hit = meets(next);
    if (hit && !meeting && refused < kPatience && random.uniform() > how.entering) {
      ++refused;
    } else {
      poses.push_back(next);
      pose = next;
      meeting = hit;
      refused = 0;
    }
    if (!hit) continue;
    direction = random.direction();
    axis = random.direction();
  }
  return poses;
}

}  // namespace graze::bench
