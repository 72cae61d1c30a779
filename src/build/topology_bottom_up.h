// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "build/topology.h"

namespace graze::detail {

/// Building::bottom_up: clusters, at first single primitives, are joined with their nearest neighbours. No splitting
/// rule is asked. The same for any thread count. The primitives are used up.
Topology build_bottom_up(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel);

}  // namespace graze::detail
