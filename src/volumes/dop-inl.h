// SPDX-License-Identifier: Apache-2.0
// Two k-DOPs along the same directions, a lane a direction.

#if defined(GRAZE_VOLUMES_DOP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_VOLUMES_DOP_INL_H_
#undef GRAZE_VOLUMES_DOP_INL_H_
#else
#define GRAZE_VOLUMES_DOP_INL_H_
#endif

#include "volumes/dop.h"
#include "volumes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// kPadded is 8 or 16: the directions and at least one spare lane.
template <int kPadded>
struct Slabs {
  using D = hn::CappedTag<float, kPadded>;
  static constexpr size_t kLanes = hn::MaxLanes(D());

  /// A volume of the other model, along this one's directions, padded.
  struct Moved {
    HWY_ALIGN float centre[kPadded];
    HWY_ALIGN float half[kPadded];
  };

  /// Unused lanes of `moved` have an infinite half-width: with whatever lies in the volume's (its Ref) they compare
  /// false.
  static HWY_INLINE bool Overlap(const float* volume, const Moved& moved) {
    const D d;
    auto separated = NoLanes(d);
    for (size_t k = 0; k < kPadded; k += kLanes) {
      const auto gap = hn::Abs(hn::Sub(hn::Load(d, moved.centre + k), hn::Load(d, volume + k)));
      const auto reach = hn::Add(hn::Load(d, moved.half + k), hn::Load(d, volume + kPadded + k));
      separated = hn::Or(separated, hn::Gt(gap, reach));
    }
    return hn::AllFalse(d, separated);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_VOLUMES_DOP_INL_H_
