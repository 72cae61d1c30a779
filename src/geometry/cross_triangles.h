// SPDX-License-Identifier: Apache-2.0
// Intersection segments of eight pairs of triangles at once, for the common case of a clean crossing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graze/math.h"

namespace graze::detail {

inline constexpr std::size_t kCrossBatch = 8;

/// Corner k's coordinate x of pair i is a[3 * k + x][i]. Those of B are in B's frame.
struct TrianglePairs {
  alignas(64) double a[9][kCrossBatch];
  alignas(64) double b[9][kCrossBatch];
};

struct CrossingSegments {
  alignas(64) double p[3][kCrossBatch];
  alignas(64) double q[3][kCrossBatch];
  std::uint32_t crossing = 0;  // bit i: pair i crosses for certain, given that it meets; its segment is p–q
};

/// For pairs that are known to meet, B placed as graze::place does. The same on every instruction set (no fused
/// operations). Pairs without their bit are for meet_triangles.
void cross_triangles(const TrianglePairs& pairs, const Pose& b_in_a, CrossingSegments& out);

}  // namespace graze::detail
