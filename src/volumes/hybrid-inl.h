// SPDX-License-Identifier: Apache-2.0
// Hybrid hierarchies (seed 002): boxes, rounded boxes and spheres in one record and one test, whatever a lane holds.
// Two half-widths and a third number: not negative, the third half-width of a box; negative, the radius of a rectangle
// grown by a sphere, or of a sphere when the half-widths are zero.

#if defined(GRAZE_VOLUMES_HYBRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_HYBRID_INL_H_
#undef GRAZE_VOLUMES_HYBRID_INL_H_
#else
#define GRAZE_VOLUMES_HYBRID_INL_H_
#endif

#include "volumes/rounded_box-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct HybridTest {
  static constexpr size_t kFields = kBoxFields;

  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    ObbTest::Move<D, Read, kStride>(d, frame, read, out);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    const V zero = hn::Zero(d);
    BoxPair<D> pair(a, b);
    const V third_a = a(field::kHybridThird), third_b = b(field::kHybridThird);
    const V radii = hn::Add(hn::Max(hn::Neg(third_a), zero), hn::Max(hn::Neg(third_b), zero));
    const V ha[3] = {a(field::kObbHalf), a(field::kObbHalf + 1), hn::Max(third_a, zero)};
    const V hb[3] = {b(field::kObbHalf), b(field::kObbHalf + 1), hn::Max(third_b, zero)};
    const V reach = hn::Add(radii, frame.pad);
    auto separated = FacesSeparated(d, reach, pair.t, pair.c, pair.s, ha, hb);
    if (hn::AllTrue(d, separated)) return separated;
    separated = hn::Or(separated, NearestSeparated(d, reach, pair, ha, hb));
    if (hn::AllTrue(d, separated)) return separated;
    const V one = hn::Set(d, 1.0f), slack = hn::Set(d, RoundedBoxTest::kAxisSlack);
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) {
        const V c = pair.c[3 * i + j];
        const V length = hn::Sqrt(hn::Add(hn::Max(hn::NegMulAdd(c, c, one), zero), slack));
        separated = hn::Or(separated,
                           EdgeSeparated(i, j, hn::MulAdd(radii, length, frame.pad), pair.t, pair.c, pair.s, ha, hb));
      }
    }
    return separated;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_HYBRID_INL_H_
