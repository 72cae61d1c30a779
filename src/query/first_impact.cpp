// SPDX-License-Identifier: Apache-2.0
// The first contact of a moving model: GetFirstTimeOfCollision (seed 003, 3.4) over pairs of nodes, the pair that may
// meet first before the others, with boxes or balls for the nodes and the first times of triangles at the leaves.
#include <stdexcept>

#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "graze/motion.h"
#include "query/meeting_pair.h"
#include "query/ordered_pairs.h"
#include "query/sweep_pairs.h"
#include "query/workspace.h"
#include "volumes/sweep.h"

namespace graze {
namespace detail {
namespace {

/// Do the surfaces meet at the start?
bool meet_at_start(const Model& a, const Model& b, const Motion& motion, double skew, Method method, Impact& impact) {
  TraversalState state;
  const std::optional<std::uint64_t> key = meeting_pair(a, b, motion.start, skew, method, state);
  impact.counters = state.counters;
  if (!key) return false;
  impact.hits = true;
  impact.time = impact.free_until = 0;
  impact.triangle_a = static_cast<std::uint32_t>(*key >> 32);
  impact.triangle_b = static_cast<std::uint32_t>(*key);
  const Meet meet =
      meet_triangles(corners(a.mesh(), impact.triangle_a), placed_corners(b.mesh(), impact.triangle_b, motion.start));
  impact.point = 0.5 * meet.p + 0.5 * meet.q;
  return true;
}

bool by_balls(const Model& a, const Model& b, SweptVolume volumes) {
  switch (volumes) {
    case SweptVolume::automatic:
      return a.hierarchy().volume == Volume::sphere && b.hierarchy().volume == Volume::sphere;
    case SweptVolume::boxes:
      return false;
    case SweptVolume::spheres:
      return true;
  }
  throw std::invalid_argument("graze: no swept volume has this number");
}

Impact find_impact(const Model& a, const Model& b, const Motion& motion, const ImpactOptions& options) {
  const double skew = skew_of(motion.start);
  if (skew == kNotRigid) {
    throw std::invalid_argument("graze: the start is not a rigid motion (finite, rotation orthonormal to 1e-6)");
  }
  if (!is_finite(motion.translation)) throw std::invalid_argument("graze: the translation is not finite");
  if (options.method != Method::hierarchy && options.method != Method::brute_force) {
    throw std::invalid_argument("graze: an impact is found by the hierarchy or by brute force");
  }
  const bool balls = by_balls(a, b, options.volumes);
  Impact impact;
  if (a.mesh().triangles.empty() || b.mesh().triangles.empty()) return impact;
  if (meet_at_start(a, b, motion, skew, options.method, impact) || motion.translation == Vec3{}) return impact;
  SweepSearch search(a, b, motion);
  search.counters() = impact.counters;
  if (options.method == Method::brute_force) {
    for (std::uint32_t i = 0; i < a.mesh().triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < b.mesh().triangles.size(); ++j) search.offer(i, j);
    }
    return search.answer();
  }
  const CommonScale& common = search.common();
  const Hierarchy &ha = a.hierarchy(), &hb = b.hierarchy();
  const MovedSide side_a = MovedSide::of_a(ha, common.scale),
                  side_b = MovedSide::of_b(ha, hb, motion.start, common.scale);
  const Vec3 way = common.scale * rotated(ha.frame, motion.translation);
  const double pad = common.pad(ha, hb, skew);
  const auto bound = [&](const auto& x, const auto& y) { return first_time(x, y, way, pad, search.time()); };
  balls ? search_pairs<SolidBall>(side_a, side_b, search, bound)
        : search_pairs<SolidBox>(side_a, side_b, search, bound);
  return search.answer();
}

}  // namespace
}  // namespace detail

Pose at(const Motion& motion, double s) {
  Pose pose = motion.start;
  pose.t = {pose.t.x + s * motion.translation.x, pose.t.y + s * motion.translation.y,
            pose.t.z + s * motion.translation.z};
  return pose;
}

Impact first_impact(const Model& a, const Model& b, const Motion& motion, const ImpactOptions& options) {
  const detail::Stopwatch watch(options.timing);
  Impact impact = detail::find_impact(a, b, motion, options);
  impact.counters.time = watch.elapsed();
  return impact;
}

std::string_view name(SweptVolume volume) {
  switch (volume) {
    case SweptVolume::automatic:
      return "automatic";
    case SweptVolume::boxes:
      return "boxes";
    case SweptVolume::spheres:
      return "spheres";
  }
  return "unknown";
}

}  // namespace graze
