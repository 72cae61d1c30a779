// SPDX-License-Identifier: Apache-2.0
// The depth of a cut from the few triangles about it.
//
// Let u be an upper bound of the depth, N all points within u of the tool's way T, and let a convex set about N hold a
// point outside of the part beyond a plane below which the surface in that set stays. Then no part in N is above the
// plane (the straight way from it to that point would cross the surface above the plane), and a point p of T, about
// which a ball as wide as its depth is all part, is no deeper than it is below the plane. So with planes n_j x = c_j of
// that kind and weights w_j >= 0 of sum 1, depth <= sum w_j c_j - min over T of (sum w_j n_j) x: a convex function of
// the weights, whose minimum is the depth itself where the surface bends outward and has no more planes. Where it is
// least, the point of T that is farthest against sum w_j n_j is the witness for the lower bound.
#pragma once

#include <span>

#include "nc/check/check_piece.h"

namespace graze::nc::detail {

/// What is known of a cut before.
struct LocalCut {
  Vec3 aside;                         // a way by which the core comes to lie outside and clear
  std::span<const std::size_t> near;  // all triangles within rounding + |aside| + depth.upper of that core
  Vec3 normal{0, 0, 1};               // away from the part, about
  std::optional<Vec3> witness;        // a point of the tool that may be the deepest
  double t = 0;                       // where on the move it is
};

/// Improves the bounds of `depth`; contact, triangle and t are the witness's where `depth` has none.
void local_depth(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                 const LocalCut& cut, PieceDepth& depth);

}  // namespace graze::nc::detail
