// SPDX-License-Identifier: Apache-2.0
// Leaf pairs: the packet filter, and the exact test for the lanes it leaves undecided.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "traverse/kernels_leaf.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include "traverse/leaf-inl.h"
#include "traverse/traversal.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// True when one pair meets and one is enough.
template <bool kAny, bool kMargin>
HWY_INLINE bool TestPackets(const PairQuery& query, const FrameLanes<Four>& rotation, const LeafPacket& a,
                            const LeafPacket& b, TraversalState& state) {
  state.counters.primitive_tests += static_cast<uint64_t>(a.count) * b.count;
  const PacketVerdict verdict = LeafTest::Test<kMargin>(rotation, query.frame, a, b);
  if ((verdict.crossing | verdict.undecided) == 0) return false;
  if constexpr (kAny) {
    if (verdict.crossing != 0) return true;
  }
  uint32_t meeting = verdict.crossing;
  for (uint32_t bits = verdict.undecided; bits != 0; bits &= bits - 1) {
    const auto bit = static_cast<unsigned>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
    ++state.counters.exact_tests;
    if (!pair_meets(query, a.id[bit & 3], b.id[bit >> 2])) continue;
    if constexpr (kAny) return true;
    meeting |= 1u << bit;
  }
  for (; meeting != 0; meeting &= meeting - 1) {
    const auto bit = static_cast<unsigned>(hwy::Num0BitsBelowLS1Bit_Nonzero32(meeting));
    state.found.push_back(pair_key(a.id[bit & 3], b.id[bit >> 2]));
  }
  return false;
}

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
        if (TestPackets<kAny, kMargin>(query, rotation, *a, *b, state)) return true;
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
