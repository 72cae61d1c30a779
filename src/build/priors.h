// SPDX-License-Identifier: Apache-2.0
// What a box tells by itself about whether the surface in it will meet another's (TIMED, "node data").
#pragma once

#include "build/bulk.h"
#include "build/sketch.h"

namespace graze::detail {

struct Hierarchy;

/// What is below a node: of leaf packets those from the first to the last, of nodes itself and those after it up to the
/// last.
struct Subtree {
  std::int32_t first_packet = 0, last_packet = 0, last_node = 0;
};

struct Priors {
  /// Empty where nodes and leaves are in another order than graze writes them.
  BulkVector<Subtree> subtrees;  // by node
  Vec3 lower, upper;             // of all triangles, in units
  BulkVector<float> of_slot;     // of the child in slot node * lanes + lane: its share of a pair's score
  float mean_leaf_size = 0;      // mean size code of the leaves
  Sketch sketch;
};

/// For oriented boxes. Flat boxes well covered by their surface meet more often than their overlap tells.
Priors make_priors(const Hierarchy& h);

}  // namespace graze::detail
