// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_general.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/general_step-inl.h"
#include "traverse/kernels.h"
#include "traverse/traverse-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool TraverseGeneral(const PairQuery& query, TraversalState& state, bool any) {
  return RunTraversal<GeneralStep>(query, state, any);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TraverseGeneral);

bool traverse_general(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseGeneral)(query, state, any);
}

}  // namespace graze::detail
#endif
