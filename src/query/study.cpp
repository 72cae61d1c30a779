// SPDX-License-Identifier: Apache-2.0
// Queries by the study traversal.
#include "query/study.h"

#include <stdexcept>
#include <string>

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
    study.closure = closure_of(set.given());
    if (study.closure.size() > kMostClosure) {
      study.closure_of.clear();
      throw std::invalid_argument("graze: the closure of these directions is too large; use fewer, or no closure");
    }
    study.closure_of = set.given();
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

}  // namespace

Reach start_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                  TraversalState& state) {
  if (const char* why = study_refusal(query.a, query.b)) {
    throw std::invalid_argument(std::string("graze: ") + why);
  }
  if (state.study != nullptr) state.study->counters = {};
  const Reach reach = make_frame(query.a, query.b, query.pose, skew, query.margin, options.descent, query.frame);
  if (reach == Reach::possible) prepare_study(a, b, options.study, state);
  return reach;
}

bool find_pairs_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                      bool any, TraversalState& state) {
  if (name(options.study.tumbling) == "unknown" || name(options.study.order) == "unknown") {
    throw std::invalid_argument("graze: no tumbling or order of intervals has this number");
  }
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

}  // namespace graze
