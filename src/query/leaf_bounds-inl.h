// SPDX-License-Identifier: Apache-2.0
// How far apart the triangles of two leaf packets are at least, 4 × 4 pairs a step, in float about the first packet's
// centre: docs/numerics.md, "Distance".

#if defined(GRAZE_QUERY_LEAF_BOUNDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_LEAF_BOUNDS_INL_H_
#undef GRAZE_QUERY_LEAF_BOUNDS_INL_H_
#else
#define GRAZE_QUERY_LEAF_BOUNDS_INL_H_
#endif

#include <cmath>

#include "query/triangle_gaps-inl.h"
#include "traverse/leaf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class LeafBounds {
 public:
  /// Bounds from below for bit 4 * b + a; returns the bits of those that are not beyond `reach`, and lowers `left_out`
  /// to the bounds of the others. `line`, in A's frame, is a unit vector or zero.
  static HWY_INLINE uint32_t Test(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                                  const LeafPacket& b, const float line[3], float reach, float* bounds,
                                  hn::Vec<Wide>& left_out) {
    float offset[3];
    LeafTest::CentreOffset(frame, a, b, offset);
    const float size =
        a.radius + b.radius + std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    const float pad = 0x1p-19f * size + 4 * frame.leaf_error + 1e-18f;
    TriangleRows rows_a, rows_b;
    V4 corner_a[3][3], corner_b[3][3];
    LeafTest::Corners(a, corner_a);
    LeafTest::MovedCorners(rotation, offset, b, corner_b);
    rows_a.SetExtent(corner_a, line, true);
    rows_b.SetExtent(corner_b, line, false);

    // Triangles of both packets that exist: b-major, four bits a row.
    static constexpr uint32_t kRows[5] = {0, 0x000Fu, 0x00FFu, 0x0FFFu, 0xFFFFu};
    static constexpr uint32_t kColumns[5] = {0, 0x1111u, 0x3333u, 0x7777u, 0xFFFFu};
    const uint32_t valid = kRows[b.count] & kColumns[a.count];
    const auto keep = [&](size_t k, V gap) HWY_ATTR {
      const Wide d;
      const V bound = hn::Mul(hn::Set(d, kShrink), hn::Sub(gap, hn::Set(d, pad)));
      const auto beyond = hn::Gt(bound, hn::Set(d, reach));
      left_out = hn::Min(left_out, hn::IfThenElse(beyond, bound, left_out));  // lanes beyond the count repeat others
      hn::Store(bound, d, bounds + k * kLanes);
      return (~PacketPlanes::Bits(beyond) & ((1u << kLanes) - 1)) << (k * kLanes);
    };
    uint32_t left = 0;
    for (size_t k = 0; k < Chunks<4>(); ++k) left |= keep(k, ExtentGap(rows_a, rows_b, k));
    left &= valid;
    if (left == 0) return 0;
    rows_a.SetShape(corner_a);
    rows_b.SetShape(corner_b);
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const uint32_t lanes = ((1u << kLanes) - 1) << (k * kLanes);
      if ((left & lanes) != 0) left &= keep(k, TriangleGap(rows_a, rows_b, k)) | ~lanes;
    }
    return left;
  }

 private:
  using V4 = hn::Vec<Four>;
  using V = hn::Vec<Wide>;
  static constexpr size_t kLanes = hn::MaxLanes(Wide());
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_QUERY_LEAF_BOUNDS_INL_H_
