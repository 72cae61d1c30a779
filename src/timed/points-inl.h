// SPDX-License-Identifier: Apache-2.0
// Points of B's surface looked up in the grid of distances of A's (build/sketch.h): what can be told before any step.

#if defined(GRAZE_TIMED_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_POINTS_INL_H_
#undef GRAZE_TIMED_POINTS_INL_H_
#else
#define GRAZE_TIMED_POINTS_INL_H_
#endif

#include "build/sketch.h"
#include "timed/judge_state.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// How many points are near A's surface, by two measures: distances x in units of the points' mean spacing count
/// 1 - x/0.8 and (1 - x/3)², while these are positive. Gaussians do no better.
HWY_INLINE PointSums LookUpPoints(const Frame& query_frame, const Sketch& a, const Sketch& b) {
  constexpr float kNear = 1 / 0.8f, kWide = 1 / 3.0f;
  using V = hn::Vec<Wide>;
  const Wide d;
  const FrameLanes<Wide> frame(query_frame);
  const hn::RebindToSigned<Wide> di;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0f), last = hn::Set(d, Sketch::kSide - 0.01f);
  const V per_spread = hn::Set(d, 1 / b.spread);
  V near = zero, wide = zero;
  for (size_t k = 0; k < Sketch::kPoints; k += hn::MaxLanes(d)) {
    V in[3], placed[3], outside = zero;
    for (size_t x = 0; x < 3; ++x) in[x] = hn::Load(d, b.points.data() + x * Sketch::kPoints + k);
    frame.Place(in, placed);
    auto index = hn::Zero(di);
    for (size_t x = 3; x-- > 0;) {
      const V at = hn::Mul(hn::Sub(placed[x], hn::Set(d, a.lower[x])), hn::Set(d, a.per_cell[x]));
      const V within = hn::Min(hn::Max(at, zero), last);
      const V beyond = hn::Mul(hn::Sub(at, within), hn::Set(d, a.cell[x]));
      outside = hn::MulAdd(beyond, beyond, outside);
      index = hn::Add(hn::ShiftLeft<4>(index), hn::ConvertTo(di, within));
    }
    static_assert(Sketch::kSide == 16);
    const V distance = hn::Add(hn::GatherIndex(d, a.distance.data(), index), hn::Sqrt(outside));
    const V share = hn::Mul(distance, per_spread);
    near = hn::Add(near, hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kNear), one)));
    const V far = hn::Max(zero, hn::NegMulAdd(share, hn::Set(d, kWide), one));
    wide = hn::MulAdd(far, far, wide);
  }
  return {static_cast<double>(hn::GetLane(hn::SumOfLanes(d, near))),
          static_cast<double>(hn::GetLane(hn::SumOfLanes(d, wide)))};
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_POINTS_INL_H_
