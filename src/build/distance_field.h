// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "build/aligned.h"
#include "build/hierarchy.h"
#include "build/nearest_cells.h"
#include "build/surface_samples.h"

namespace graze::detail {

/// Distances from a surface in its box, to first order: of each cell's centre, and how they change from there. Without
/// signs: these decide hardly more, and are wrong of surfaces that are not oriented (docs/timed.md).
struct DistanceField : CubeGrid {
  static constexpr int kStepsPerCell = 18;  // distances are whole numbers of eighteenths of a cell, 7 cells at most

  float per_cell = 0, shift[3] = {};     // where x lies, in cells from the centre of the first: per_cell·x + shift
  AlignedVector<std::uint32_t> of_cell;  // x fastest; 127 times the gradient in three bytes, then the distance
  AlignedVector<Ref> patch;  // of the fine field: a small node about the surface near a cell, kNoRef where none is near
};

/// What is in a slot, or the first node above it with such a diagonal.
Ref node_about(const Hierarchy& h, std::uint32_t slot, double diagonal);

/// In cubes, `longest` of them along the longest side of the samples' box; smaller ones where these are larger than
/// wanted and there is room, as in the boxes of flat and long parts. Without cells when these would be too small for
/// numbers. Away from the surface the same as `coarser`, if there is one.
DistanceField make_distance_field(const Hierarchy& h, const SurfaceSamples& samples, int longest, float wanted,
                                  const DistanceField* coarser = nullptr);

}  // namespace graze::detail
