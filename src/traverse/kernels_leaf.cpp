// SPDX-License-Identifier: Apache-2.0
// Leaf pairs: the packet filter, and the exact test for the lanes it leaves undecided.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_leaf.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/test_packets-inl.h"
#include "traverse/traversal.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

template <bool kAny, bool kMargin>
bool TestLeaves(const PairQuery& query, TraversalState& state) {
  const FrameLanes<Four> rotation(query.frame);
  PairStack& leaves = state.leaves;
  const size_t count = leaves.size;
  leaves.size = 0;
  for (size_t i = 0; i < count; ++i) {
    const LeafPacket* a = &query.a.leaves[index_of(leaves.a[i])];
    const LeafPacket* first_b = &query.b.leaves[index_of(leaves.b[i])];
    for (const LeafPacket* end_a = a + a->packets; a != end_a; ++a) {
      const LeafPacket* b = first_b;
      for (const LeafPacket* end_b = b + b->packets; b != end_b; ++b) {
        if (!TestPackets<kAny, kMargin>(query, rotation, *a, *b, state)) continue;
        state.hit_a = static_cast<uint32_t>(a - query.a.leaves.data());
        state.hit_b = static_cast<uint32_t>(b - query.b.leaves.data());
        return true;
      }
    }
  }
  return false;
}

bool TestLeavesAny(const PairQuery& query, TraversalState& state) { return TestLeaves<true, false>(query, state); }
bool TestLeavesAll(const PairQuery& query, TraversalState& state) { return TestLeaves<false, false>(query, state); }
bool TestLeavesAnyMargin(const PairQuery& query, TraversalState& state) { return TestLeaves<true, true>(query, state); }
bool TestLeavesAllMargin(const PairQuery& query, TraversalState& state) {
  return TestLeaves<false, true>(query, state);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(TestLeavesAny);
HWY_EXPORT(TestLeavesAll);
HWY_EXPORT(TestLeavesAnyMargin);
HWY_EXPORT(TestLeavesAllMargin);

LeafTester leaf_tester(bool any, bool margin) {
  if (margin) return any ? &HWY_DYNAMIC_DISPATCH(TestLeavesAnyMargin) : &HWY_DYNAMIC_DISPATCH(TestLeavesAllMargin);
  return any ? &HWY_DYNAMIC_DISPATCH(TestLeavesAny) : &HWY_DYNAMIC_DISPATCH(TestLeavesAll);
}

}  // namespace graze::detail
#endif
