// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_front.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/front.h"
#include "traverse/front_boxes-inl.h"
#include "traverse/front_run-inl.h"
#include "traverse/front_slabs-inl.h"
#include "traverse/isa.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

bool FrontQuery(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
                FrontWork& work) {
  const Hierarchy &a = query.a, &b = query.b;
  if (!a.layout.by_child && !b.layout.by_child) {
    return RunFront<FrontBoxes>(query, clock, any, pairs, state, work);
  }
  const bool short_records = (a.layout.by_child ? a : b).layout.fields == 16;
  if (a.layout.by_child && b.layout.by_child) {
    return short_records ? RunFront<FrontDops<8>>(query, clock, any, pairs, state, work)
                         : RunFront<FrontDops<16>>(query, clock, any, pairs, state, work);
  }
  return short_records ? RunFront<FrontDopBoxes<8>>(query, clock, any, pairs, state, work)
                       : RunFront<FrontDopBoxes<16>>(query, clock, any, pairs, state, work);
}

bool FrontWitness(const PairQuery& query, uint32_t a, uint32_t b, TraversalState& state) {
  const FrameLanes<Four> rotation(query.frame);
  const LeafPacket& packet_a = query.a.leaves[a];
  const LeafPacket& packet_b = query.b.leaves[b];
  return query.margin > 0 ? TestPackets<true, true>(query, rotation, packet_a, packet_b, state)
                          : TestPackets<true, false>(query, rotation, packet_a, packet_b, state);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(FrontQuery);
HWY_EXPORT(FrontWitness);

bool front_query(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
                 FrontWork& work) {
  init_isa();
  return HWY_DYNAMIC_DISPATCH(FrontQuery)(query, clock, any, pairs, state, work);
}

bool front_witness(const PairQuery& query, std::uint32_t a, std::uint32_t b, TraversalState& state) {
  init_isa();
  return HWY_DYNAMIC_DISPATCH(FrontWitness)(query, a, b, state);
}

}  // namespace graze::detail
#endif
