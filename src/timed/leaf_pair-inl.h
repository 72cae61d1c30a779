// SPDX-License-Identifier: Apache-2.0
// Two leaves: which of their triangles meet.

#if defined(GRAZE_TIMED_LEAF_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_LEAF_PAIR_INL_H_
#undef GRAZE_TIMED_LEAF_PAIR_INL_H_
#else
#define GRAZE_TIMED_LEAF_PAIR_INL_H_
#endif

#include "timed/judge_state.h"
#include "traverse/leaf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The two triangles that meet, if any do: those that surely cross first, then by the exact test.
template <bool kMargin>
bool TestPacketPair(const PairQuery& query, const FrameLanes<Four>& rotation, const LeafPacket& a, const LeafPacket& b,
                    JudgeState& state) {
  Counters& counters = state.counters;
  counters.primitive_tests += static_cast<uint64_t>(a.count) * b.count;
  const PacketVerdict verdict = LeafTest::Test<kMargin>(rotation, query.frame, a, b);
  const bool sure = verdict.crossing != 0;
  for (uint32_t bits = sure ? verdict.crossing : verdict.undecided; bits != 0; bits &= bits - 1) {
    const auto bit = static_cast<unsigned>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
    state.hit_a = a.id[bit & 3];
    state.hit_b = b.id[bit >> 2];
    if (sure) return true;
    ++counters.exact_tests;
    if (pair_meets(query, state.hit_a, state.hit_b)) return true;
  }
  return false;
}

template <bool kMargin>
bool TestLeafPair(const PairQuery& query, const FrameLanes<Four>& rotation, Ref ra, Ref rb, JudgeState& state) {
  const LeafPacket* a = &query.a.leaves[index_of(ra)];
  const LeafPacket* first_b = &query.b.leaves[index_of(rb)];
  for (const LeafPacket* end_a = a + a->packets; a != end_a; ++a) {
    const LeafPacket* b = first_b;
    for (const LeafPacket* end_b = b + b->packets; b != end_b; ++b) {
      if (TestPacketPair<kMargin>(query, rotation, *a, *b, state)) return true;
    }
  }
  return false;
}

HWY_INLINE bool TestLeaves(const PairQuery& query, const FrameLanes<Four>& rotation, Ref ra, Ref rb,
                           JudgeState& state) {
  return query.margin > 0 ? TestLeafPair<true>(query, rotation, ra, rb, state)
                          : TestLeafPair<false>(query, rotation, ra, rb, state);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_LEAF_PAIR_INL_H_
