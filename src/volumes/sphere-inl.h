// SPDX-License-Identifier: Apache-2.0
// Spheres: the distance of the centres against the sum of the radii.

#if defined(GRAZE_VOLUMES_SPHERE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_SPHERE_INL_H_
#undef GRAZE_VOLUMES_SPHERE_INL_H_
#else
#define GRAZE_VOLUMES_SPHERE_INL_H_
#endif

#include "volumes/lanes-inl.h"
#include "volumes/layout.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct SphereTest {
  static constexpr size_t kFields = 4;

  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    const hn::Vec<D> c[3] = {read(0), read(1), read(2)};
    hn::Vec<D> m[3];
    frame.Place(c, m);
    for (size_t i = 0; i < 3; ++i) hn::Store(m[i], d, out + i * kStride);
    hn::Store(read(field::kSphereRadius), d, out + field::kSphereRadius * kStride);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const V x = hn::Sub(b(0), a(0)), y = hn::Sub(b(1), a(1)), z = hn::Sub(b(2), a(2));
    const V reach = hn::Add(hn::Add(a(field::kSphereRadius), b(field::kSphereRadius)), frame.pad);
    // Squares round by 5 units at most; the offset's own error is in the pad.
    const V squared = hn::Mul(Dot(x, y, z, x, y, z), hn::Set(d, 1 - 0x1p-20f));
    return hn::Gt(squared, hn::Mul(reach, reach));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_SPHERE_INL_H_
