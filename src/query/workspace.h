// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "graze/query.h"
#include "traverse/traversal.h"

namespace graze {

struct Workspace::Impl {
  detail::TraversalState state;
  std::vector<std::uint64_t> sort_scratch;
};

namespace detail {

/// Throws std::invalid_argument unless the pose is rigid and the margin finite and not negative.
void check_query(const Pose& pose, const QueryOptions& options);

/// The margin of a query on two models: theirs and the query's.
double total_margin(const Model& a, const Model& b, const QueryOptions& options);

/// Finds the pairs that meet, or whether there is one; in `state.found`, unsorted. The pose has been checked.
bool find_pairs(const Model& a, const Model& b, const Pose& pose, const QueryOptions& options, bool any,
                TraversalState& state);

/// Ascending. Uses `scratch` only; no allocation once that is large enough.
void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch);

}  // namespace detail
}  // namespace graze
