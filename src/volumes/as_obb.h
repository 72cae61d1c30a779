// SPDX-License-Identifier: Apache-2.0
// Any volume read as an oriented box that holds it, for pairs of models with different volumes.
#pragma once

#include "volumes/layout.h"

namespace graze::detail {

/// The child in `lane` of a node, as the 15 fields of an obb.
void as_obb(Volume volume, const Layout& layout, const float* node, std::size_t lane, float out[15]);

}  // namespace graze::detail
