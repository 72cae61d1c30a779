// SPDX-License-Identifier: Apache-2.0
// The way of a tool through one motion of a machine: a product of exponentials, and how far it leaves its chords.
#pragma once

#include <vector>

#include "graze/nc/tool.h"
#include "graze/nc/turning.h"

namespace graze::nc::detail {

/// 0..5 for X Y Z A B C; -1: no axis.
int axis_index(char letter);
Vec3 unit_of(const Vec3& direction);

/// One factor: a translation by a value along, or a rotation by it about, a line.
struct Joint {
  bool rotary = false;
  int axis = 0;               // of the values, 0..2, where it is linear
  Vec3 direction, point;      // of length 1, its sign applied
  double from = 0, rate = 0;  // radians, where it is rotary
};

/// Joints from the part to the tool; a point p of the tool is at E1(t) E2(t) ... En(t) p. Tool-centre-point control is
/// such a chain, too: X Y Z first, then the rotary axes through the tip.
class ToolPath {
 public:
  ToolPath(const Kinematics& machine, const TurningMove& move, double gauge);

  Pose pose(double t) const;
  ToolPose at(double t) const;

  /// Does the orientation change?
  bool turns() const { return turns_; }
  /// Without turning: is the tip's way a straight line?
  bool bends() const { return arc_; }

  /// At each time between t0 and t1, every point of the piece's core is at most this far from the segment between two
  /// points, one of the core at t0 and one of it at t1: from its point at that time, even.
  double deviation(double t0, double t1, const ConvexPiece& piece) const;

  /// No coordinate that is computed on the way is larger: what rounding is relative to.
  double size() const { return size_; }

 private:
  void add_rotary(const MachineAxis& axis, const TurningMove& move, const Vec3& point);
  void add_linear(int axis, const Vec3& direction);
  void make_slerp();
  struct Bounds {
    double speed = 0, acceleration = 0;
  };
  Bounds bounds(const Vec3& of, double spread, bool direction, double t0, double t1) const;
  double value(int axis, double t) const;

  std::vector<Joint> joints_;
  Vec3 axis_{0, 0, 1};  // of the tool before the joints act
  Vec3 from_, way_;     // X Y Z
  bool turns_ = false, arc_ = false;
  int first_ = 0, second_ = 1;  // the arc's plane
  double centre_[2] = {0, 0}, radius_ = 0, widening_ = 0, angle_ = 0, sweep_ = 0;
  double size_ = 0;
};

}  // namespace graze::nc::detail
