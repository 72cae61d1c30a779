// SPDX-License-Identifier: Apache-2.0
// The floats of leaf packets, from the corners of their triangles, four triangles at a time.
#pragma once

#include <cstddef>

#include "build/hierarchy.h"

namespace graze::detail {

/// Corners of a packet's triangles about the model's origin, in units: [corner][axis][triangle]. Lanes beyond the count
/// repeat lane 0.
struct PacketCorners {
  alignas(64) double at[3][3][4];
};

/// Corners, centre, radius and edge of `count` packets. The same floats on every instruction set.
void fit_packets(const PacketCorners* corners, std::size_t count, LeafPacket* out);

}  // namespace graze::detail
