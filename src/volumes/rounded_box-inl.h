// SPDX-License-Identifier: Apache-2.0
// Oriented rounded boxes (seed 002): a rectangle grown by a sphere. Separated when the rectangles are, on one of the
// 15 axes of their boxes, by more than the radii times the axis's length. Pairs nearest at corners are kept: safe.

#if defined(GRAZE_VOLUMES_ROUNDED_BOX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_ROUNDED_BOX_INL_H_
#undef GRAZE_VOLUMES_ROUNDED_BOX_INL_H_
#else
#define GRAZE_VOLUMES_ROUNDED_BOX_INL_H_
#endif

#include "volumes/obb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

struct RoundedBoxTest {
  static constexpr size_t kFields = 15;
  static constexpr float kAxisSlack = 0x1p-19f;

  template <class D, class Read, size_t kStride>
  static HWY_INLINE void Move(D d, const FrameLanes<D>& frame, const Read& read, float* out) {
    ObbTest::Move<D, Read, kStride>(d, frame, read, out);
  }

  template <class D, class ReadA, class ReadB>
  static HWY_INLINE hn::Mask<D> Separated(D d, const FrameLanes<D>& frame, const ReadA& a, const ReadB& b) {
    using V = hn::Vec<D>;
    BoxPair<D> pair(a, b);
    const V radii = hn::Add(a(field::kRoundedRadius), b(field::kRoundedRadius));
    const V ha[3] = {a(field::kRoundedHalf), a(field::kRoundedHalf + 1), hn::Zero(d)};
    const V hb[3] = {b(field::kRoundedHalf), b(field::kRoundedHalf + 1), hn::Zero(d)};
    const V reach = hn::Add(radii, frame.pad);
    auto separated = FacesSeparated(d, reach, pair.t, pair.c, pair.s, ha, hb);
    if (hn::AllTrue(d, separated)) return separated;
    const V one = hn::Set(d, 1.0f), slack = hn::Set(d, kAxisSlack);
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = 0; j < 3; ++j) {
        const V c = pair.c[3 * i + j];
        const V length = hn::Sqrt(hn::Add(hn::Max(hn::NegMulAdd(c, c, one), hn::Zero(d)), slack));
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

#endif  // GRAZE_VOLUMES_ROUNDED_BOX_INL_H_
