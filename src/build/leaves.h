// SPDX-License-Identifier: Apache-2.0
// The triangles in leaf order, as floats about the model's origin, and the leaf packets made of them.
#pragma once

#include <cstdint>
#include <vector>

#include "build/hierarchy.h"
#include "build/topology.h"
#include "volumes/fit.h"

namespace graze::detail {

/// Frame of a mesh's floats: x_float = (x - origin) / unit.
struct Normalisation {
  Vec3 origin;
  double unit = 1;
  double radius = 0;
  double max_coordinate = 0;
};

Normalisation normalise(const Mesh& mesh);

/// Boxes of all triangles, rounded outward.
std::vector<Primitive> primitives(const Mesh& mesh, const Normalisation& frame);

/// Corners in leaf order: three for each triangle of Topology::order.
struct Surface {
  std::vector<float> x, y, z;
  Points range(std::uint32_t begin, std::uint32_t end) const {
    return {x.data() + 3 * static_cast<std::size_t>(begin), y.data() + 3 * static_cast<std::size_t>(begin),
            z.data() + 3 * static_cast<std::size_t>(begin), 3 * static_cast<std::size_t>(end - begin)};
  }
};

Surface surface_in_order(const Mesh& mesh, const Normalisation& frame, const std::vector<std::uint32_t>& order);

/// Moments of runs of leaves, by prefix sums over the leaves in order.
class LeafMoments {
 public:
  LeafMoments(const Topology& topology, const Surface& surface);
  /// Of the node's triangles.
  Moments of(const BinaryNode& node) const;

 private:
  const Surface& surface_;
  std::vector<std::uint32_t> begins_;  // first triangle of each leaf, ascending
  std::vector<Moments> prefix_;        // of the leaves before
};

/// Packets in leaf order; first_packet[i] is that of the leaf that begins at order[i].
struct Packets {
  AlignedVector<LeafPacket> packets;
  std::vector<std::uint32_t> first_packet;  // by binary node; kNoNode for inner nodes
};

Packets make_packets(const Mesh& mesh, const Normalisation& frame, const Topology& topology);

}  // namespace graze::detail
