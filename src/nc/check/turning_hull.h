// SPDX-License-Identifier: Apache-2.0
// The core of a convex piece of a tool at two poses, and the hull of both: its distance from triangles, boxes and
// points between two bounds (GJK with its duality gap, NC.md 4.4 and 4.10).
#pragma once

#include "geometry/triangle_triangle.h"
#include "geometry/vec.h"
#include "graze/nc/machine.h"
#include "graze/nc/tool.h"

namespace graze::nc::detail {

namespace core = graze::detail;

/// All about `at`, which is near: differences of large coordinates are taken once.
struct TurnedHull {
  Vec3 at;
  Vec3 tip[2], axis[2];
  double z0 = 0, r0 = 0, z1 = 0, r1 = 0;
  double size = 0;  // no point is farther from `at`
  Vec3 low, high;   // box

  TurnedHull(const ConvexPiece& piece, const ToolPose& first, const ToolPose& second, const Vec3& aside);

  /// The point farthest along d, and of which pose (0 or 1) it is.
  Vec3 support(const Vec3& d, int& pose) const;
  Vec3 support_at(const Vec3& d, int pose, double& extent) const;
  /// A point of it.
  Vec3 point() const;
};

struct HullDistance {
  double lower = 0, upper = 0;  // both 0: they meet
  Vec3 on_hull, on_other;       // `upper` apart, in the part's frame
  double t = 0;                 // 0..1 from the first pose to the second
};

/// A direction from the other to the hull to begin with, when to stop: bounds `gap` apart, lower at least `enough`, or
/// upper below `vain`.
struct HullQuestion {
  Vec3 along;
  double gap = 0, enough = 0, vain = 0;
};

HullDistance hull_triangle_distance(const TurnedHull& hull, const core::Corners& triangle,
                                    const HullQuestion& question);
HullDistance hull_point_distance(const TurnedHull& hull, const Vec3& point, const HullQuestion& question);
/// Only bounds. The box is given by its middle and its half sides.
HullDistance hull_box_distance(const TurnedHull& hull, const Vec3& middle, const Vec3& half,
                               const HullQuestion& question);

}  // namespace graze::nc::detail
