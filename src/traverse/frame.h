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

/// What of the frames of two models does not depend on the pose.
struct FrameNumbers {
  /// Beyond this, products of three lengths leave the float range, and squares the double range.
  static constexpr double kExtreme = 0x1p36;

  double per_unit;  // exact: a power of two
  double margin;    // in units, as all that follows
  double radii, touching;
  double error, error_of_t, error_of_far;
  float margin_up;
  int size_bias, range_a, range_b;
  bool none, like_units, turned;
  alignas(32) double origin_a[4], origin_b[4];  // in the meshes' units
};

/// The models must outlive it.
class FrameMaker {
 public:
  FrameMaker(const Hierarchy& a, const Hierarchy& b, double margin, Descent descent);

  /// As make_frame below.
  Reach make(const Pose& pose, double skew, Frame& frame) const;

  const FrameNumbers& numbers() const { return n_; }

 private:
  const Hierarchy& a_;
  const Hierarchy& b_;
  FrameNumbers n_;
};

/// At least x >= 0, by up to four units of roundoff more. Without the branch of round_up, which is taken at random and
/// mispredicted half the time: 60 -> 25 ns for a frame.
inline float above(double x) { return static_cast<float>(x * (1 + 0x1p-22)) + 0x1p-149f; }

/// All of a frame but how B is placed, of what has to be known of that: its skew, what rounding in double does to a
/// corner, and how far the origins are apart.
[[gnu::always_inline]] inline void write_pads(const FrameNumbers& n, double skew, double error, double distance,
                                              Frame& frame) {
  const double magnitude = 2 * n.radii + distance;
  frame.margin = n.margin_up;
  frame.leaf_error = above(error);
  frame.pad = above((0x1.8p-18 + 16 * skew) * magnitude + 4 * error + n.margin * (1 + 1e-6) + 1e-36);
  frame.size_bias = n.size_bias;
  frame.range_a = n.range_a;
  frame.range_b = n.range_b;
}

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
