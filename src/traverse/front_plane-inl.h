// SPDX-License-Identifier: Apache-2.0
// A plane between two leaf packets: the best of sixteen directions, a lane a direction. Bounds: docs/coherence.md.

#if defined(GRAZE_TRAVERSE_FRONT_PLANE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_FRONT_PLANE_INL_H_
#undef GRAZE_TRAVERSE_FRONT_PLANE_INL_H_
#else
#define GRAZE_TRAVERSE_FRONT_PLANE_INL_H_
#endif

#include "traverse/leaf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// A unit normal, at most 1 long, from A to B, and how far the packets are apart along it, at least.
struct PacketPlane {
  float normal[3];
  float gap;
};

struct PlaneSearch {
  static constexpr size_t kDirections = 16;
  // 32 units of roundoff of S, and the leaf error four times: above the 30 and 3.5 that placed corners and dot products
  // lose.
  static constexpr float kGapBound = 0x1p-19f, kGapErrors = 4;
  // Shorter or longer directions are not used: their squares leave the float range.
  static constexpr float kShortest = 1e-30f, kLongest = 1e30f;
  static constexpr float kShrink = 1 - 0x1p-20f;

  using V4 = hn::Vec<Four>;

  static HWY_INLINE void StoreNormals(const V4 corner[3][3], float* const out[3], size_t at) {
    V4 e0[3], e1[3], n[3];
    for (size_t x = 0; x < 3; ++x) {
      e0[x] = hn::Sub(corner[1][x], corner[0][x]);
      e1[x] = hn::Sub(corner[2][x], corner[0][x]);
    }
    LeafTest::Cross(e0, e1, n);
    for (size_t x = 0; x < 3; ++x) hn::Store(n[x], Four(), out[x] + at);
  }

  /// `hint` is a direction worth trying, such as that of an earlier plane.
  static HWY_INLINE void Best(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                              const LeafPacket& b, const float hint[3], PacketPlane& best) {
    const Four d4;
    float offset[3];
    LeafTest::CentreOffset(frame, a, b, offset);
    const float reach =
        a.radius + b.radius + std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    HWY_ALIGN float direction[3][kDirections];
    HWY_ALIGN float corners_b[3][3][4];
    V4 corner[3][3];
    LeafTest::Corners(a, corner);
    float* const rows[3] = {direction[0], direction[1], direction[2]};
    StoreNormals(corner, rows, 0);
    LeafTest::MovedCorners(rotation, offset, b, corner);
    for (size_t i = 0; i < 3; ++i) {
      for (size_t x = 0; x < 3; ++x) hn::Store(corner[i][x], d4, corners_b[i][x]);
    }
    StoreNormals(corner, rows, 4);
    static constexpr float kFixed[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}};
    for (size_t x = 0; x < 3; ++x) {
      direction[x][8] = offset[x];
      direction[x][9] = hint[x];
      for (size_t i = 0; i < 6; ++i) direction[x][10 + i] = kFixed[i][x];
    }

    Widest(CornerExtent{a.v}, CornerExtent{corners_b}, rows, best);
    best.gap -= kGapBound * reach + kGapErrors * frame.leaf_error;
  }

  /// The least and the greatest of n·x over the twelve corners of a packet.
  struct CornerExtent {
    const float (*corners)[3][4];
    HWY_INLINE void operator()(const hn::Vec<Wide> n[3], hn::Vec<Wide>& low, hn::Vec<Wide>& high) const {
      const Wide d;
      hn::Vec<Wide> least[3], most[3];  // a chain of minima for each corner: a single one would wait for itself
      for (size_t i = 0; i < 3; ++i) {
        for (size_t t = 0; t < 4; ++t) {
          const auto along = Dot(n[0], n[1], n[2], hn::Set(d, corners[i][0][t]), hn::Set(d, corners[i][1][t]),
                                 hn::Set(d, corners[i][2][t]));
          least[i] = t == 0 ? along : hn::Min(least[i], along);
          most[i] = t == 0 ? along : hn::Max(most[i], along);
        }
      }
      low = hn::Min(least[0], hn::Min(least[1], least[2]));
      high = hn::Max(most[0], hn::Max(most[1], most[2]));
    }
  };

  /// The best of all directions, which are normalised. No rounding is subtracted.
  template <class ExtentA, class ExtentB>
  static HWY_INLINE void Widest(const ExtentA& a, const ExtentB& b, float* const direction[3], PacketPlane& best) {
    best = {{0, 0, 0}, -1};
    for (size_t k = 0; k < kDirections; k += hn::MaxLanes(Wide())) Improve(a, b, direction, k, best);
  }

 private:
  template <class ExtentA, class ExtentB>
  static HWY_INLINE void Improve(const ExtentA& a, const ExtentB& b, float* const direction[3], size_t k,
                                 PacketPlane& best) {
    const Wide d;
    using V = hn::Vec<Wide>;
    V n[3] = {hn::Load(d, direction[0] + k), hn::Load(d, direction[1] + k), hn::Load(d, direction[2] + k)};
    const V squared = Dot(n[0], n[1], n[2], n[0], n[1], n[2]);
    const auto usable = hn::And(hn::Gt(squared, hn::Set(d, kShortest)), hn::Lt(squared, hn::Set(d, kLongest)));
    const V scale = hn::IfThenElseZero(usable, hn::Div(hn::Set(d, kShrink), hn::Sqrt(squared)));
    for (size_t x = 0; x < 3; ++x) {
      n[x] = hn::IfThenElseZero(usable, hn::Mul(n[x], scale));
      hn::Store(n[x], d, direction[x] + k);
    }
    V low_a, high_a, low_b, high_b;
    a(n, low_a, high_a);
    b(n, low_b, high_b);
    const V after = hn::Sub(low_b, high_a), before = hn::Sub(low_a, high_b);
    const V gap = hn::Max(after, before);
    const float most = hn::GetLane(hn::MaxOfLanes(d, gap));
    if (!(most > best.gap)) return;
    const auto at = static_cast<size_t>(hn::FindKnownFirstTrue(d, hn::Eq(gap, hn::Set(d, most))));
    HWY_ALIGN float forward[hn::MaxLanes(Wide())];
    hn::Store(after, d, forward);
    const float sign = forward[at] == most ? 1.0f : -1.0f;
    for (size_t x = 0; x < 3; ++x) best.normal[x] = sign * direction[x][k + at];
    best.gap = most;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_FRONT_PLANE_INL_H_
