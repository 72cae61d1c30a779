// SPDX-License-Identifier: Apache-2.0
#include "approach.h"

#include <algorithm>
#include <cmath>

#include "graze/motion.h"

namespace graze::bench {

Ball ball_around(const Mesh& mesh) {
  const Box box = inspect(mesh).box;
  Ball ball{0.5 * (box.lower + box.upper), 0};
  for (const Vec3& v : mesh.vertices) ball.radius = std::max(ball.radius, scenes::length(v - ball.centre));
  return ball;
}

Body::Body(Mesh mesh) : model(Model::build(std::move(mesh))), ball(ball_around(model.mesh())) {}

Pose turned_at(const Body& b, const scenes::Quaternion& orientation, const Vec3& centre) {
  Pose pose = scenes::to_pose(orientation, {});
  pose.t = centre - place(pose, b.ball.centre);
  return pose;
}

std::optional<Pose> advance(const Body& surface, const Body& b, const Pose& start, const Vec3& direction) {
  const double away = scenes::length(place(start, b.ball.centre) - surface.ball.centre);
  const Motion motion{start, (1.01 * (away + surface.ball.radius + b.ball.radius)) * direction};
  const Impact impact = first_impact(surface.model, b.model, motion);
  if (!impact.hits) return std::nullopt;
  return at(motion, impact.time);
}

std::optional<Pose> approach(const Body& surface, const Body& b, const scenes::Quaternion& orientation,
                             const Vec3& direction, const Vec3& aim) {
  const double away = 1.01 * (scenes::length(aim - surface.ball.centre) + surface.ball.radius + b.ball.radius);
  return advance(surface, b, turned_at(b, orientation, aim + away * direction), -1.0 * direction);
}

}  // namespace graze::bench
