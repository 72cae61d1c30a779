// SPDX-License-Identifier: Apache-2.0
// Fits of the volumes whose shape needs no search: boxes, k-DOPs.
#include "volumes/fit.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "volumes/dop.h"
#include "volumes/fit_points.h"
#include "volumes/hybrid.h"
#include "volumes/layout.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

/// A slab in centre and half-width form; the half-width pays for the rounding of the centre.
void store_slab(double lower, double upper, double slack, float& centre, float& half) {
  centre = static_cast<float>(0.5 * (lower + upper));
  half = round_up((std::max(upper - centre, centre - lower) + slack) * kWiden);
}

}  // namespace

float round_up(double x) {
  const auto f = static_cast<float>(x);
  if (!(static_cast<double>(f) < x)) return f;
  // nextafter, which is a call where this is an addition; up to 26 times a node.
  if (f == 0) return std::numeric_limits<float>::denorm_min();
  const auto bits = std::bit_cast<std::int32_t>(f);
  return std::bit_cast<float>(f > 0 ? bits + 1 : bits - 1);
}

void fit_aabb(const Points& points, float slack, float out[6]) {
  float lower[3], upper[3];
  slab_extents(points, kAxisSlabs, lower, upper);
  for (std::size_t i = 0; i < 3; ++i) store_slab(lower[i], upper[i], slack, out[i], out[field::kAabbHalf + i]);
}

void fit_dop(Volume volume, const Points& points, float slack, float* out) {
  constexpr double kCorner = 0.57735026918962576,
                   kEdge = 0.70710678118654752;  // a unit in direction (1, 1, 1), (1, 1, 0)
  const bool axes = volume == Volume::dop14 || volume == Volume::dop18 || volume == Volume::dop26;
  const bool corners = volume != Volume::dop12 && volume != Volume::dop18;
  const bool edges = volume != Volume::dop8 && volume != Volume::dop14;
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  std::fill(out, out + 2 * padded, 0.0f);
  float lower[kMaxDirections], upper[kMaxDirections];
  slab_extents(points, (axes ? kAxisSlabs : 0) | (corners ? kCornerSlabs : 0) | (edges ? kEdgeSlabs : 0), lower, upper);
  std::size_t k = 0;
  const auto store = [&](std::size_t count, double unit) {
    for (const std::size_t end = k + count; k < end; ++k) {
      store_slab(lower[k] * unit, upper[k] * unit, slack, out[k], out[padded + k]);
    }
  };
  if (axes) store(3, 1);
  if (corners) store(4, kCorner);
  if (edges) store(6, kEdge);
}

void fit(Volume volume, const Points& points, const Moments& moments, float slack, float* out) {
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:  // its box; build/slabs.cpp fits the slabs
      return fit_aabb(points, slack, out);
    case Volume::sphere:
      return fit_sphere(points, slack, out);
    case Volume::rounded_box:
      return fit_rounded_box(points, moments, slack, out);
    case Volume::obb:
      return fit_obb(points, moments, slack, out);
    case Volume::hybrid:
      return fit_hybrid(points, moments, slack, out);
    default:
      if (const VolumeFamily* family = family_of(volume)) return family->fit(points, moments, slack, out);
      return fit_dop(volume, points, slack, out);
  }
}

}  // namespace graze::detail
