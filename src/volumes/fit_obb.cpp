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

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "volumes/fit_frame.h"
#include "volumes/layout.h"
#include "volumes/piece_lanes.h"

namespace graze::detail {

HWY_EXPORT(Extents);

namespace {

/// Slabs along three axes, in double.
struct Slabs {
  double lower[3], upper[3];
};

/// Every point within `slack` of the slabs is inside the box as stored.
void store_box(const float axes[9], const Slabs& slabs, double slack, float out[15]) {
  std::copy(axes, axes + 9, out + field::kAxes);
  float* centre = out + field::kCentre;
  for (std::size_t x = 0; x < 3; ++x) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += 0.5 * (slabs.lower[i] + slabs.upper[i]) * axes[3 * i + x];
    centre[x] = static_cast<float>(sum);
  }
  double half[3], total = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double along = 0;
    for (std::size_t x = 0; x < 3; ++x) along += static_cast<double>(axes[3 * i + x]) * centre[x];
    half[i] = std::max(slabs.upper[i] - along, along - slabs.lower[i]) + slack;
    total += half[i];
  }
  // The axes are orthonormal to float only: a point within the slabs is centre + Σ yᵢ axisᵢ with |yᵢ| up to
  // 8 units of roundoff of the box larger than its slab coordinate.
  for (std::size_t i = 0; i < 3; ++i) out[field::kObbHalf + i] = round_up((half[i] + 0x1p-21 * total) * kWiden);
}

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
  for (std::size_t lane = 0; lane < count; ++lane) {
    float axes[9];
    for (std::size_t i = 0; i < 9; ++i) axes[i] = boxes.axes[i][lane];
    Slabs slabs;
    if (!pieces.whole[lane]) {
      float lower[3], upper[3];
      extents(points[lane], axes, lower, upper);
      for (std::size_t i = 0; i < 3; ++i) slabs.lower[i] = lower[i], slabs.upper[i] = upper[i];
      store_box(axes, slabs, slack, out[lane].data());
      continue;
    }
    const double unscale = pieces.unscale[lane];
    for (std::size_t i = 0; i < 3; ++i) {
      double first = 0;
      for (std::size_t x = 0; x < 3; ++x) first += static_cast<double>(axes[3 * i + x]) * pieces.first[x][lane];
      slabs.lower[i] = first + unscale * boxes.lower[i][lane];
      slabs.upper[i] = first + unscale * boxes.upper[i][lane];
    }
    // Differences and products of points below 2√3 round by 4 units of it.
    store_box(axes, slabs, slack + 0x1p-20 * unscale, out[lane].data());
  }
}

}  // namespace

void fit_obbs(const Points* points, const Moments* moments, std::size_t count, float slack,
              std::array<float, 15>* out) {
  PieceLanes pieces;
  MomentLanes lanes;
  BoxLanes boxes;
  for (std::size_t i = 0; i < count; i += kFitLanes) {
    const std::size_t n = std::min(kFitLanes, count - i);
    gather(points + i, n, Sampling::points, pieces);
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
  fit_obbs(&points, &moments, 1, slack, &box);
  std::copy(box.begin(), box.end(), out);
}

}  // namespace graze::detail
#endif
