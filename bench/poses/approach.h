// SPDX-License-Identifier: Apache-2.0
// Brings an object to a surface on a straight way (Diktas and Sahiner, 3.4).
#pragma once

#include <optional>

#include "graze/model.h"
#include "vector.h"

namespace graze::bench {

/// Around a mesh: the centre of its box, and how far its vertices are from it at most.
struct Ball {
  Vec3 centre;
  double radius = 0;
};
Ball ball_around(const Mesh& mesh);

/// A model to be placed or placed at, and its ball.
struct Body {
  Model model;
  Ball ball;
  explicit Body(Mesh mesh);
};

/// B turned about the centre of its ball, which lies at `centre`.
Pose turned_at(const Body& b, const scenes::Quaternion& orientation, const Vec3& centre);

/// B comes from far away in this direction, its centre on a line through `aim`, until it touches the surface for the
/// first time. Nothing where it misses it.
std::optional<Pose> approach(const Body& surface, const Body& b, const scenes::Quaternion& orientation,
                             const Vec3& direction, const Vec3& aim);

/// B moves from `start` in this direction until it touches the surface for the first time. Nothing where it gets away.
std::optional<Pose> advance(const Body& surface, const Body& b, const Pose& start, const Vec3& direction);

}  // namespace graze::bench
