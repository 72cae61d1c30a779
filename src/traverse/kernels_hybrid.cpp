// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_hybrid.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/kernels.h"
#include "traverse/lane_step-inl.h"
#include "traverse/traverse-inl.h"
#include "volumes/hybrid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool TraverseHybrid(const PairQuery& query, TraversalState& state, bool any) {
  return query.a.layout.lanes == 4 ? RunTraversal<LaneStep<HybridTest, 4>>(query, state, any)
                                   : RunTraversal<LaneStep<HybridTest, 8>>(query, state, any);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TraverseHybrid);

bool traverse_hybrid(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseHybrid)(query, state, any);
}

}  // namespace graze::detail
#endif
