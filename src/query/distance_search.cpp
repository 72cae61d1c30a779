// SPDX-License-Identifier: Apache-2.0
#include "query/distance_search.h"

#include <cmath>

#include "geometry/rigid.h"
#include "geometry/triangle_distance.h"

namespace graze::detail {

void DistanceSearch::offer(std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const Corners a = corners(mesh_a_, triangle_a), b = placed_corners(mesh_b_, triangle_b, pose_);
  if (!worth(gap_along(a, b)) || !worth(gap_of_boxes(a, b))) return;
  ++found_.counters.primitive_tests;
  const DistanceBounds bounds = distance_bounds(a, b);
  if (!worth(bounds.lower)) return;
  leave_out(bounds.lower);
  const bool closer = bounds.upper < found_.upper ||
                      (bounds.upper == found_.upper &&
                       pair_key(triangle_a, triangle_b) < pair_key(found_.triangle_a, found_.triangle_b));
  if (!closer) return;
  found_.upper = bounds.upper;
  found_.p = bounds.p;
  found_.q = bounds.q;
  found_.triangle_a = triangle_a;
  found_.triangle_b = triangle_b;
  if (const double length = norm(bounds.q - bounds.p); length > 0) line_ = (1 / length) * (bounds.q - bounds.p);
  const double allowed = (bounds.upper - options_.absolute_error) / (1 + options_.relative_error);
  enough_ = std::min(options_.limit, std::max(allowed, 0.0));
}

double DistanceSearch::gap_along(const Corners& a, const Corners& b) const {
  const double a_end = std::max({dot(line_, a.v[0]), dot(line_, a.v[1]), dot(line_, a.v[2])});
  const double b_end = std::min({dot(line_, b.v[0]), dot(line_, b.v[1]), dot(line_, b.v[2])});
  return b_end - a_end - 2 * rounding_;
}

double DistanceSearch::gap_of_boxes(const Corners& a, const Corners& b) const {
  const Vec3 a_low = min(min(a.v[0], a.v[1]), a.v[2]), a_high = max(max(a.v[0], a.v[1]), a.v[2]);
  const Vec3 b_low = min(min(b.v[0], b.v[1]), b.v[2]), b_high = max(max(b.v[0], b.v[1]), b.v[2]);
  const Vec3 gap = max(max(a_low - b_high, b_low - a_high), Vec3{});
  return norm(gap) - rounding_;
}

}  // namespace graze::detail
