// SPDX-License-Identifier: Apache-2.0
// k-DOPs: directions, and re-alignment of a rotated k-DOP by linear-programming duality.
#pragma once

#include "graze/model.h"
#include "volumes/frame.h"

namespace graze::detail {

inline constexpr int kMaxDirections = 13;

/// The unit direction i of the thesis's k-DOP (3.4.5, 6.3.1): axes, then corners, then edges, as the k has them.
/// Opposite directions share one slab.
struct DopDirections {
  int count = 0;
  double unit[kMaxDirections][3];
};

const DopDirections& directions_of(Volume volume);

/// An axis-aligned box that holds a k-DOP, by the same duality (k-DOPs without the axes have no such slabs).
void dop_box(Volume volume, const float* fields, float centre[3], float half[3]);

/// For each direction d of A: three slabs of B, and non-negative coefficients with Σ cᵢ nᵢ = Rᵀd. Then B's extent
/// along d has half-width at most Σ cᵢ hᵢ about Σ ±cᵢ mᵢ + d·t: the dual of maximising d over B's polytope. The three
/// normals span the cone of the set's hull that holds Rᵀd, which makes Σ cᵢ least. Once for each pose.
struct DopFrame {
  alignas(64) int index[3][16];
  alignas(64) float half[3][16];    // cᵢ
  alignas(64) float centre[3][16];  // ±cᵢ
  alignas(64) float offset[16];     // d·t
  alignas(64) float pad[16];        // Frame::pad; infinite in unused lanes, so that they never separate
};

void make_dop_frame(Volume volume, const Frame& frame, DopFrame& out);

/// The directions of a k-DOP as seen from the other model, for volumes whose extent along any direction is at hand.
struct DopAxes {
  alignas(64) float axis[3][16];
  alignas(64) float offset[16];
  alignas(64) float pad[16];  // as in DopFrame
};

/// Of A's k-DOP seen from B; with `reverse`, of B's seen from A.
void make_dop_axes(Volume volume, const Frame& frame, bool reverse, DopAxes& out);

}  // namespace graze::detail
