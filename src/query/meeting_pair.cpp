// SPDX-License-Identifier: Apache-2.0
#include "query/meeting_pair.h"

#include <algorithm>

#include "query/workspace.h"
#include "traverse/frame.h"

namespace graze::detail {

std::optional<std::uint64_t> meeting_pair(const Model& a, const Model& b, const Pose& pose, double skew, Method method,
                                          TraversalState& state) {
  PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), pose, 0};
  state.found.clear();
  state.counters = {};
  Reach reach = Reach::extreme;
  if (method == Method::hierarchy) {
    reach = make_frame(query.a, query.b, pose, skew, 0, Descent::adaptive, query.frame);
  }
  if (reach == Reach::apart || (reach == Reach::possible && find_apart_or_start(query))) return {};
  const auto find = [&](bool any) {
    return reach == Reach::possible ? traverse(query, state, any) : brute_force(query, any, state);
  };
  const bool meets = find(true);
  if (meets) find(false);
  if (!meets) return {};
  return *std::min_element(state.found.begin(), state.found.end());
}

}  // namespace graze::detail
