// SPDX-License-Identifier: Apache-2.0
// Interruptible queries (thesis, 4.3).
#include <cmath>
#include <optional>
#include <stdexcept>

#include "query/study.h"

namespace graze {

Bounded contacts_bounded(const Model& a, const Model& b, const Pose& b_in_a, const Limits& limits,
                         const QueryOptions& options, Workspace* workspace) {
  const detail::Stopwatch watch(options.timing);
  const double skew = detail::check_query(b_in_a, options);
  if (limits.time.count() < 0) throw std::invalid_argument("graze: the limit of time is negative");
  std::optional<Workspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  Workspace::Impl& impl = workspace->impl();
  detail::TraversalState& state = impl.state;
  state.found.clear();
  state.counters = {};
  detail::PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(),
                          b.mesh(),      b_in_a,        detail::total_margin(a, b, options)};
  detail::StudyBound bound;
  bound.complete = true;
  switch (detail::start_study(a, b, query, skew, options, state)) {
    case detail::Reach::apart:
      break;
    case detail::Reach::extreme:  // no volume can bound anything there
      if (detail::brute_force(query, false, state)) bound.penetration = HUGE_VAL;
      break;
    case detail::Reach::possible:
      bound = detail::traverse_bounded(query, options.study, limits, state);
      break;
  }
  Bounded out;
  out.complete = bound.complete;
  out.outcome = !state.found.empty() ? Outcome::colliding : bound.complete ? Outcome::disjoint : Outcome::possible;
  out.penetration = bound.penetration * query.a.unit;
  // From the hierarchy's frame to the mesh's.
  const double* q = query.a.frame;
  const auto along = [&](int x) {
    return (q[x] * bound.escape[0] + q[3 + x] * bound.escape[1] + q[6 + x] * bound.escape[2]) * query.a.unit;
  };
  out.escape = {along(0), along(1), along(2)};
  detail::write_contacts(a, b, b_in_a, options, impl, out.contacts);
  state.counters.time = watch.elapsed();
  out.contacts.counters = state.counters;
  return out;
}

}  // namespace graze
