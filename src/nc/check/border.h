// SPDX-License-Identifier: Apache-2.0
// The border of a sheet: beyond it there is no part, so that a way from a point behind the sheet to one that is not
// need not cross the surface, as bounds of depths suppose (check_piece.cpp). Straight up it does.
#pragma once

#include <array>
#include <optional>

#include "nc/check/core_search.h"

namespace graze::nc::detail {

struct BorderQuery {
  Vec3 aside;                           // by which the core was moved
  Vec3 point;                           // of the core that was moved
  std::optional<ClosestPoint> nearest;  // of the surface to it; none: not known
  double allowed = 0;                   // so much of the piece's radius does not count
};

/// Is the core, which is clear of the surface, beyond the border and below it, and some of the sheet above the piece?
/// Then `under` are points of the piece thereabouts.
bool is_under_border(const PartData& part, const ConvexPiece& piece, const Move& move, const BorderQuery& query,
                     std::array<Vec3, 2>& under);

/// Of a sheet that looks up, and a piece that does not cut it by more than `allowed`: is some of the sheet straight
/// above the piece? Asked only where the border is the nearest of the sheet, or crosses the piece seen from above:
/// elsewhere, sides are told by the nearest point of the surface.
bool is_below_sheet(const PartData& part, const ConvexPiece& piece, const Move& move, const BorderQuery& query);

/// Where some border is within `upper` of the piece, seen from above: by how much at most the sheet is above points of
/// the piece, and so their depth. Else -infinity.
double depth_at_border(const PartData& part, const ConvexPiece& piece, const Move& move, double upper);

}  // namespace graze::nc::detail
