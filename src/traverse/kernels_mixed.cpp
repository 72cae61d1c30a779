// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_mixed.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/kernels.h"
#include "traverse/mixed_step-inl.h"
#include "traverse/traverse-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool TraverseMixed(const PairQuery& query, TraversalState& state, bool any) {
  return RunTraversal<MixedStep<1>>(query, state, any);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TraverseMixed);

bool traverse_mixed(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseMixed)(query, state, any);
}

}  // namespace graze::detail
#endif
