// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"
#include "graze/query.h"
#include "traverse/traversal.h"
#include "volumes/frame.h"

namespace graze::detail {

enum class Reach {
  apart,     // the balls about the two models are disjoint: nothing can meet
  possible,  // `frame` is filled
  extreme,   // magnitudes that float cannot hold: brute force decides
};

/// What of the frames of two models does not depend on the pose. The models must outlive it.
class FrameMaker {
 public:
  FrameMaker(const Hierarchy& a, const Hierarchy& b, double margin, Descent descent);

  /// As make_frame and, without a margin, make_distance_frame below.
  Reach make(const Pose& pose, double skew, Frame& frame) const;
  Reach make_for_distance(const Pose& pose, double skew, Frame& frame) const;

 private:
  struct Ranges {
    int a, b;
  };
  static Ranges ranges_of(Descent descent);
  /// B's origin as seen from A's, in units, its largest coordinate, and what rounding in double does to a corner.
  struct Offset {
    double t[3];
    double far, error;
  };
  Offset offset(const Pose& pose) const;
  void fill(const Pose& pose, double skew, const Offset& offset, double distance, Frame& frame) const;

  const Hierarchy& a_;
  const Hierarchy& b_;
  bool none_, like_units_, turned_;
  double per_unit_;  // exact: a power of two
  double margin_;    // in units, as all that follows
  double radii_, touching_;
  double error_, error_of_t_, error_of_far_;
  float margin_up_;
  int size_bias_;
  Ranges ranges_;
};

/// The frame of two models at a pose of this skew (geometry/rigid.h), or why none is needed. `margin` is in the meshes'
/// units.
Reach make_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, double margin, Descent descent,
                 Frame& frame);

/// The frame of a query on how far apart they are: never `apart`; `extreme` also where they are so far apart that the
/// roundings of float hide what is near.
Reach make_distance_frame(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double skew, Frame& frame);

/// Does the ball about one model lie within what is hollow in the other (build/clearance.h), or where nothing of the
/// other is near (build/entries.h)? Then they are apart. If not, and one is small beside the other, `query` is told
/// where to start.
bool find_apart_or_start(PairQuery& query);

}  // namespace graze::detail
