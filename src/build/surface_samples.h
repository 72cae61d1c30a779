// SPDX-License-Identifier: Apache-2.0
// Points spread evenly over a surface, each with its triangle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "build/point_set.h"

namespace graze::detail {

struct Hierarchy;

struct SurfaceSamples : PointSet {
  double area = 0;                      // of the surface
  std::vector<std::uint32_t> packet;    // of the hierarchy's leaves,
  std::vector<std::uint8_t> in_packet;  // which of its triangles,
  std::vector<std::uint32_t> slot;      // and the slot of its leaf
};

/// Evenly by area, `count` or one or two less; none of a surface without area.
SurfaceSamples sample_surface(const Hierarchy& h, std::size_t count);

}  // namespace graze::detail
