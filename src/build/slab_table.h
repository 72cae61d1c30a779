// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "build/leaves.h"
#include "build/topology.h"

namespace graze::detail {

/// The pieces' extents along the directions of the options' k-DOP, or of the 26-DOP for other volumes; null where no
/// rule asks for them.
struct Pieces;
std::unique_ptr<const SlabTable> make_slab_table(const Pieces& pieces, const BuildOptions& options);

/// Whether some rule does.
bool needs_slab_table(const BuildOptions& options);

}  // namespace graze::detail
