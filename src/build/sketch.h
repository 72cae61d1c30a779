// SPDX-License-Identifier: Apache-2.0
// A model in few numbers: points spread over its surface, few and many, and how far from it the cells of two grids are.
// Points of one model looked up in the grid of another tell much about whether they meet before any box is tested
// (docs/timed.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "build/aligned.h"
#include "build/distance_field.h"
#include "build/hierarchy.h"

namespace graze::detail {

/// In units about the hierarchy's origin. Estimates, nothing that a certain answer may rest on.
struct Sketch {
  static constexpr std::size_t kLevels = 3;
  static constexpr std::size_t kPoints = 32;      // of the first level
  static constexpr std::uint32_t kChildren = 16;  // each point of a level but the last stands for so many of the next

  float spread[kLevels] = {};  // mean distance of the surface from the nearest point of a level; 0: there is no sketch
  float dimension = 2;         // as the first two levels see the surface: 2 of sheets, 1 of wires
  float coverage = 5;          // of the second level: area for each point, in squares of its spread; 0 of dust
  /// How many points of the second level lie about a tangent plane, in the median of directions: 3 to 8 of real models,
  /// 10 of a ring, 11 of a torus, 15 of a ball.
  float roundness = 4;
  /// The first level's, coordinate after coordinate; of the others the children of a point after those of another, of
  /// each sixteen coordinate after coordinate.
  AlignedVector<float> points[kLevels];
  AlignedVector<Ref> node_of_point;  // of the last level: a small node about it, at least the parent of its leaf
  DistanceField coarse, fine;
};

/// Takes 10 to 30 ms and a look at every triangle. None for surfaces without area.
Sketch make_sketch(const Hierarchy& h);

}  // namespace graze::detail
