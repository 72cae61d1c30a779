// SPDX-License-Identifier: Apache-2.0
// Pieces of surface that are fitted together, one in each SIMD lane.
#pragma once

#include <cstddef>

#include "volumes/fit.h"

namespace graze::detail {

/// Sixteen pieces whatever the instruction set: a piece's numbers never depend on its neighbours or on the vectors'
/// length.
inline constexpr std::size_t kFitLanes = 16;

struct PieceLanes {
  /// More points are sampled evenly.
  static constexpr std::size_t kPoints = 66;

  /// Points as (p - first) * 2^k with the power that brings the largest coordinate to [1, 2): [axis][point][lane].
  /// Pieces of fewer points repeat their first, the zero.
  alignas(64) float at[3][kPoints][kFitLanes];
  alignas(64) float first[3][kFitLanes];
  alignas(64) float unscale[kFitLanes];  // 2^-k
  alignas(64) float points[kFitLanes];   // how many the piece has here
  std::size_t rows = 0;                  // points of the piece that has most
  bool whole[kFitLanes];                 // not sampled
};

/// Moments as rows of lanes.
struct MomentLanes {
  alignas(64) float area[kFitLanes];
  alignas(64) float mean[3][kFitLanes];
  alignas(64) float covariance[6][kFitLanes];
  alignas(64) float normal[3][kFitLanes];
};

/// Three axes, orthonormal to float, right-handed; and the extents of the points of PieceLanes, scaled as they are,
/// off by at most 14 units of roundoff.
struct BoxLanes {
  alignas(64) float axes[9][kFitLanes];
  alignas(64) float lower[3][kFitLanes];
  alignas(64) float upper[3][kFitLanes];
};

/// Slabs along the axes of boxes, and how far off their ends may be.
struct SlabLanes {
  alignas(64) double lower[3][kFitLanes];
  alignas(64) double upper[3][kFitLanes];
  alignas(64) double error[kFitLanes];
};

enum class Sampling { points, few_points, triangles };

/// `count` is at most kFitLanes; lanes beyond it repeat the first piece. Moments need whole triangles.
void gather(const Points* pieces, std::size_t count, Sampling sampling, PieceLanes& out);

/// Sets `unscale` and scales the points by its inverse.
void scale_lanes(PieceLanes& pieces);

void lane_moments(const PieceLanes& pieces, MomentLanes& out);

/// The boxes of least area among those that fit_obb_axes.cpp tries.
void lane_boxes(const PieceLanes& pieces, const MomentLanes& moments, BoxLanes& out);

}  // namespace graze::detail
