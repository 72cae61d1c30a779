// SPDX-License-Identifier: Apache-2.0
// Axis-aligned boxes, B's turned by the pose: the 15-axis test with A's axes the coordinate axes and B's the columns
// of the rotation, the same for all pairs of a query.

#if defined(GRAZE_VOLUMES_AABB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_AABB_INL_H_
#undef GRAZE_VOLUMES_AABB_INL_H_
#else
#define GRAZE_VOLUMES_AABB_INL_H_
#endif

#include "volumes/box_axes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct AabbTest {
  static constexpr size_t kFields = 6;

  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    const hn::Vec<D> c[3] = {read(0), read(1), read(2)};
    hn::Vec<D> m[3];
    frame.Place(c, m);
    for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + i * kStride);
    for (size_t i = 0; i < 3; ++i) hn::Store(read(field::kAabbHalf + i), d, out + (field::kAabbHalf + i) * kStride);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const V* c = frame.r;
    V t[3], ha[3], hb[3], s[9];
    for (size_t i = 0; i < 3; ++i) {
      t[i] = hn::Sub(b(i), a(i));
      ha[i] = a(field::kAabbHalf + i);
      hb[i] = b(field::kAabbHalf + i);
    }
    for (size_t i = 0; i < 9; ++i) s[i] = hn::Abs(c[i]);
    return BoxesSeparated(d, frame.pad, t, c, s, ha, hb);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_AABB_INL_H_
