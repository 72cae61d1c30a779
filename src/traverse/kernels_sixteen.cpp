// SPDX-License-Identifier: Apache-2.0
// Nodes of sixteen children, of every volume.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_sixteen.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/kernels.h"
#include "traverse/mixed_step-inl.h"
#include "traverse/sixteen_step-inl.h"
#include "traverse/traverse-inl.h"
#include "volumes/aabb-inl.h"
#include "volumes/hybrid-inl.h"
#include "volumes/obb-inl.h"
#include "volumes/rounded_box-inl.h"
#include "volumes/sphere-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool TraverseSixteen(const PairQuery& query, TraversalState& state, bool any) {
  const bool alike = query.a.volume == query.b.volume && query.a.layout == query.b.layout;
  if (!alike) return RunTraversal<MixedStep<2>>(query, state, any);
  if (query.a.layout.by_child) {
    return query.a.layout.fields == 16 ? RunTraversal<SixteenDopStep<8>>(query, state, any)
                                       : RunTraversal<SixteenDopStep<16>>(query, state, any);
  }
  switch (query.a.volume) {
    case Volume::aabb:
      return RunTraversal<SixteenStep<AabbTest>>(query, state, any);
    case Volume::sphere:
      return RunTraversal<SixteenStep<SphereTest>>(query, state, any);
    case Volume::obb:
      return RunTraversal<SixteenStep<ObbTest>>(query, state, any);
    case Volume::rounded_box:
      return RunTraversal<SixteenStep<RoundedBoxTest>>(query, state, any);
    case Volume::hybrid:
      return RunTraversal<SixteenStep<HybridTest>>(query, state, any);
    default:
      return RunTraversal<MixedStep<2>>(query, state, any);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TraverseSixteen);

bool traverse_sixteen(const PairQuery& query, TraversalState& state, bool any) {
  return HWY_DYNAMIC_DISPATCH(TraverseSixteen)(query, state, any);
}

}  // namespace graze::detail
#endif
