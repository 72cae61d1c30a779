// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_distance.h"
#include "traverse/isa.h"
#include "traverse/kernels.h"
#include "traverse/study.h"
#include "traverse/traversal.h"
#include "volumes/registry.h"

namespace graze::detail {

bool pair_meets(const PairQuery& query, std::uint32_t a, std::uint32_t b) {
  const Corners ca = corners(query.mesh_a, a);
  const Corners cb = placed_corners(query.mesh_b, b, query.pose);
  return query.margin > 0 ? triangles_within(ca, cb, query.margin) : triangles_meet(ca, cb);
}

bool traverse(const PairQuery& query, TraversalState& state, bool any) {
  init_isa();
  const bool alike = query.a.volume == query.b.volume && query.a.layout == query.b.layout;
  if (query.a.volume == query.b.volume && family_of(query.a.volume) != nullptr) {
    return traverse_general(query, state, any);
  }
  if (query.a.volume == Volume::custom && query.b.volume == Volume::custom &&
      *query.a.directions == *query.b.directions) {
    return traverse_study(query, {}, Descent::adaptive, any, state);
  }
  if (query.a.layout.lanes > 8 || query.b.layout.lanes > 8) return traverse_sixteen(query, state, any);
  if (!alike) {
    const bool dop_box = (query.a.layout.by_child && query.b.volume == Volume::obb) ||
                         (query.a.volume == Volume::obb && query.b.layout.by_child);
    return dop_box ? traverse_dop_box(query, state, any) : traverse_mixed(query, state, any);
  }
  switch (query.a.volume) {
    case Volume::obb:
      return traverse_obb(query, state, any);
    case Volume::aabb:
      return traverse_aabb(query, state, any);
    case Volume::sphere:
      return traverse_sphere(query, state, any);
    case Volume::rounded_box:
      return traverse_rounded_box(query, state, any);
    case Volume::custom:
      return traverse_aabb(query, state, any);
    case Volume::hybrid:
      return traverse_hybrid(query, state, any);
    default:
      return traverse_dop(query, state, any);
  }
}

}  // namespace graze::detail
