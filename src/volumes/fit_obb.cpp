// SPDX-License-Identifier: Apache-2.0
// Oriented boxes: axes as fit_obb_axes.cpp finds them, widths over all points, rounded outward.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "volumes/fit_obb.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hwy/highway.h"
#include "volumes/fit.h"
#include "volumes/piece_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// No fused operations: the same extents on every instruction set.
void Extents(const Points& points, const float axes[9], float lower[3], float upper[3]) {
  const hn::CappedTag<float, 16> d;
  using V = hn::Vec<decltype(d)>;
  constexpr size_t kLanes = hn::MaxLanes(d);
  V low[3], high[3], axis[9];
  for (size_t i = 0; i < 9; ++i) axis[i] = hn::Set(d, axes[i]);
  for (size_t k = 0; k < 3; ++k) {
    low[k] = hn::Set(d, HUGE_VALF);
    high[k] = hn::Set(d, -HUGE_VALF);
  }
  size_t i = 0;
  for (; i + kLanes <= points.count; i += kLanes) {
    const V x = hn::LoadU(d, points.x + i), y = hn::LoadU(d, points.y + i), z = hn::LoadU(d, points.z + i);
    for (size_t k = 0; k < 3; ++k) {
      const V p = hn::Add(hn::Add(hn::Mul(x, axis[3 * k]), hn::Mul(y, axis[3 * k + 1])), hn::Mul(z, axis[3 * k + 2]));
      low[k] = hn::Min(low[k], p);
      high[k] = hn::Max(high[k], p);
    }
  }
  for (size_t k = 0; k < 3; ++k) {
    lower[k] = hn::GetLane(hn::MinOfLanes(d, low[k]));
    upper[k] = hn::GetLane(hn::MaxOfLanes(d, high[k]));
    for (size_t j = i; j < points.count; ++j) {
      const float p = points.x[j] * axes[3 * k] + points.y[j] * axes[3 * k + 1] + points.z[j] * axes[3 * k + 2];
      lower[k] = std::min(lower[k], p);
      upper[k] = std::max(upper[k], p);
    }
  }
}

using Doubles = hn::CappedTag<double, kFitLanes>;
using Floats = hn::Rebind<float, Doubles>;
using W = hn::Vec<Doubles>;

HWY_INLINE W Wide(const float* p) { return hn::PromoteTo(Doubles(), hn::Load(Floats(), p)); }

/// a · x for an axis and a point, both three rows of lanes.
HWY_INLINE W Along(const W axis[3], const W x[3]) {
  return hn::Add(hn::Add(hn::Mul(axis[0], x[0]), hn::Mul(axis[1], x[1])), hn::Mul(axis[2], x[2]));
}

/// Slabs of pieces that were not sampled, from their scaled extents about their first points.
void LocalSlabs(const PieceLanes& pieces, const BoxLanes& boxes, SlabLanes& out) {
  const Doubles d;
  for (size_t lane = 0; lane < kFitLanes; lane += hn::MaxLanes(d)) {
    const W unscale = Wide(pieces.unscale + lane);
    const W first[3] = {Wide(pieces.first[0] + lane), Wide(pieces.first[1] + lane), Wide(pieces.first[2] + lane)};
    for (size_t i = 0; i < 3; ++i) {
      const W axis[3] = {Wide(boxes.axes[3 * i] + lane), Wide(boxes.axes[3 * i + 1] + lane),
                         Wide(boxes.axes[3 * i + 2] + lane)};
      const W at = Along(axis, first);
      hn::Store(hn::Add(at, hn::Mul(unscale, Wide(boxes.lower[i] + lane))), d, out.lower[i] + lane);
      hn::Store(hn::Add(at, hn::Mul(unscale, Wide(boxes.upper[i] + lane))), d, out.upper[i] + lane);
    }
    // Differences and products of points below 2√3 round by 4 units of it.
    hn::Store(hn::Mul(unscale, hn::Set(d, 0x1p-20)), d, out.error + lane);
  }
}

/// Every point within `slack` of the slabs is inside the box as stored: rows centre and half-widths.
void StoreBoxes(const BoxLanes& boxes, const SlabLanes& slabs, float slack, float out[6][kFitLanes]) {
  const Doubles d;
  const Floats df;
  const W half = hn::Set(d, 0.5);
  for (size_t lane = 0; lane < kFitLanes; lane += hn::MaxLanes(d)) {
    W axis[3][3], low[3], high[3], middle[3], centre[3];
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) axis[i][x] = Wide(boxes.axes[3 * i + x] + lane);
      low[i] = hn::Load(d, slabs.lower[i] + lane);
      high[i] = hn::Load(d, slabs.upper[i] + lane);
      middle[i] = hn::Mul(half, hn::Add(low[i], high[i]));
    }
    for (size_t x = 0; x < 3; ++x) {
      const W column[3] = {axis[0][x], axis[1][x], axis[2][x]};
      const auto rounded = hn::DemoteTo(df, Along(column, middle));
      hn::Store(rounded, df, out[x] + lane);
      centre[x] = hn::PromoteTo(d, rounded);
    }
    const W reach = hn::Add(hn::Set(d, slack), hn::Load(d, slabs.error + lane));
    W widths[3], total = hn::Zero(d);
    for (size_t i = 0; i < 3; ++i) {
      const W at = Along(axis[i], centre);
      widths[i] = hn::Add(hn::Max(hn::Sub(high[i], at), hn::Sub(at, low[i])), reach);
      total = hn::Add(total, widths[i]);
    }
    // The axes are orthonormal to float only: a point within the slabs is centre + Σ yᵢ axisᵢ with |yᵢ| up to
    // 8 units of roundoff of the box larger than its slab coordinate. The last factor and summand round up.
    for (size_t i = 0; i < 3; ++i) {
      const W width = hn::Mul(hn::Add(widths[i], hn::Mul(total, hn::Set(d, 0x1p-21))), hn::Set(d, kWiden));
      const W above = hn::Add(hn::Mul(width, hn::Set(d, 1 + 0x1p-23)), hn::Set(d, 0x1p-149));
      hn::Store(hn::DemoteTo(df, above), df, out[3 + i] + lane);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "volumes/fit_frame.h"
#include "volumes/layout.h"

namespace graze::detail {

HWY_EXPORT(Extents);
HWY_EXPORT(LocalSlabs);
HWY_EXPORT(StoreBoxes);

namespace {

void load_moments(const Moments* moments, std::size_t count, MomentLanes& out) {
  for (std::size_t lane = 0; lane < kFitLanes; ++lane) {
    const Moments& m = moments[lane < count ? lane : 0];
    out.area[lane] = m.area;
    for (std::size_t x = 0; x < 3; ++x) {
      out.mean[x][lane] = m.mean[x];
      out.normal[x][lane] = m.normal[x];
    }
    for (std::size_t k = 0; k < 6; ++k) out.covariance[k][lane] = m.covariance[k];
  }
}

void store_moments(const MomentLanes& lanes, std::size_t count, Moments* out) {
  for (std::size_t lane = 0; lane < count; ++lane) {
    Moments& m = out[lane];
    m.area = lanes.area[lane];
    for (std::size_t x = 0; x < 3; ++x) {
      m.mean[x] = lanes.mean[x][lane];
      m.normal[x] = lanes.normal[x][lane];
    }
    for (std::size_t k = 0; k < 6; ++k) m.covariance[k] = lanes.covariance[k][lane];
  }
}

/// At most kFitLanes pieces.
void finish(const Points* points, std::size_t count, const PieceLanes& pieces, const BoxLanes& boxes, float slack,
            std::array<float, 15>* out) {
  SlabLanes slabs;
  HWY_DYNAMIC_DISPATCH(LocalSlabs)(pieces, boxes, slabs);
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (pieces.whole[lane]) continue;
    float axes[9], lower[3], upper[3];
    for (std::size_t i = 0; i < 9; ++i) axes[i] = boxes.axes[i][lane];
    extents(points[lane], axes, lower, upper);
    for (std::size_t i = 0; i < 3; ++i) {
      slabs.lower[i][lane] = lower[i];
      slabs.upper[i][lane] = upper[i];
    }
    slabs.error[lane] = 0;  // in the slack
  }
  alignas(64) float stored[6][kFitLanes];
  HWY_DYNAMIC_DISPATCH(StoreBoxes)(boxes, slabs, slack, stored);
  for (std::size_t lane = 0; lane < count; ++lane) {
    for (std::size_t i = 0; i < 3; ++i) {
      out[lane][field::kCentre + i] = stored[i][lane];
      out[lane][field::kObbHalf + i] = stored[3 + i][lane];
    }
    for (std::size_t i = 0; i < 9; ++i) out[lane][field::kAxes + i] = boxes.axes[i][lane];
  }
}

}  // namespace

void fit_obbs(const Points* points, const Moments* moments, std::size_t count, float slack, Effort effort,
              std::array<float, 15>* out) {
  const Sampling sampling = effort == Effort::most ? Sampling::points : Sampling::few_points;
  PieceLanes pieces;
  MomentLanes lanes;
  BoxLanes boxes;
  for (std::size_t i = 0; i < count; i += kFitLanes) {
    const std::size_t n = std::min(kFitLanes, count - i);
    gather(points + i, n, sampling, pieces);
    load_moments(moments + i, n, lanes);
    lane_boxes(pieces, lanes, boxes);
    finish(points + i, n, pieces, boxes, slack, out + i);
  }
}

void fit_leaf_obbs(const Points* points, std::size_t count, float slack, Moments* moments, std::array<float, 15>* out) {
  PieceLanes pieces;
  MomentLanes lanes;
  BoxLanes boxes;
  for (std::size_t i = 0; i < count; i += kFitLanes) {
    const std::size_t n = std::min(kFitLanes, count - i);
    gather(points + i, n, Sampling::triangles, pieces);
    lane_moments(pieces, lanes);
    lane_boxes(pieces, lanes, boxes);
    store_moments(lanes, n, moments + i);
    finish(points + i, n, pieces, boxes, slack, out + i);
  }
}

void moments_of(const Points* pieces, std::size_t count, Moments* out) {
  PieceLanes gathered;
  MomentLanes lanes;
  for (std::size_t i = 0; i < count; i += kFitLanes) {
    const std::size_t n = std::min(kFitLanes, count - i);
    gather(pieces + i, n, Sampling::triangles, gathered);
    lane_moments(gathered, lanes);
    store_moments(lanes, n, out + i);
  }
}

void choose_axes(const Points& points, const Moments& moments, float axes[9]) {
  PieceLanes pieces;
  MomentLanes lanes;
  BoxLanes boxes;
  gather(&points, 1, Sampling::points, pieces);
  load_moments(&moments, 1, lanes);
  lane_boxes(pieces, lanes, boxes);
  for (std::size_t i = 0; i < 9; ++i) axes[i] = boxes.axes[i][0];
}

void extents(const Points& points, const float axes[9], float lower[3], float upper[3]) {
  HWY_DYNAMIC_DISPATCH(Extents)(points, axes, lower, upper);
}

void fit_obb(const Points& points, const Moments& moments, float slack, float out[15]) {
  std::array<float, 15> box;
  fit_obbs(&points, &moments, 1, slack, Effort::most, &box);
  std::copy(box.begin(), box.end(), out);
}

}  // namespace graze::detail
#endif
