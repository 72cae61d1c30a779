// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"

namespace graze::detail {

/// Throws Error (corrupt_model) naming the first violation: links that leave the arrays, form a cycle or miss a node;
/// a triangle that is not in exactly one leaf; packets that differ from the mesh; a volume that does not hold every
/// triangle below it; slots, counts, size codes.
void validate(const Mesh& mesh, const Hierarchy& hierarchy);

}  // namespace graze::detail
