// SPDX-License-Identifier: Apache-2.0
// How far apart two oriented boxes are at least, one pair a lane, in float: docs/numerics.md, "Distance", has the
// bounds of all roundings.

#if defined(GRAZE_QUERY_BOX_BOUNDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_QUERY_BOX_BOUNDS_INL_H_
#undef GRAZE_QUERY_BOX_BOUNDS_INL_H_
#else
#define GRAZE_QUERY_BOX_BOUNDS_INL_H_
#endif

#include "volumes/lanes-inl.h"
#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// A distance as computed, less what its own roundings and axes that are not quite orthonormal may have added.
inline constexpr float kShrink = 1 - 0x1p-17f;

/// The square of a vector's length.
template <class V>
HWY_INLINE V Square3(const V v[3]) {
  return Dot(v[0], v[1], v[2], v[0], v[1], v[2]);
}

/// One end of the shadows of boxes on a line through the origin: the far one for sign > 0, the near one else.
template <class D, class Read>
HWY_INLINE hn::Vec<D> ShadowEnd(D d, const Read& box, const float line[3], float sign) {
  using V = hn::Vec<D>;
  const V n[3] = {hn::Set(d, line[0]), hn::Set(d, line[1]), hn::Set(d, line[2])};
  const auto along = [&](size_t f) HWY_ATTR {
    return Dot(n[0], n[1], n[2], box(box_row(f)), box(box_row(f + 1)), box(box_row(f + 2)));
  };
  V reach = hn::Mul(box(field::kObbHalf), hn::Abs(along(field::kAxes)));
  for (size_t i = 1; i < 3; ++i) {
    reach = hn::MulAdd(box(field::kObbHalf + i), hn::Abs(along(field::kAxes + 3 * i)), reach);
  }
  return hn::MulAdd(hn::Set(d, sign), reach, along(field::kCentre));
}

/// The larger of two bounds. Along the faces of one box the gaps are the sides of an upright box that keeps them apart;
/// the line between two points that alternating projections bring nearly closest does better at corners and edges.
template <class D, class ReadA, class ReadB>
HWY_INLINE hn::Vec<D> BoxDistance(D d, hn::Vec<D> pad, const ReadA& a, const ReadB& b) {
  using V = hn::Vec<D>;
  const BoxPair<D> pair(a, b);
  const V* t = pair.t;
  const V* c = pair.c;
  const V ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
  const V hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
  const V zero = hn::Zero(d);
  const auto gap = [&](V distance, V reach) HWY_ATTR { return hn::Max(hn::Sub(hn::Abs(distance), reach), zero); };
  const auto in_b = [&](const V v[3], size_t j) HWY_ATTR { return Dot(v[0], v[1], v[2], c[j], c[3 + j], c[6 + j]); };

  V gap_a[3], gap_b[3];
  for (size_t i = 0; i < 3; ++i) {
    V reach_a = hn::Add(ha[i], pad), reach_b = hn::Add(hb[i], pad);
    for (size_t j = 0; j < 3; ++j) {
      reach_a = hn::MulAdd(hb[j], pair.s[3 * i + j], reach_a);
      reach_b = hn::MulAdd(ha[j], pair.s[3 * j + i], reach_b);
    }
    gap_a[i] = gap(t[i], reach_a);
    gap_b[i] = gap(in_b(t, i), reach_b);
  }
  const V faces = hn::Sqrt(hn::Max(Square3(gap_a), Square3(gap_b)));

  const auto clamp = [](V x, V half) HWY_ATTR { return hn::Max(hn::Neg(half), hn::Min(x, half)); };
  V p[3], q[3], n[3];  // along A's axes, about A's centre
  for (size_t i = 0; i < 3; ++i) p[i] = clamp(t[i], ha[i]);
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 0; i < 3; ++i) n[i] = hn::Sub(p[i], t[i]);
    const V w[3] = {clamp(in_b(n, 0), hb[0]), clamp(in_b(n, 1), hb[1]), clamp(in_b(n, 2), hb[2])};
    for (size_t i = 0; i < 3; ++i) {
      q[i] = hn::MulAdd(c[3 * i], w[0], hn::MulAdd(c[3 * i + 1], w[1], hn::MulAdd(c[3 * i + 2], w[2], t[i])));
      if (round == 0) p[i] = clamp(q[i], ha[i]);
    }
  }
  V reach = zero;
  for (size_t i = 0; i < 3; ++i) n[i] = hn::Sub(q[i], p[i]);
  for (size_t i = 0; i < 3; ++i) {
    reach = hn::MulAdd(ha[i], hn::Abs(n[i]), reach);
    reach = hn::MulAdd(hb[i], hn::Abs(in_b(n, i)), reach);
  }
  const V square = Square3(n);
  const V width = hn::Div(hn::Sub(Dot(n[0], n[1], n[2], t[0], t[1], t[2]), reach), hn::Sqrt(square));
  const V along = hn::IfThenElseZero(hn::Gt(square, hn::Set(d, 1e-30f)), hn::Sub(width, pad));
  return hn::Mul(hn::Set(d, kShrink), hn::Max(faces, along));
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_QUERY_BOX_BOUNDS_INL_H_
