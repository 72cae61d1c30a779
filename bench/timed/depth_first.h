// SPDX-License-Identifier: Apache-2.0
// The exact query that TIMED's bars are set against.
#pragma once

#include "graze/model.h"
#include "graze/query.h"

namespace graze::bench {

/// `intersects` as it was before time-critical queries: the same boxes, batches, instruction set and leaf tests, depth
/// first with children in the order in which they are stored. `intersects` now opens those that overlap deep first.
bool intersects_depth_first(const Model& a, const Model& b, const Pose& b_in_a, Workspace& workspace);

}  // namespace graze::bench
