// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "build/topology.h"

namespace graze::detail {

/// Quality::fast: cells of a space-filling curve, the surface area heuristic above them and along the curve within.
/// The same for any thread count. The primitives are used up.
Topology build_fast(std::span<Primitive> primitives, const TopologyOptions& options, bool parallel);

}  // namespace graze::detail
