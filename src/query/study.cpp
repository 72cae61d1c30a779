// SPDX-License-Identifier: Apache-2.0
#include "graze/error.h"
#include "graze/front.h"
#include "query/workspace.h"

namespace graze {

struct EnvironmentFront::Impl {
  Counters counters;
};

EnvironmentFront::EnvironmentFront(int) : impl_(std::make_unique<Impl>()) {}
EnvironmentFront::~EnvironmentFront() = default;
EnvironmentFront::EnvironmentFront(EnvironmentFront&&) noexcept = default;
EnvironmentFront& EnvironmentFront::operator=(EnvironmentFront&&) noexcept = default;
void EnvironmentFront::reset() {}
const Counters& EnvironmentFront::counters() const { return impl_->counters; }
StudyCounters EnvironmentFront::study_counters() const { return {}; }
std::size_t EnvironmentFront::size() const { return 0; }
StudyCounters Workspace::study_counters() const { return {}; }

namespace {
[[noreturn]] void refuse() { throw Error(ErrorCode::unsupported, "Method::study is not available in this version"); }
}  // namespace

bool detail::find_pairs_study(const Model&, const Model&, PairQuery&, double, const QueryOptions&, bool,
                              TraversalState&) {
  refuse();
}

bool intersects(const Model&, const Model&, const Pose&, EnvironmentFront&, const QueryOptions&) { refuse(); }
Contacts contacts(const Model&, const Model&, const Pose&, EnvironmentFront&, const QueryOptions&) { refuse(); }
void contacts(const Model&, const Model&, const Pose&, Contacts&, EnvironmentFront&, const QueryOptions&) { refuse(); }
Bounded contacts_bounded(const Model&, const Model&, const Pose&, const Limits&, const QueryOptions&, Workspace*) {
  refuse();
}

}  // namespace graze
