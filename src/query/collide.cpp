// SPDX-License-Identifier: Apache-2.0
// Do two models meet? The hierarchy's traversal, or brute force, which is the oracle.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "geometry/rigid.h"
#include "query/workspace.h"
#include "traverse/frame.h"

namespace graze {

Workspace::Workspace() : impl_(std::make_unique<Impl>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
const Counters& Workspace::counters() const { return impl_->state.counters; }

namespace detail {

bool brute_force(const PairQuery& query, bool any, TraversalState& state) {
  const auto count_a = static_cast<std::uint32_t>(query.mesh_a.triangles.size());
  const auto count_b = static_cast<std::uint32_t>(query.mesh_b.triangles.size());
  for (std::uint32_t a = 0; a < count_a; ++a) {
    for (std::uint32_t b = 0; b < count_b; ++b) {
      ++state.counters.primitive_tests;
      ++state.counters.exact_tests;
      if (!pair_meets(query, a, b)) continue;
      state.found.push_back(pair_key(a, b));
      if (any) return true;
    }
  }
  return !state.found.empty();
}

namespace {

[[noreturn]] void refuse_pose() {
  throw std::invalid_argument("graze: the pose is not a rigid motion (finite, rotation orthonormal to 1e-6)");
}

void check_margin(const QueryOptions& options) {
  if (std::isfinite(options.margin) && options.margin >= 0) return;
  throw std::invalid_argument("graze: the margin must be finite and not negative");
}

}  // namespace

double check_pose(const Pose& pose) {
  const double skew = skew_of(pose);
  if (skew == kNotRigid) refuse_pose();
  return skew;
}

double check_query(const Pose& pose, const QueryOptions& options) {
  const double skew = check_pose(pose);
  check_margin(options);
  return skew;
}

double total_margin(const Model& a, const Model& b, const QueryOptions& options) {
  // Each is finite, their sum need not be.
  return std::min(options.margin + a.options().margin + b.options().margin, std::numeric_limits<double>::max());
}

bool find_pairs(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options, bool any,
                TraversalState& state) {
  check_margin(options);
  state.found.clear();
  state.counters = {};
  PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), pose, total_margin(a, b, options)};
  if (options.method != Method::hierarchy) [[unlikely]] {
    const double skew = check_pose(pose);
    if (options.method == Method::brute_force) return brute_force(query, any, state);
    if (options.method != Method::study) throw std::invalid_argument("graze: no method has this number");
    return find_pairs_study(a, b, query, skew, options, any, state);
  }
  // Before vectors, whose first result takes longer: far apart 40 -> 30 ns.
  if (clearly_apart(query.a, query.b, pose, query.margin)) {
    check_pose(pose);
    ranges_of(options.descent);  // refuses what is none
    return false;
  }
  const std::optional<Reach> reach = place(options.descent, query);
  if (!reach) refuse_pose();
  switch (*reach) {
    case Reach::apart:
      return false;
    case Reach::extreme:
      return brute_force(query, any, state);
    case Reach::possible:
      if (find_apart_or_start(query)) return false;
      break;
  }
  return traverse(query, state, any);
}

}  // namespace detail

bool intersects(const Model& a, const Model& b, const Pose& b_in_a, const QueryOptions& options, Workspace* workspace) {
  const detail::Stopwatch watch(options.timing);
  std::optional<Workspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  detail::TraversalState& state = workspace->impl().state;
  const bool hit = detail::find_pairs(a, b, b_in_a, options, true, state);
  state.counters.time = watch.elapsed();
  return hit;
}

}  // namespace graze
