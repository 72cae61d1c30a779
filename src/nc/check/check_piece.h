// SPDX-License-Identifier: Apache-2.0
// One convex piece of a tool on one straight move: how deep it cuts, between bounds.
#pragma once

#include <optional>

#include "nc/check/core_search.h"

namespace graze::nc::detail {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a depth must be compared with, and how well it must be known.
struct DepthTask {
  double allowed = 0;    // the greatest depth of a clean move
  double floor = 0;      // depths below need no number
  double gap = 0;        // how far apart the bounds may stay
  double tolerance = 0;  // a length that is small and not nothing
};

/// Of one piece and move to the next: where to look first. Changes what the bounds are within what is allowed, so that
/// it is kept along a fixed run of moves only (check_moves.cpp).
struct PieceHint {
  std::size_t packet = kNoSlot;
  Vec3 aside{0, 0, 1};  // from the part, at the last contact
  /// The tip where the core, moved aside by clear_by, was last known to be outside, and how far from the surface.
  std::optional<Vec3> clear_at;
  Vec3 clear_by;
  double clearance = 0;
  double upper = 0;               // of the last depth
  std::vector<std::size_t> near;  // room for the triangles about a cut
};

struct PieceDepth {
  double lower = -std::numeric_limits<double>::infinity(), upper = 0;
  std::uint32_t triangle = kNoTriangle;
  Vec3 contact;
  double t = 0;
  Vec3 aside;           // from the part at the contact, of length 1; zero: not known
  double raise_by = 0;  // an estimate for clearing_raise
  SearchCounts counts;
};

inline bool is_decided(const PieceDepth& depth, const DepthTask& task) {
  return depth.upper <= task.allowed || depth.lower > task.allowed;
}

/// Are all bounds as good as the task wants them?
inline bool is_done(const PieceDepth& depth, const DepthTask& task) {
  return is_decided(depth, task) && depth.upper - std::max(depth.lower, task.floor) <= task.gap;
}

PieceDepth check_piece(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                       PieceHint& hint);

/// How far the piece must be lifted so that it does not cut into the part: at least by `guess`, and certainly enough.
double clearing_raise(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                      double guess, const PieceHint& hint);

/// Is it clear when lifted by `by`? More than enough need not be: under an overhang there is more of the part.
bool is_clear_raised(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task, double by,
                     const PieceHint& hint);

/// By how much it must be lifted to be above all of the part.
double raise_above(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task);

/// Improves bounds that leave the task undecided by dividing space into cubes. Stops after `most` of them.
void refine_depth(const PartData& part, const ConvexPiece& piece, const Move& move, const DepthTask& task,
                  PieceDepth& depth, int most);

/// The signed depth of a point: how far behind the surface (positive) or before it. Exact up to rounding where it is
/// at least -reach; below, -infinity or the exact number.
double point_depth(const PartData& part, const Vec3& p, double reach);

/// The same where the nearest point of the surface is known.
double depth_at(const PartData& part, const Vec3& p, const ClosestPoint& nearest);

}  // namespace graze::nc::detail
