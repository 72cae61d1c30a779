// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_dop.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/dop_box_step-inl.h"
#include "traverse/dop_step-inl.h"
#include "traverse/kernels.h"
#include "traverse/traverse-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool TraverseDop(const PairQuery& query, TraversalState& state, bool any) {
  if (query.a.layout.fields == 16) return RunTraversal<DopStep<8, 0>>(query, state, any);
  return query.a.layout.lanes == 4 ? RunTraversal<DopStep<16, 4>>(query, state, any)
                                   : RunTraversal<DopStep<16, 0>>(query, state, any);
}

bool TraverseDopBox(const PairQuery& query, TraversalState& state, bool any) {
  const Hierarchy& dop = query.b.volume == Volume::obb ? query.a : query.b;
  if (dop.layout.fields == 16) return RunTraversal<DopBoxStep<8, 0>>(query, state, any);
  return query.a.layout.lanes == 4 && query.b.layout.lanes == 4 ? RunTraversal<DopBoxStep<16, 4>>(query, state, any)
                                                                : RunTraversal<DopBoxStep<16, 0>>(query, state, any);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TraverseDop);
HWY_EXPORT(TraverseDopBox);

bool traverse_dop(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseDop)(query, state, any);
}

bool traverse_dop_box(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseDopBox)(query, state, any);
}

}  // namespace graze::detail
#endif
