// SPDX-License-Identifier: Apache-2.0
// The volumes of two hierarchies in one frame, in double: A's hierarchy frame, about A's origin, divided by a power of
// two, so that models of any units and sizes are compared. docs/numerics.md, "First impact", has the bounds.
#pragma once

#include <cstddef>

#include "build/hierarchy.h"
#include "traverse/slot.h"
#include "volumes/solid.h"

namespace graze::detail {

inline Vec3 rotated(const double r[9], const Vec3& v) {
  return {(r[0] * v.x + r[1] * v.y) + r[2] * v.z, (r[3] * v.x + r[4] * v.y) + r[5] * v.z,
          (r[6] * v.x + r[7] * v.y) + r[8] * v.z};
}

/// Of two models at a pose, and of a motion from it.
struct CommonScale {
  double scale = 1;    // coordinates times this are about 1 at most
  double largest = 0;  // at least as large as every coordinate, before scaling
  double error = 0;    // how far a coordinate as placed, or computed from it, may lie from the true one; scaled

  CommonScale(const Hierarchy& a, const Hierarchy& b, const Pose& pose, const Vec3& motion);

  /// By how much the volumes of two nodes may be too small, scaled.
  double pad(const Hierarchy& a, const Hierarchy& b, double skew) const;
};

class MovedSide {
 public:
  static MovedSide of_a(const Hierarchy& a, double scale);
  static MovedSide of_b(const Hierarchy& a, const Hierarchy& b, const Pose& pose, double scale);

  const Hierarchy& hierarchy() const { return h_; }
  void read(std::size_t node, std::size_t lane, SolidBox& out) const;
  void read(std::size_t node, std::size_t lane, SolidBall& out) const;

  template <class Solid>
  Solid of(Ref ref) const {
    Solid solid;
    const std::uint32_t slot = slot_of(h_, ref);
    read(slot / h_.layout.lanes, slot % h_.layout.lanes, solid);
    return solid;
  }

 private:
  MovedSide(const Hierarchy& h, const double rotation[9], const Vec3& translation, double scale);
  const Hierarchy& h_;
  double rotation_[9];
  Vec3 translation_;
  double scale_;
  bool turned_;
};

}  // namespace graze::detail
