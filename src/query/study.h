// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "query/workspace.h"
#include "traverse/frame.h"
#include "traverse/study.h"

namespace graze::detail {

/// Checks the models against the options (std::invalid_argument), makes the frame, and, when it is needed, what
/// `state` keeps of the models. `extreme` is left to the caller.
Reach start_study(const Model& a, const Model& b, PairQuery& query, double skew, const QueryOptions& options,
                  TraversalState& state);

}  // namespace graze::detail
