// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "volumes/fit_points.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "hwy/highway.h"
#include "volumes/fit_points.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using V = hn::Vec<Lanes>;

/// Vectors of points that together hold each point at least once: the last one overlaps the one before, and fewer
/// points than lanes are filled up with the first.
class Batches {
 public:
  explicit Batches(const Points& points) : points_(points) {
    if (points.count >= kLanes) return;
    const float* rows[3] = {points.x, points.y, points.z};
    for (size_t r = 0; r < 3; ++r) {
      std::copy(rows[r], rows[r] + points.count, filled_[r]);
      std::fill(filled_[r] + points.count, filled_[r] + kLanes, rows[r][0]);
    }
    points_ = {filled_[0], filled_[1], filled_[2], kLanes};
  }
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  template <class F>
  HWY_INLINE void ForEach(const F& f) const {
    const Lanes d;
    for (size_t i = 0;; i += kLanes) {
      i = std::min(i, points_.count - kLanes);
      f(i, hn::LoadU(d, points_.x + i), hn::LoadU(d, points_.y + i), hn::LoadU(d, points_.z + i));
      if (i + kLanes == points_.count) return;
    }
  }

  static constexpr size_t kLanes = hn::MaxLanes(Lanes());

 private:
  Points points_;
  HWY_ALIGN float filled_[3][kLanes];
};

/// The extents of kCount projections, which `project` computes from x, y, z.
template <size_t kCount, class Project>
HWY_INLINE void Extents(const Batches& batches, const Project& project, float* lower, float* upper) {
  const Lanes d;
  V low[kCount], high[kCount];
  for (size_t k = 0; k < kCount; ++k) {
    low[k] = hn::Set(d, HUGE_VALF);
    high[k] = hn::Set(d, -HUGE_VALF);
  }
  batches.ForEach([&](size_t, V x, V y, V z) HWY_ATTR {
    V p[kCount];
    project(x, y, z, p);
    for (size_t k = 0; k < kCount; ++k) {
      low[k] = hn::Min(low[k], p[k]);
      high[k] = hn::Max(high[k], p[k]);
    }
  });
  for (size_t k = 0; k < kCount; ++k) {
    // Adding zero makes +0 of -0, between which min and max do not decide.
    lower[k] = hn::GetLane(hn::MinOfLanes(d, low[k])) + 0.0f;
    upper[k] = hn::GetLane(hn::MaxOfLanes(d, high[k])) + 0.0f;
  }
}

void SlabExtents(const Points& points, unsigned groups, float lower[13], float upper[13]) {
  const Batches batches(points);
  size_t first = 0;
  if ((groups & kAxisSlabs) != 0) {
    const auto axes = [](V x, V y, V z, V p[3]) HWY_ATTR {
      p[0] = x;
      p[1] = y;
      p[2] = z;
    };
    Extents<3>(batches, axes, lower, upper);
    first += 3;
  }
  if ((groups & kCornerSlabs) != 0) {
    const auto corners = [](V x, V y, V z, V p[4]) HWY_ATTR {
      const V sum = hn::Add(x, y), difference = hn::Sub(x, y);
      p[0] = hn::Add(sum, z);
      p[1] = hn::Add(difference, z);
      p[2] = hn::Sub(sum, z);
      p[3] = hn::Sub(difference, z);
    };
    Extents<4>(batches, corners, lower + first, upper + first);
    first += 4;
  }
  if ((groups & kEdgeSlabs) != 0) {
    const auto edges = [](V x, V y, V z, V p[6]) HWY_ATTR {
      p[0] = hn::Add(x, y);
      p[1] = hn::Add(x, z);
      p[2] = hn::Add(y, z);
      p[3] = hn::Sub(x, y);
      p[4] = hn::Sub(x, z);
      p[5] = hn::Sub(y, z);
    };
    Extents<6>(batches, edges, lower + first, upper + first);
  }
}

Farthest FarthestPoint(const Points& points, const float centre[3]) {
  const Lanes d;
  const hn::RebindToUnsigned<Lanes> du;
  constexpr size_t kLanes = Batches::kLanes;
  const V cx = hn::Set(d, centre[0]), cy = hn::Set(d, centre[1]), cz = hn::Set(d, centre[2]);
  V most = hn::Set(d, -1.0f);
  auto first = hn::Zero(du);  // of the batch that holds the farthest point of each lane
  const Batches batches(points);
  batches.ForEach([&](size_t i, V x, V y, V z) HWY_ATTR {
    const V dx = hn::Sub(x, cx), dy = hn::Sub(y, cy), dz = hn::Sub(z, cz);
    const V squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
    const auto farther = hn::Gt(squared, most);
    most = hn::IfThenElse(farther, squared, most);
    first = hn::IfThenElse(hn::RebindMask(du, farther), hn::Set(du, static_cast<uint32_t>(i)), first);
  });
  HWY_ALIGN float squared[kLanes];
  HWY_ALIGN uint32_t begin[kLanes];
  hn::Store(most, d, squared);
  hn::Store(first, du, begin);
  Farthest best{0, -1.0f};
  for (size_t lane = 0; lane < kLanes; ++lane) {
    size_t index = begin[lane] + lane;
    if (index >= points.count) index = 0;  // a lane filled up with the first point
    if (squared[lane] > best.squared || (squared[lane] == best.squared && index < best.index)) {
      best = {index, squared[lane]};
    }
  }
  return best;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(SlabExtents);
HWY_EXPORT(FarthestPoint);

void slab_extents(const Points& points, unsigned groups, float lower[13], float upper[13]) {
  HWY_DYNAMIC_DISPATCH(SlabExtents)(points, groups, lower, upper);
}

Farthest farthest_point(const Points& points, const float centre[3]) {
  return HWY_DYNAMIC_DISPATCH(FarthestPoint)(points, centre);
}

}  // namespace graze::detail
#endif
