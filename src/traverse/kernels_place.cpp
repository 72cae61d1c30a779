// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_place.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/isa.h"
#include "traverse/place_pose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

std::optional<Reach> PlaceOnePose(const FrameMaker& maker, const Pose& pose, Frame& frame) {
  return PlacePose(maker, pose, frame);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(PlaceOnePose);

std::optional<Reach> place_pose(const FrameMaker& maker, const Pose& pose, Frame& frame) {
  init_isa();
  return HWY_DYNAMIC_DISPATCH(PlaceOnePose)(maker, pose, frame);
}

}  // namespace graze::detail
#endif
