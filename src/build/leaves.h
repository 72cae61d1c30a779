// SPDX-License-Identifier: Apache-2.0
// The triangles in leaf order, as floats about the model's origin, and the leaf packets made of them.
#pragma once

#include <cstdint>
#include <vector>

#include "build/bulk.h"
#include "build/hierarchy.h"
#include "build/normalise.h"
#include "build/topology.h"
#include "volumes/fit.h"

namespace graze::detail {

/// Corners in leaf order: three for each triangle of Topology::order.
struct Surface {
  BulkVector<float> x, y, z;
  Points range(std::uint32_t begin, std::uint32_t end) const {
    return {x.data() + 3 * static_cast<std::size_t>(begin), y.data() + 3 * static_cast<std::size_t>(begin),
            z.data() + 3 * static_cast<std::size_t>(begin), 3 * static_cast<std::size_t>(end - begin)};
  }
};

struct Leaves {
  BulkVector<LeafPacket> packets;          // in leaf order
  BulkVector<std::uint32_t> first_packet;  // by binary node; kNoNode for inner nodes
  Surface surface;
};

/// What a packet of `count` triangles says besides the floats of fit_packets.h. It is not the first of a leaf.
void name_triangles(const std::uint32_t* triangles, std::size_t count, LeafPacket& out);

/// One pass over the mesh, which lies in memory in another order.
Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const Topology& topology);

}  // namespace graze::detail
