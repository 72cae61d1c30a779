// SPDX-License-Identifier: Apache-2.0
#include "depth_first.h"

#include "query/workspace.h"
#include "traverse/frame.h"

namespace graze::bench {

bool intersects_depth_first(const Model& a, const Model& b, const Pose& b_in_a, Workspace& workspace) {
  const QueryOptions options;
  const double skew = detail::check_query(b_in_a, options);
  detail::TraversalState& state = workspace.impl().state;
  state.found.clear();
  state.counters = {};
  detail::PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(),
                          b.mesh(),      b_in_a,        detail::total_margin(a, b, options)};
  query.plain = true;
  switch (detail::make_frame(query.a, query.b, b_in_a, skew, query.margin, options.descent, query.frame)) {
    case detail::Reach::apart:
      return false;
    case detail::Reach::extreme:
      return detail::brute_force(query, true, state);
    case detail::Reach::possible:
      break;
  }
  return !detail::find_apart_or_start(query) && detail::traverse(query, state, true);
}

}  // namespace graze::bench
