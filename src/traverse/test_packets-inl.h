// SPDX-License-Identifier: Apache-2.0
// One pair of leaf packets: the filter, and the exact test for the lanes it leaves undecided.

#if defined(GRAZE_TRAVERSE_TEST_PACKETS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TRAVERSE_TEST_PACKETS_INL_H_
#undef GRAZE_TRAVERSE_TEST_PACKETS_INL_H_
#else
#define GRAZE_TRAVERSE_TEST_PACKETS_INL_H_
#endif

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
    if (verdict.crossing != 0 || (kMargin && query.rough)) return true;
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

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TRAVERSE_TEST_PACKETS_INL_H_
