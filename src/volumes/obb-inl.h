// SPDX-License-Identifier: Apache-2.0
// Oriented boxes: the full 15-axis separating-axis test (Gottschalk), one pair a lane.

#if defined(GRAZE_VOLUMES_OBB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_OBB_INL_H_
#undef GRAZE_VOLUMES_OBB_INL_H_
#else
#define GRAZE_VOLUMES_OBB_INL_H_
#endif

#include "volumes/box_axes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The axes of two oriented boxes against each other.
template <class D>
struct BoxPair {
  using V = hn::Vec<D>;
  /// 32 units of roundoff: above the error of a computed |a·Rb| and of axes that are orthonormal only to float.
  static constexpr float kAxisSlack = 0x1p-19f;

  V t[3], c[9], s[9];

  template <class ReadA, class ReadB>
  HWY_INLINE BoxPair(D d, const ReadA& a, const ReadB& b) {
    const V slack = hn::Set(d, kAxisSlack);
    const V x = hn::Sub(b(0), a(0)), y = hn::Sub(b(1), a(1)), z = hn::Sub(b(2), a(2));
    V axis_b[9];
    for (size_t i = 0; i < 9; ++i) axis_b[i] = b(field::kAxes + i);
    for (size_t i = 0; i < 3; ++i) {
      const size_t f = field::kAxes + 3 * i;
      const V ax = a(f), ay = a(f + 1), az = a(f + 2);
      t[i] = Dot(ax, ay, az, x, y, z);
      for (size_t j = 0; j < 3; ++j) {
        c[3 * i + j] = Dot(ax, ay, az, axis_b[3 * j], axis_b[3 * j + 1], axis_b[3 * j + 2]);
        s[3 * i + j] = hn::Add(hn::Abs(c[3 * i + j]), slack);
      }
    }
  }
};

struct ObbTest {
  static constexpr size_t kFields = 15;

  /// Volumes of B, read through `read`, moved into A's frame: rows kStride floats apart.
  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    using V = hn::Vec<D>;
    V m[3];
    const V c[3] = {read(0), read(1), read(2)};
    frame.Place(c, m);
    for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + i * kStride);
    for (size_t f = field::kAxes; f < field::kAxes + 9; f += 3) {
      const V axis[3] = {read(f), read(f + 1), read(f + 2)};
      frame.Rotate(axis, m);
      for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + (f + i) * kStride);
    }
    for (size_t f = field::kObbHalf; f < kFields; ++f) hn::Store(read(f), d, out + f * kStride);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const BoxPair<D> pair(d, a, b);
    const V ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), a(field::kObbHalf + 2)};
    const V hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), b(field::kObbHalf + 2)};
    return BoxesSeparated(d, frame.pad, pair.t, pair.c, pair.s, ha, hb);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_OBB_INL_H_
