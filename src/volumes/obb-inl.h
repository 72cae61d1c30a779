// SPDX-License-Identifier: Apache-2.0
// Oriented boxes: the full 15-axis separating-axis test (Gottschalk), one pair a lane. Early-outs after 3, 6 and
// 15 axes, never per axis (KERNELS lesson 9). All roundings are covered by Frame::pad, kAxisSlack and the slack
// of the fit: docs/numerics.md.

#if defined(GRAZE_VOLUMES_OBB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_OBB_INL_H_
#undef GRAZE_VOLUMES_OBB_INL_H_
#else
#define GRAZE_VOLUMES_OBB_INL_H_
#endif

#include "volumes/lanes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct ObbTest {
  static constexpr size_t kFields = 15;
  static constexpr size_t kMovedFields = 15;

  /// 32 units of roundoff: above the error of a computed |a·Rb| and of axes that are orthonormal only to float.
  static constexpr float kAxisSlack = 0x1p-19f;

  /// Volumes of B, read through `read`, moved into A's frame: rows kStride floats apart.
  template <class D, class Read, size_t kStride = hn::MaxLanes(D())>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    using V = hn::Vec<D>;
    constexpr size_t n = kStride;
    const V c[3] = {read(0), read(1), read(2)};
    V m[3];
    frame.Place(c, m);
    for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + i * n);
    for (size_t axis = 0; axis < 3; ++axis) {
      const size_t f = field::kAxes + 3 * axis;
      const V a[3] = {read(f), read(f + 1), read(f + 2)};
      frame.Rotate(a, m);
      for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + (f + i) * n);
    }
    for (size_t i = 0; i < 3; ++i) hn::Store(read(field::kObbHalf + i), d, out + (field::kObbHalf + i) * n);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, hn::Vec<D> pad, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const V slack = hn::Set(d, kAxisSlack);
    V ax[9], bx[9], ha[3], hb[3];
    for (size_t i = 0; i < 9; ++i) ax[i] = a(field::kAxes + i);
    for (size_t i = 0; i < 9; ++i) bx[i] = b(field::kAxes + i);
    for (size_t i = 0; i < 3; ++i) ha[i] = a(field::kObbHalf + i);
    for (size_t i = 0; i < 3; ++i) hb[i] = b(field::kObbHalf + i);
    V offset[3];
    for (size_t i = 0; i < 3; ++i) offset[i] = hn::Sub(b(i), a(i));

    V c[9], s[9], t[3];  // c = a_i · b_j, s = |c| + slack, t = a_i · offset
    for (size_t i = 0; i < 3; ++i) {
      t[i] = Dot(ax[3 * i], ax[3 * i + 1], ax[3 * i + 2], offset[0], offset[1], offset[2]);
      for (size_t j = 0; j < 3; ++j) {
        c[3 * i + j] = Dot(ax[3 * i], ax[3 * i + 1], ax[3 * i + 2], bx[3 * j], bx[3 * j + 1], bx[3 * j + 2]);
        s[3 * i + j] = hn::Add(hn::Abs(c[3 * i + j]), slack);
      }
    }
    hn::Mask<D> separated = NoLanes(d);
    for (size_t i = 0; i < 3; ++i) {
      V r = hn::Add(ha[i], pad);
      for (size_t j = 0; j < 3; ++j) r = hn::MulAdd(hb[j], s[3 * i + j], r);
      separated = hn::Or(separated, hn::Gt(hn::Abs(t[i]), r));
    }
    if (hn::AllTrue(d, separated)) return separated;
    for (size_t j = 0; j < 3; ++j) {
      V r = hn::Add(hb[j], pad);
      for (size_t i = 0; i < 3; ++i) r = hn::MulAdd(ha[i], s[3 * i + j], r);
      separated = hn::Or(separated, hn::Gt(hn::Abs(Dot(t[0], t[1], t[2], c[j], c[3 + j], c[6 + j])), r));
    }
    if (hn::AllTrue(d, separated)) return separated;
    for (size_t i = 0; i < 3; ++i) {
      const size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (size_t j = 0; j < 3; ++j) {
        const size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        V r = hn::MulAdd(ha[i1], s[3 * i2 + j], pad);
        r = hn::MulAdd(ha[i2], s[3 * i1 + j], r);
        r = hn::MulAdd(hb[j1], s[3 * i + j2], r);
        r = hn::MulAdd(hb[j2], s[3 * i + j1], r);
        const V distance = hn::MulSub(t[i2], c[3 * i1 + j], hn::Mul(t[i1], c[3 * i2 + j]));
        separated = hn::Or(separated, hn::Gt(hn::Abs(distance), r));
      }
    }
    return separated;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_OBB_INL_H_
