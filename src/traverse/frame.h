// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/rigid.h"
#include "traverse/frame_numbers.h"
#include "traverse/traversal.h"

namespace graze::detail {

enum class Reach {
  apart,     // the balls about the two models are disjoint: nothing can meet
  possible,  // `frame` is filled
  extreme,   // magnitudes that float cannot hold: brute force decides
};

/// Are the balls about two models disjoint, whatever is rounded, for any units? Sure only where they are clearly so,
/// and of a pose that is rigid.
[[gnu::always_inline]] inline bool clearly_apart(const Hierarchy& a, const Hierarchy& b, const Pose& pose,
                                                 double margin) {
  constexpr double kReach = 1.001, kRounding = 1e-12, kUnderflow = 0x1p-1000;  // of products of denormals
  const Vec3 o = placed(pose, b.origin) - a.origin;
  const double far = std::max(std::max(std::abs(o.x), std::abs(o.y)), std::abs(o.z));
  const double far_t = std::max(std::max(std::abs(pose.t.x), std::abs(pose.t.y)), std::abs(pose.t.z));
  const double reach = a.radius * a.unit + b.radius * b.unit + margin + kUnderflow;
  return far > kReach * reach + kRounding * (a.max_coordinate + 4 * b.max_coordinate + far_t);
}

/// The frame of two models at a pose of this skew (geometry/rigid.h), or why none is needed. `margin` is in the meshes'
/// units.
Reach make_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, double margin, Descent descent,
                 Frame& frame);

/// That of a query, whose pose it checks as well, by vectors where there are such: the same frame, bit for bit, in a
/// third of the instructions. None: the pose is not rigid.
std::optional<Reach> place(Descent descent, PairQuery& query);

/// The frame of a query on how far apart they are: never `apart`; `extreme` also where they are so far apart that the
/// roundings of float hide what is near.
Reach make_distance_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, Frame& frame);

/// Does the ball about one model lie within what is hollow in the other (build/clearance.h), or where nothing of the
/// other is near (build/entries.h)? Then they are apart. If not, and one is small beside the other, `query` is told
/// where to start.
bool find_apart_or_start(PairQuery& query);

}  // namespace graze::detail
