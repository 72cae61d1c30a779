// SPDX-License-Identifier: Apache-2.0
// The part of `validate` that looks at one leaf packet.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "build/hierarchy.h"

namespace graze::detail {

/// Floats of one volume at most.
inline constexpr std::size_t kMaxFields = 32;

/// The fields of the volume in a child slot.
inline void gather(const Hierarchy& h, std::size_t slot, float fields[kMaxFields]) {
  const float* node = h.node(slot / h.layout.lanes);
  const std::size_t lane = slot % h.layout.lanes;
  for (std::size_t f = 0; f < h.layout.fields; ++f) fields[f] = node[h.layout.at(f, lane)];
}

struct Bounds {
  double lower[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  double upper[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  void add(const Bounds& other) {
    for (int x = 0; x < 3; ++x) {
      lower[x] = std::min(lower[x], other.lower[x]);
      upper[x] = std::max(upper[x], other.upper[x]);
    }
  }
  double diagonal() const {
    double sum = 0;
    for (int x = 0; x < 3; ++x) sum += (upper[x] - lower[x]) * (upper[x] - lower[x]);
    return std::sqrt(sum);
  }
};

/// The packet's corners, three for each triangle, as the mesh has them: (v - origin) / unit in double.
struct PacketCorners {
  double p[12][3];
  Bounds bounds;
};

/// Says how the packet differs from the mesh, or nothing. Its count and ids are known to be in range.
std::string check_packet(const Mesh& mesh, const Hierarchy& h, std::size_t index, PacketCorners& corners);

}  // namespace graze::detail
