// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "graze/model.h"

namespace graze::detail {

/// Triangles in a leaf at most, when the caller leaves it open. `volume` may be automatic.
int choose_leaf_size(LeafRule rule, Volume volume, std::size_t triangles);

}  // namespace graze::detail
