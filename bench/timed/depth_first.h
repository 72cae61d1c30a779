// SPDX-License-Identifier: Apache-2.0
// The exact query that TIMED's bars are set against.
#pragma once

#include "graze/model.h"
#include "graze/query.h"

namespace graze::bench {

/// `intersects` as it was before time-critical queries: the same boxes, batches, instruction set and leaf tests, depth
/// first, what overlaps deep on top until some steps were in vain. Without what came since: tries where landmarks are
/// near each other, dives. That revision itself takes 0.95 to 1.0 times as long on U, 0.97 to 0.99 on N (22 models).
bool intersects_depth_first(const Model& a, const Model& b, const Pose& b_in_a, Workspace& workspace);

}  // namespace graze::bench
