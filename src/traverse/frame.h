// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "traverse/frame_numbers.h"
#include "traverse/traversal.h"

namespace graze::detail {

enum class Reach {
  apart,     // the balls about the two models are disjoint: nothing can meet
  possible,  // `frame` is filled
  extreme,   // magnitudes that float cannot hold: brute force decides
};

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
