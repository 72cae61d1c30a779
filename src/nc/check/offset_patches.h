// SPDX-License-Identifier: Apache-2.0
// Is some point of the part that a tool covers deeper than a given depth a?
//
// The points deeper than a are bounded by points whose nearest point of the surface is exactly a away: on a face moved
// inward by a; on a strip about an edge that bends inward, between its two faces' normals; on a piece of a sphere about
// a corner, in the cone of directions that lead away from all its edges. All are flat, or nearly so for small angles.
// A tool, convex, part of which is outside, covers a deeper point only if it meets one of these patches: so it is clean
// when it misses all of them. Where it meets one, the point most within the tool either is as deep as it should be (a
// gouge), or has another face nearer than a: what of the patch that face is nearer to is cut off, and the rest is
// tried. Unlike planes that support the surface all about the cut (local_depth.h), this needs no surface that bends
// outward.
#pragma once

#include "nc/check/check_piece.h"

namespace graze::nc::detail {

/// Moved by `aside`, the core is outside of the part, and all that is less than `lower` away from it.
struct ClearCore {
  Vec3 aside;
  double lower = 0;
};

/// Decides what `depth` leaves undecided, if it can; `near` are all triangles within rounding + depth.upper of the
/// core. Sheets with a border nearby, edges of more than two faces and solids that overlap themselves are left as they
/// are.
void decide_by_patches(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                       const ClearCore& clear, std::span<const std::size_t> near, PieceDepth& depth);

}  // namespace graze::nc::detail
