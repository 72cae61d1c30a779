// SPDX-License-Identifier: Apache-2.0
// The bounds of a distance while pairs of triangles are looked at, whoever chooses the pairs.
#pragma once

#include <algorithm>
#include <limits>

#include "graze/distance.h"
#include "query/moved_side.h"
#include "traverse/traversal.h"

namespace graze::detail {

class DistanceSearch {
 public:
  DistanceSearch(const Model& a, const Model& b, const Pose& pose, const DistanceOptions& options)
      : mesh_a_(a.mesh()),
        mesh_b_(b.mesh()),
        pose_(pose),
        options_(options),
        common_(a.hierarchy(), b.hierarchy(), pose, {}),
        rounding_(common_.error / common_.scale),
        enough_(options.limit) {}

  const CommonScale& common() const { return common_; }
  Counters& counters() { return found_.counters; }

  bool farther(double bound) const { return bound > enough_; }

  /// May a pair at least this far apart matter? What is left out bounds the distance from below.
  bool worth(double bound) {
    if (!farther(bound)) return true;
    leave_out(bound);
    return false;
  }

  /// Two triangles that do not meet.
  void offer(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// Pairs farther apart than this do not matter.
  double enough() const { return enough_; }

  /// Something at least this far apart was not looked at.
  void leave_out(double bound) { left_out_ = std::min(left_out_, bound); }

  /// The line between the closest points so far: nearly perpendicular to what keeps most other pairs apart. Trying it
  /// first leaves 2.3 to 7.9 times fewer pairs of triangles (bunny.ply, 0.1 to 30 % of its size apart).
  const Vec3& line() const { return line_; }

  Distance answer() const {
    Distance distance = found_;
    distance.lower = std::min(left_out_, distance.upper);
    return distance;
  }

 private:
  double gap_along(const Corners& a, const Corners& b) const;
  double gap_of_boxes(const Corners& a, const Corners& b) const;

  const Mesh& mesh_a_;
  const Mesh& mesh_b_;
  const Pose& pose_;
  const DistanceOptions& options_;
  CommonScale common_;
  double rounding_;
  double enough_;  // pairs farther apart do not matter
  double left_out_ = std::numeric_limits<double>::infinity();
  Vec3 line_;
  Distance found_;
};

}  // namespace graze::detail
