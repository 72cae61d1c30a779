// SPDX-License-Identifier: Apache-2.0
// Queries from the thesis's front (6.4.3).
#include <optional>
#include <stdexcept>

#include "graze/front.h"
#include "query/study.h"

namespace graze {

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
