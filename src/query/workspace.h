// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "graze/query.h"
#include "hwy/contrib/sort/vqsort.h"
#include "query/nearest_first.h"
#include "traverse/traversal.h"

namespace graze {

struct Workspace::Impl {
  detail::TraversalState state;
  hwy::Sorter sorter;
  detail::NearestFirst nearest;
};

namespace detail {

/// Throws std::invalid_argument unless the pose is rigid. Returns its skew (geometry/rigid.h).
double check_pose(const Pose& pose);

/// Throws std::invalid_argument unless the pose is rigid and the margin finite and not negative. Returns the pose's
/// skew (geometry/rigid.h).
double check_query(const Pose& pose, const QueryOptions& options);

/// The margin of a query on two models: theirs and the query's.
double total_margin(const Model& a, const Model& b, const QueryOptions& options);

/// Finds the pairs that meet, or whether there is one; in `state.found`, unsorted. Throws as check_query().
bool find_pairs(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options, bool any,
                TraversalState& state);

/// Every pair with the exact test, up to the first that meets where any is enough.
bool brute_force(const PairQuery& query, bool any, TraversalState& state);

/// The same by Method::study. Throws std::invalid_argument unless both models are k-DOPs of the same directions.
bool find_pairs_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                      bool any, TraversalState& state);

/// The pairs in impl.state.found, sorted, limited and classified as the options say. Sorts `found`.
void write_contacts(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options,
                    Workspace::Impl& impl, Contacts& out);

/// Measures a query when asked to: two readings of a clock take longer than the shortest queries.
class Stopwatch {
 public:
  explicit Stopwatch(bool on) : on_(on) {
    if (on_) start_ = std::chrono::steady_clock::now();
  }
  std::chrono::steady_clock::time_point began() const { return start_; }
  std::chrono::nanoseconds elapsed() const {
    return on_ ? std::chrono::steady_clock::now() - start_ : std::chrono::nanoseconds{0};
  }

 private:
  bool on_;
  std::chrono::steady_clock::time_point start_;
};

/// Ascending. The sorter has its memory already.
void sort_keys(std::vector<std::uint64_t>& keys, const hwy::Sorter& sorter);

}  // namespace detail
}  // namespace graze
