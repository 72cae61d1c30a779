// SPDX-License-Identifier: Apache-2.0
#include "nc/check/probe.h"

#include <algorithm>
#include <cmath>

#include "geometry/point_triangle.h"

namespace graze::nc::detail {

ClosestPoint nearest_on(const PartData& part, std::size_t slot, const Vec3& p) {
  const core::Corners corners = part.corners(slot);
  core::Corners about;
  for (std::size_t k = 0; k < 3; ++k) about.v[k] = corners.v[k] - p;
  const core::NearestOnTriangle nearest = core::nearest_to_origin(about);
  return {std::sqrt(nearest.squared), core::point_of(nearest, corners), part.id(slot), nearest.feature, nearest.index};
}

namespace {

bool outside_box(const Box& box, const Vec3& p) {
  return p.x < box.lower.x || p.x > box.upper.x || p.y < box.lower.y || p.y > box.upper.y || p.z < box.lower.z ||
         p.z > box.upper.z;
}

}  // namespace

bool is_inside(const PartData& part, const Vec3& p, const ClosestPoint& nearest) {
  if (part.solid) return !outside_box(part.box, p) && part.solid->inside(p);
  return part.sides.behind(p, nearest, part.model.mesh());
}

bool is_deep_inside(const PartData& part, const Vec3& p) {
  if (part.solid) return !outside_box(part.box, p) && part.solid->inside(p);
  return is_inside(part, p, closest_point(part.model, p));
}

bool is_above_part(const PartData& part, const ConvexPiece& piece, const Move& move, double floor) {
  if (!part.below) return false;
  const double spare = std::max(0.0, -floor);
  const double reach = std::max(piece.r0, piece.r1) + piece.rounding + spare;
  const double low = std::min(move.from.z, move.to.z) + piece.z0 - piece.rounding;
  const double error = 0x1p-48 * (std::abs(low) + std::abs(piece.z0) + reach);
  if (part.box.upper.z <= low + floor - error) return true;
  if (part.box.lower.z > low + floor) return false;
  const auto [x0, x1] = std::minmax(move.from.x, move.to.x);
  const auto [y0, y1] = std::minmax(move.from.y, move.to.y);
  return part.heights.above(x0 - reach, x1 + reach, y0 - reach, y1 + reach) <= low + floor - error;
}

}  // namespace graze::nc::detail
