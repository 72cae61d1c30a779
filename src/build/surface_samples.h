// SPDX-License-Identifier: Apache-2.0
// Points spread evenly over a surface, each with its triangle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::detail {

struct Hierarchy;

/// In units about the hierarchy's origin.
struct SurfaceSamples {
  std::vector<float> x[3];
  std::vector<std::uint32_t> packet;    // of the hierarchy's leaves,
  std::vector<std::uint8_t> in_packet;  // which of its triangles,
  std::vector<std::uint32_t> slot;      // and the slot of its leaf

  std::size_t size() const { return packet.size(); }
  float square(std::size_t i, const float p[3]) const {
    const float d[3] = {x[0][i] - p[0], x[1][i] - p[1], x[2][i] - p[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  }
};

/// Evenly by area, `count` or one or two less; none of a surface without area.
SurfaceSamples sample_surface(const Hierarchy& h, std::size_t count);

}  // namespace graze::detail
