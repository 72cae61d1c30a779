// SPDX-License-Identifier: Apache-2.0
// A model in few numbers: points spread over its surface, and how far from it the cells of a coarse grid are. Points of
// one model looked up in the grid of another tell much about whether they meet before any box is tested
// (docs/timed.md).
#pragma once

#include <cstddef>

#include "build/aligned.h"

namespace graze::detail {

struct Hierarchy;

/// In units about the hierarchy's origin. Estimates, nothing that a certain answer may rest on.
struct Sketch {
  static constexpr std::size_t kPoints = 32;
  static constexpr int kSide = 16;  // cells along an axis

  float spread = 0;  // mean distance of the surface from the nearest point; 0: there is no sketch
  float lower[3] = {}, cell[3] = {}, per_cell[3] = {};
  AlignedVector<float> points;    // coordinate after coordinate
  AlignedVector<float> distance;  // of a cell's centre; x fastest
};

/// Takes 0.8 ms and a look at every triangle. None for surfaces without area.
Sketch make_sketch(const Hierarchy& h);

}  // namespace graze::detail
