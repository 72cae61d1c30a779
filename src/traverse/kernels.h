// SPDX-License-Identifier: Apache-2.0
// One entry for each family of volumes; each dispatches to the instruction set once per query.
#pragma once

#include "traverse/traversal.h"

namespace graze::detail {

bool traverse_obb(const PairQuery& query, TraversalState& state, bool any);

}  // namespace graze::detail
