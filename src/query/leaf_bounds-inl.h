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

#include "query/box_bounds-inl.h"
#include "traverse/leaf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

class LeafBounds {
  using V4 = hn::Vec<Four>;
  using V = hn::Vec<Wide>;

  /// What a pair needs of a triangle, rows of four.
  struct Side {
    HWY_ALIGN float corner[3][3][4];  // [corner][axis]
    HWY_ALIGN float low[3][4], high[3][4];
    HWY_ALIGN float normal[3][4];
    HWY_ALIGN float below[4], above[4];  // the triangle's own shadow on its normal
    HWY_ALIGN float per_length[4];       // 1 / |normal|; 0 where it is lost
    HWY_ALIGN float end[4];              // of its shadow on the line
  };

 public:
  /// Bounds from below for bit 4 * b + a; `line` in A's frame, a unit vector or zero.
  static HWY_INLINE void Test(const FrameLanes<Four>& rotation, const Frame& frame, const LeafPacket& a,
                              const LeafPacket& b, const float line[3], float* bounds) {
    float offset[3];
    LeafTest::CentreOffset(frame, a, b, offset);
    const float reach =
        a.radius + b.radius + std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
    const float pad = 0x1p-19f * reach + 4 * frame.leaf_error + 1e-18f;
    Side sa, sb;
    V4 corner[3][3];
    LeafTest::Corners(a, corner);
    Prepare(corner, line, 1, sa);
    LeafTest::MovedCorners(rotation, offset, b, corner);
    Prepare(corner, line, -1, sb);
    const Wide d;
    const V zero = hn::Zero(d);
    for (size_t k = 0; k < Chunks<4>(); ++k) {
      const auto in_a = [k](const float* row) HWY_ATTR { return SpreadA<4>(row, k); };
      const auto in_b = [k](const float* row) HWY_ATTR { return SpreadB<4>(row, k); };
      V best = hn::Sub(in_b(sb.end), in_a(sa.end));
      V gap[3];
      for (size_t x = 0; x < 3; ++x) {
        gap[x] = hn::Max(hn::Sub(in_b(sb.low[x]), in_a(sa.high[x])), hn::Sub(in_a(sa.low[x]), in_b(sb.high[x])));
        gap[x] = hn::Max(gap[x], zero);
      }
      best = hn::Max(best, hn::Sqrt(Square3(gap)));
      best = hn::Max(best, Plane(in_a, sa, in_b, sb));
      best = hn::Max(best, Plane(in_b, sb, in_a, sa));
      hn::Store(hn::Mul(hn::Set(d, kShrink), hn::Sub(best, hn::Set(d, pad))), d, bounds + k * hn::MaxLanes(d));
    }
  }

 private:
  static HWY_INLINE void Prepare(const V4 corner[3][3], const float line[3], float sign, Side& out) {
    const Four d;
    V4 first[3], second[3], n[3], along[3], end[3];
    const V4 direction[3] = {hn::Set(d, line[0]), hn::Set(d, line[1]), hn::Set(d, line[2])};
    for (size_t x = 0; x < 3; ++x) {
      for (size_t i = 0; i < 3; ++i) hn::Store(corner[i][x], d, out.corner[i][x]);
      first[x] = hn::Sub(corner[1][x], corner[0][x]);
      second[x] = hn::Sub(corner[2][x], corner[1][x]);
      hn::Store(hn::Min(corner[0][x], hn::Min(corner[1][x], corner[2][x])), d, out.low[x]);
      hn::Store(hn::Max(corner[0][x], hn::Max(corner[1][x], corner[2][x])), d, out.high[x]);
    }
    PacketPlanes::Cross(first, second, n);
    for (size_t i = 0; i < 3; ++i) {
      along[i] = Dot(n[0], n[1], n[2], corner[i][0], corner[i][1], corner[i][2]);
      end[i] = Dot(direction[0], direction[1], direction[2], corner[i][0], corner[i][1], corner[i][2]);
      hn::Store(n[i], d, out.normal[i]);
    }
    hn::Store(hn::Min(along[0], hn::Min(along[1], along[2])), d, out.below);
    hn::Store(hn::Max(along[0], hn::Max(along[1], along[2])), d, out.above);
    const V4 square = Square3(n);
    hn::Store(hn::IfThenElseZero(hn::Gt(square, hn::Set(d, 1e-30f)), hn::Div(hn::Set(d, 1.0f), hn::Sqrt(square))), d,
              out.per_length);
    hn::Store(sign > 0 ? hn::Max(end[0], hn::Max(end[1], end[2])) : hn::Min(end[0], hn::Min(end[1], end[2])), d,
              out.end);
  }

  /// The width of the slab between a triangle's own shadow on its normal and the other's.
  template <class ReadOwn, class ReadOther>
  static HWY_INLINE V Plane(const ReadOwn& own, const Side& s, const ReadOther& other, const Side& o) {
    const V n[3] = {own(s.normal[0]), own(s.normal[1]), own(s.normal[2])};
    V along[3];
    for (size_t i = 0; i < 3; ++i) {
      along[i] = Dot(n[0], n[1], n[2], other(o.corner[i][0]), other(o.corner[i][1]), other(o.corner[i][2]));
    }
    const V low = hn::Min(along[0], hn::Min(along[1], along[2])), high = hn::Max(along[0], hn::Max(along[1], along[2]));
    return hn::Mul(hn::Max(hn::Sub(low, own(s.above)), hn::Sub(own(s.below), high)), own(s.per_length));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_QUERY_LEAF_BOUNDS_INL_H_
