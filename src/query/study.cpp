// SPDX-License-Identifier: Apache-2.0
// Queries by the study traversal: whole, interruptible, and with the environment's front.
#include "traverse/study.h"

#include <optional>
#include <stdexcept>
#include <string>

#include "graze/front.h"
#include "query/workspace.h"
#include "traverse/frame.h"

namespace graze {
namespace detail {
namespace {

/// Forgets what was derived from other models than these.
void prepare_study(const Model& a, const Model& b, const StudyOptions& options, TraversalState& state) {
  if (state.study == nullptr) state.study = std::make_shared<StudyState>();
  StudyState& study = *state.study;
  const DirectionSet& set = *directions_of(a.hierarchy());
  const auto slots = [](const Model& m) { return m.hierarchy().node_count() * m.hierarchy().layout.lanes; };
  if (options.closure && study.closure_of != set.given()) {
    study.closure_of = set.given();
    study.closure = closure_of(set.given());
    study.closure.erase(study.closure.begin(), study.closure.begin() + static_cast<std::ptrdiff_t>(set.count()));
    study.has_closure_a = false;
  }
  if (!study.a || &study.a->hierarchy() != &a.hierarchy()) {
    study.a = a;
    study.order_a.start(slots(a), set.count());
    study.has_closure_a = false;
  }
  if (options.closure && !study.has_closure_a) {
    study.closure_a.start(slots(a), 2 * study.closure.size());
    study.has_closure_a = true;
  }
  if (!study.b || &study.b->hierarchy() != &b.hierarchy()) {
    study.b = b;
    study.climbers.clear();
    study.climbers.resize(slots(b));
    study.corners.clear();
    study.corners.resize(slots(b));
  }
}

/// The frame, after all checks. Nothing when the balls about the models are apart; brute force is left to the caller.
Reach start_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                  TraversalState& state) {
  if (const char* why = study_refusal(query.a, query.b, options.study)) {
    throw std::invalid_argument(std::string("graze: ") + why);
  }
  if (state.study != nullptr) state.study->counters = {};
  const Reach reach = make_frame(query.a, query.b, query.pose, skew, query.margin, options.descent, query.frame);
  if (reach == Reach::possible) prepare_study(a, b, options.study, state);
  return reach;
}

}  // namespace

bool find_pairs_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                      bool any, TraversalState& state) {
  switch (start_study(a, b, query, skew, options, state)) {
    case Reach::apart:
      return false;
    case Reach::extreme:
      return brute_force(query, any, state);
    case Reach::possible:
      break;
  }
  return traverse_study(query, options.study, options.descent, any, state);
}

}  // namespace detail

StudyCounters Workspace::study_counters() const {
  return impl_->state.study == nullptr ? StudyCounters{} : impl_->state.study->counters;
}

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
  out.escape = {bound.escape[0] * query.a.unit, bound.escape[1] * query.a.unit, bound.escape[2] * query.a.unit};
  detail::write_contacts(a, b, b_in_a, options, impl, out.contacts);
  state.counters.time = watch.elapsed();
  out.contacts.counters = state.counters;
  return out;
}

struct EnvironmentFront::Impl {
  Workspace::Impl workspace;
  std::optional<Model> a, b;
  detail::EnvironmentCut front;
};

EnvironmentFront::EnvironmentFront(int levels, bool pairs) : impl_(std::make_unique<Impl>()) {
  if (levels < 0) throw std::invalid_argument("graze: a front cannot rise by a negative number of levels");
  impl_->front.levels = levels;
  impl_->front.pairs = pairs;
}
EnvironmentFront::~EnvironmentFront() = default;
EnvironmentFront::EnvironmentFront(EnvironmentFront&&) noexcept = default;
EnvironmentFront& EnvironmentFront::operator=(EnvironmentFront&&) noexcept = default;
const Counters& EnvironmentFront::counters() const { return impl_->workspace.state.counters; }
StudyCounters EnvironmentFront::study_counters() const {
  const auto& study = impl_->workspace.state.study;
  return study == nullptr ? StudyCounters{} : study->counters;
}
std::size_t EnvironmentFront::size() const { return impl_->front.nodes.size(); }

void EnvironmentFront::reset() {
  impl_->a.reset();
  impl_->b.reset();
  impl_->front.nodes.clear();
}

namespace detail {
namespace {

bool find_from_front(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options, bool any,
                     EnvironmentFront::Impl& impl) {
  const double skew = check_query(pose, options);
  TraversalState& state = impl.workspace.state;
  state.found.clear();
  state.counters = {};
  PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), pose, total_margin(a, b, options)};
  const Reach reach = start_study(a, b, query, skew, options, state);
  if (!impl.a || &impl.a->hierarchy() != &query.a || &impl.b->hierarchy() != &query.b) {
    impl.a = a;
    impl.b = b;
    impl.front.nodes.clear();
  }
  if (reach == Reach::apart) {
    impl.front.nodes.clear();
    return false;
  }
  if (reach == Reach::extreme) return brute_force(query, any, state);
  return traverse_from_front(query, options.study, any, impl.front, state);
}

}  // namespace
}  // namespace detail

bool intersects(const Model& a, const Model& b, const Pose& b_in_a, EnvironmentFront& front,
                const QueryOptions& options) {
  const detail::Stopwatch watch(options.timing);
  EnvironmentFront::Impl& impl = front.impl();
  const bool hit = detail::find_from_front(a, b, b_in_a, options, true, impl);
  impl.workspace.state.counters.time = watch.elapsed();
  return hit;
}

void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, EnvironmentFront& front,
              const QueryOptions& options) {
  const detail::Stopwatch watch(options.timing);
  EnvironmentFront::Impl& impl = front.impl();
  detail::find_from_front(a, b, b_in_a, options, false, impl);
  detail::write_contacts(a, b, b_in_a, options, impl.workspace, out);
  impl.workspace.state.counters.time = watch.elapsed();
  out.counters = impl.workspace.state.counters;
}

Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, EnvironmentFront& front,
                  const QueryOptions& options) {
  Contacts out;
  contacts(a, b, b_in_a, out, front, options);
  return out;
}

}  // namespace graze
