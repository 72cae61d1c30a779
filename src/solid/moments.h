// SPDX-License-Identifier: Apache-2.0
// Generalised winding numbers of soups by hierarchical dipoles (Barill, Dickson, Schmidt, Levin, Jacobson, "Fast
// winding numbers for soups and clouds", 2018, section 3), here with a bound of what is left out.
#pragma once

#include <vector>

#include "solid/surface_tree.h"

namespace graze::detail {

/// Of the triangles below a child, about their centre (the mean by area).
struct SurfaceMoments {
  Vec3 centre;
  Vec3 normal;        // integral of the normal over the area
  double first[9];    // of (y - centre) times the normal, row by coordinate of y
  double radius = 0;  // every triangle lies in this ball
  double second = 0;  // at least the integral of |y - centre|²
};

class WindingTree {
 public:
  explicit WindingTree(const SurfaceTree& tree);

  struct Value {
    double winding = 0;
    double bound = 0;  // at most so far from the true one
  };
  /// Opens children whose distance is less than `opening` times their radius; infinity gives the exact sum.
  Value at(const Vec3& p, double opening) const;

  /// With a bound of at most `tolerance`.
  double at_least_as_good(const Vec3& p, double tolerance) const;

  /// Is the number above 1/2?
  bool above_half(const Vec3& p) const;

 private:
  const SurfaceTree& tree_;
  std::vector<SurfaceMoments> moments_;  // four a node, as its children
};

/// The solid angle of a triangle over 4π, positive seen from behind, as from within a solid (Van Oosterom and Strackee,
/// 1983).
double triangle_winding(const TreeTriangle& t, const Vec3& p);

}  // namespace graze::detail
