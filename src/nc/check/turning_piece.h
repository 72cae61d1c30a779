// SPDX-License-Identifier: Apache-2.0
// One convex piece of a tool on one motion of all axes: how deep it cuts, between bounds.
#pragma once

#include "nc/check/check_piece.h"
#include "nc/check/turning_search.h"
#include "nc/machine/tool_path.h"

namespace graze::nc::detail {

struct TurningTask : DepthTask {
  int most_poses = 0;
};

/// From one piece and motion to the next of a run (turning.cpp).
struct TurningHint {
  std::size_t slot = kNoTurningSlot;
  Vec3 aside{0, 0, 1};  // from the part at the last contact
};

struct TurningDepth {
  double lower = -kInfinity, upper = -kInfinity;
  std::uint32_t triangle = kNoTriangle;
  Vec3 contact;
  double t = 0;
  std::uint32_t poses = 0;
};

TurningDepth check_turning_piece(const PartData& part, const ConvexPiece& piece, const ToolPath& path,
                                 const TurningTask& task, TurningHint& hint);

/// A part of a motion, with the hull of the core at its ends inflated by `radius`.
struct TurningSpan {
  double t0 = 0, t1 = 1;
  double radius = 0;  // the piece's rounding and the deviation
  double deviation = 0;
  double upper = 0;    // of the depth
  bool clear = false;  // moved aside by that, the hull is outside of the part and clear of its surface
  Vec3 aside;
};

/// The deepest point found of the tool at an exact pose.
struct TurningWitness {
  double lower = -kInfinity;
  double t = 0;
  ClosestPoint nearest;
};

/// Improves the bounds of a span that is clear by planes above which nothing is of the part nearby
/// (turning_planes.cpp).
void bound_by_planes(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const DepthTask& task,
                     TurningSpan& span, TurningWitness& deepest);

/// Improves bounds that leave the task undecided by dividing space into cubes, `most` of them.
void refine_turning(const PartData& part, const ConvexPiece& piece, const ToolPath& path, const DepthTask& task,
                    TurningSpan& span, TurningWitness& deepest, int most);

}  // namespace graze::nc::detail
