// SPDX-License-Identifier: Apache-2.0
// The distance of two models: pairs of nodes by the gaps of their boxes, the closest first; bounds of the distances of
// triangles at the leaves.
#include "graze/distance.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "geometry/rigid.h"
#include "geometry/triangle_distance.h"
#include "query/distance_search.h"
#include "query/distance_walk.h"
#include "query/meeting_pair.h"
#include "query/ordered_pairs.h"
#include "query/workspace.h"
#include "traverse/frame.h"
#include "volumes/box_distance.h"

namespace graze {
namespace detail {
namespace {

double check_options(const Pose& pose, const DistanceOptions& options) {
  if (options.method != Method::hierarchy && options.method != Method::brute_force) {
    throw std::invalid_argument("graze: a distance is found by the hierarchy or by brute force");
  }
  if (!(options.relative_error >= 0) || !(options.absolute_error >= 0) || !(options.limit >= 0)) {
    throw std::invalid_argument("graze: errors and limit of a distance must not be negative");
  }
  return check_query(pose, {});
}

Distance find_distance(const Model& a, const Model& b, const Pose& pose, const DistanceOptions& options,
                       WarmStart* warm, Workspace::Impl& impl) {
  const double skew = check_options(pose, options);
  const auto count_a = static_cast<std::uint32_t>(a.mesh().triangles.size());
  const auto count_b = static_cast<std::uint32_t>(b.mesh().triangles.size());
  if (count_a == 0 || count_b == 0) return {};
  if (const auto key = meeting_pair(a, b, pose, skew, options.method, impl.state)) {
    const auto i = static_cast<std::uint32_t>(*key >> 32), j = static_cast<std::uint32_t>(*key);
    const Vec3 p = meet_triangles(corners(a.mesh(), i), placed_corners(b.mesh(), j, pose)).p;
    return {0, 0, p, p, i, j, impl.state.counters};
  }
  DistanceSearch search(a, b, pose, options);
  search.counters() = impl.state.counters;
  if (options.method == Method::brute_force) {
    for (std::uint32_t i = 0; i < count_a; ++i) {
      for (std::uint32_t j = 0; j < count_b; ++j) search.offer(i, j);
    }
    return search.answer();
  }
  if (warm != nullptr && warm->triangle_a < count_a && warm->triangle_b < count_b) {
    search.offer(warm->triangle_a, warm->triangle_b);
  }
  const Hierarchy &ha = a.hierarchy(), &hb = b.hierarchy();
  if (Frame frame; can_walk(ha, hb) && make_distance_frame(ha, hb, pose, skew, frame) == Reach::possible) {
    walk_to_closest(ha, hb, frame, search, impl.nearest);
    return search.answer();
  }
  const CommonScale& common = search.common();
  const MovedSide side_a = MovedSide::of_a(ha, common.scale), side_b = MovedSide::of_b(ha, hb, pose, common.scale);
  const double pad = common.pad(ha, hb, skew), unscale = 1 / common.scale;
  const auto bound = [&](const SolidBox& x, const SolidBox& y) {
    const Vec3 line = rotated(ha.frame, search.line());
    const double along = unscale * (dot(line, y.centre - x.centre) - reach_along(x, line) - reach_along(y, line) - pad);
    return search.farther(along) ? along : unscale * (gap_between(x, y) - pad);
  };
  search_pairs<SolidBox>(side_a, side_b, search, bound);
  return search.answer();
}

}  // namespace
}  // namespace detail

Distance distance(const Model& a, const Model& b, const Pose& b_in_a, const DistanceOptions& options, WarmStart* warm,
                  Workspace* workspace) {
  const detail::Stopwatch watch(options.timing);
  std::optional<Workspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  Distance found = detail::find_distance(a, b, b_in_a, options, warm, workspace->impl());
  if (warm != nullptr && found.triangle_a != kNoTriangle) *warm = {found.triangle_a, found.triangle_b};
  found.counters.time = watch.elapsed();
  workspace->impl().state.counters = found.counters;
  return found;
}

bool within(const Model& a, const Model& b, const Pose& b_in_a, double clearance, Workspace* workspace) {
  QueryOptions options;
  options.margin = clearance;
  return intersects(a, b, b_in_a, options, workspace);
}

}  // namespace graze
