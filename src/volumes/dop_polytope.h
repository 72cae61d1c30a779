// SPDX-License-Identifier: Apache-2.0
// The corners of a k-DOP of any directions, by half-space intersection (thesis, 4.2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "volumes/dop_directions.h"

namespace graze::detail {

/// Cuts a box by one slab after the other. Of corners that rounding leaves next to a plane it does not matter on which
/// side they are taken to be: the corners span the k-DOP up to a few units of double roundoff of its size, times the
/// coefficients of DirectionSet::combine.
class DopPolytope {
 public:
  /// Slab i is lower[i] <= unit(i)·x <= upper[i].
  void build(const DirectionSet& set, std::span<const double> lower, std::span<const double> upper);

  /// None when the slabs leave nothing.
  std::span<const Vec3> corners() const { return corners_; }
  double volume() const;

 private:
  using Index = std::uint32_t;
  struct Crossing {
    Index inside, outside, point;
    Index next;  // the crossing that follows along the cap
  };

  void cut(const Vec3& n, double limit);
  Index crossing(Index inside, Index outside);
  void clip(const std::vector<Index>& loop, std::vector<Index>& out);
  void add_caps();
  void compact();

  std::vector<Vec3> corners_;
  std::vector<double> above_;              // of each corner over the plane of the cut
  std::vector<std::vector<Index>> faces_;  // loops, anticlockwise from outside
  std::vector<Crossing> crossings_;
};

}  // namespace graze::detail
