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

std::optional<Reach> Place(Descent descent, PairQuery& query) {
  return PlacePose(numbers_of(query.a, query.b, query.margin, descent), descent, query.pose, query);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(Place);

std::optional<Reach> place(Descent descent, PairQuery& query) {
  init_isa();
  return HWY_DYNAMIC_DISPATCH(Place)(descent, query);
}

}  // namespace graze::detail
#endif
