// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/leaves.h"
#include "build/topology.h"

namespace graze::detail {

/// Makes the nodes of `h`, whose volume, layout, size exponent and leaves are set, with the volumes of all children,
/// and zeros for those that are not there. The same for any number of threads. Of `leaves`, packets are not needed.
void fit_nodes(const Topology& topology, const WideTopology& wide, const Leaves& leaves, float slack, Effort effort,
               Hierarchy& h);

}  // namespace graze::detail
