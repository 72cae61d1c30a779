// SPDX-License-Identifier: Apache-2.0
// What a node says about its children besides their volumes: where they are and how large.
#pragma once

#include <cstdint>

#include "build/hierarchy.h"
#include "build/topology.h"

namespace graze::detail {

int size_exponent_of(const BinaryNode& root);

/// Writes the references of the children of nodes [begin, end), and where nodes and leaves hang. After the volumes:
/// those of k-DOPs lie in their records. Needs h.size_exponent, h.leaves and room in h.node_slot.
void link_nodes(std::size_t begin, std::size_t end, const Topology& topology, const WideTopology& wide,
                const BulkVector<std::uint32_t>& first_packet, Hierarchy& h);

}  // namespace graze::detail
