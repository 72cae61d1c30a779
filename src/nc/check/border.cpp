// SPDX-License-Identifier: Apache-2.0
#include "nc/check/border.h"

#include <algorithm>
#include <cmath>

namespace graze::nc::detail {
namespace {

/// Beyond the border, and below the face there.
bool is_below_border(const PartData& part, const Vec3& p, const ClosestPoint& nearest) {
  if (!part.sides.at_border(nearest)) return false;
  const Triangle& t = part.model.mesh().triangles[nearest.triangle];
  const std::vector<Vec3>& v = part.model.mesh().vertices;
  return core::dot(p - nearest.point, core::cross(v[t[1]] - v[t[0]], v[t[2]] - v[t[0]])) < 0;
}

}  // namespace

bool is_under_border(const PartData& part, const ConvexPiece& piece, const Move& move, const BorderQuery& query,
                     std::array<Vec3, 2>& under) {
  if (query.nearest && !is_below_border(part, query.point, *query.nearest)) return false;
  // Seen from above, the way from a point of the piece to the moved core is its radius and the vector at most.
  const double wide = std::max(piece.r0, piece.r1) + piece.rounding;
  const double r = wide + std::hypot(query.aside.x, query.aside.y) - std::max(0.0, query.allowed);
  const double top = part.box.upper.z - std::min(move.from.z, move.to.z) + wide;
  if (!(r > 0) || !(top > piece.z0)) return false;
  CoreSearch column;
  column.core = {move.from + query.aside, move.to - move.from, piece.z0, r, top, r};
  column.gap = column.lower = 1e-3 * r;
  search_core(part, column, kNoSlot);
  if (column.slot == kNoSlot || column.lower > 0) return false;
  if (!query.nearest && !is_below_border(part, query.point, closest_point(part.model, query.point))) return false;
  const core::Corners of = part.corners(column.slot);
  const Vec3 middle = (1.0 / 3) * (of.v[0] + of.v[1] + of.v[2]);
  const Vec3 at = move.from + column.nearest.t * (move.to - move.from);
  for (std::size_t i = 0; i < 2; ++i) {
    Vec3 out = (i == 0 ? column.nearest.on_triangle : middle) - at;
    out.z = 0;
    const double way = core::norm(out);
    under[i] = way > 0 ? at + (wide / way) * out : at;
    under[i].z = at.z + (piece.r0 >= piece.r1 ? piece.z0 : piece.z1);
  }
  return true;
}

bool is_below_sheet(const PartData& part, const ConvexPiece& piece, const Move& move, const BorderQuery& query) {
  // Straight above points of a piece is the piece itself, then what is above its widest level.
  const double wide = std::max(piece.r0, piece.r1) + piece.rounding, r = wide - std::max(0.0, query.allowed);
  const double from = piece.r1 >= piece.r0 ? piece.z1 : piece.z0;
  const auto [x0, x1] = std::minmax(move.from.x, move.to.x);
  const auto [y0, y1] = std::minmax(move.from.y, move.to.y);
  const double low = std::min(move.from.z, move.to.z) + from;
  if (!(r > 0) || part.heights.above(x0 - r, x1 + r, y0 - r, y1 + r) <= low) return false;
  const ClosestPoint nearest = query.nearest ? *query.nearest : closest_point(part.model, query.point);
  if (!part.sides.at_border(nearest) && !part.sides.has_border(x0 - wide, x1 + wide, y0 - wide, y1 + wide))
    return false;
  CoreSearch column;
  column.core = {move.from, move.to - move.from, from, r, part.box.upper.z - std::min(move.from.z, move.to.z) + wide,
                 r};
  column.gap = column.lower = 1e-3 * r;
  search_core(part, column, kNoSlot);
  return column.slot != kNoSlot && column.lower <= 0;
}

double depth_at_border(const PartData& part, const ConvexPiece& piece, const Move& move, double upper) {
  const double reach = std::max(piece.r0, piece.r1) + piece.rounding;
  const double near = reach + (std::isfinite(upper) ? upper : 0);
  const auto [x0, x1] = std::minmax(move.from.x, move.to.x);
  const auto [y0, y1] = std::minmax(move.from.y, move.to.y);
  if (!part.sides.has_border(x0 - near, x1 + near, y0 - near, y1 + near)) {
    return -std::numeric_limits<double>::infinity();
  }
  const double top = part.heights.above(x0 - reach, x1 + reach, y0 - reach, y1 + reach);
  return top - (std::min(move.from.z, move.to.z) + piece.z0 - piece.rounding);
}

}  // namespace graze::nc::detail
