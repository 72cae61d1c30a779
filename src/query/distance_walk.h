// SPDX-License-Identifier: Apache-2.0
// The search for the closest triangles of two models of oriented boxes, four children a node, by SIMD steps.
#pragma once

#include "query/distance_search.h"
#include "volumes/frame.h"

namespace graze::detail {

/// Can the step be used on these two? Else pairs are tested one by one, in double.
bool can_walk(const Hierarchy& a, const Hierarchy& b);

/// `frame` is of Hierarchies a, b at the search's pose; no two triangles meet.
void walk_to_closest(const Hierarchy& a, const Hierarchy& b, const Frame& frame, DistanceSearch& search);

}  // namespace graze::detail
