// SPDX-License-Identifier: Apache-2.0
// What a motion is for the check: straight legs, and arcs that are replaced by chords where that is near enough.
#pragma once

#include <array>
#include <vector>

#include "graze/nc/verify.h"

namespace graze::nc::detail {

/// A straight part of a motion, from t0 to t1 of it.
struct Leg {
  std::uint32_t motion = 0;  // of the batch
  Vec3 from, to;
  double t0 = 0, t1 = 1;
};

/// An arc or a helix: the angle grows linearly, and so do the radius and the way across the plane.
class ArcPath {
 public:
  ArcPath(const Motion& motion, std::uint32_t index);

  std::uint32_t motion = 0;  // of the batch
  Vec3 at(double s) const;   // s from 0 to 1

  /// No point of the path between s0 and s1 is farther than this from the point of the chord at the same share of the
  /// way, nor the other way round. A path p is at most |s1 - s0|^2 / 8 max|p''| from its chord, p'' = -r + 2 r' by the
  /// angle; to this comes by how much start and end disagree about the radius, since machines differ in how they
  /// spread that.
  double deviation(double s0, double s1) const;

  /// Into how many chords s0 to s1 must be divided so that the first term above is at most `wanted`; 64 at most.
  int chords(double s0, double s1, double wanted) const;
  int quarters() const;  // of circles; 64 at most
  double mismatch() const { return mismatch_; }

 private:
  Vec3 point(double s) const;
  Vec3 start_, end_;
  std::array<int, 3> axes_{};
  std::array<double, 2> centre_{};
  double angle_ = 0, sweep_ = 0, radius_ = 0, growth_ = 0, across_ = 0, climb_ = 0;
  double bend_ = 0, widest_ = 0, mismatch_ = 0;
};

Vec3 xyz(const Axes& axes);

/// Where a rapid goes when every axis moves at its own rate: up to three legs.
void add_dogleg(const Vec3& from, const Vec3& to, const std::array<double, 3>& rates, std::uint32_t motion,
                std::vector<Leg>& legs);

}  // namespace graze::nc::detail
