// SPDX-License-Identifier: Apache-2.0
// One entry for each family of volumes; each dispatches to the instruction set once per query.
#pragma once

#include "traverse/traversal.h"

namespace graze::detail {

// Both models have this volume and the same layout.
bool traverse_obb(const PairQuery& query, TraversalState& state, bool any);
bool traverse_aabb(const PairQuery& query, TraversalState& state, bool any);
bool traverse_sphere(const PairQuery& query, TraversalState& state, bool any);
bool traverse_rounded_box(const PairQuery& query, TraversalState& state, bool any);
bool traverse_hybrid(const PairQuery& query, TraversalState& state, bool any);
bool traverse_dop(const PairQuery& query, TraversalState& state, bool any);

/// k-DOPs of any width on one side, oriented boxes of any width on the other.
bool traverse_dop_box(const PairQuery& query, TraversalState& state, bool any);

/// Both models have the same registered volume.
bool traverse_general(const PairQuery& query, TraversalState& state, bool any);

/// Any two volumes; a node of one or both has sixteen children.
bool traverse_sixteen(const PairQuery& query, TraversalState& state, bool any);

/// Any two volumes of up to eight children a node.
bool traverse_mixed(const PairQuery& query, TraversalState& state, bool any);

}  // namespace graze::detail
