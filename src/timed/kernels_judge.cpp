// SPDX-License-Identifier: Apache-2.0
// Best-first search for a pair of triangles that meets, with a look at the clock and at the odds (TIMED).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "timed/kernels_judge.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <cmath>

#include "timed/judge_state.h"
#include "timed/score_step-inl.h"
#include "traverse/leaf-inl.h"
#include "traverse/leaf_boxes-inl.h"
#include "traverse/slot.h"

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

HWY_INLINE void OpenScored(const PairQuery& query, const ScoreStep& step, Ref ra, Ref rb, LeafBoxes& boxes,
                           ScoredPairs& out) {
  const int size_a = static_cast<int>(size_code(ra)) + query.frame.size_bias, size_b = static_cast<int>(size_code(rb));
  const bool open_a = !is_leaf(ra) && (is_leaf(rb) || size_a + query.frame.range_a >= size_b);
  const bool open_b = !is_leaf(rb) && (!open_a || size_b + query.frame.range_b >= size_a);
  if (open_a && open_b) {
    step.OpenBoth(index_of(ra), index_of(rb), out);
  } else if (open_a) {
    const uint32_t children = is_leaf(rb) ? boxes.ChildrenOfA(index_of(ra), rb) : 0xFu;
    if (children != 0) step.OpenA(index_of(ra), children, slot_of(query.b, rb), rb, out);
  } else {
    const uint32_t children = is_leaf(ra) ? boxes.ChildrenOfB(ra, index_of(rb)) : 0xFu;
    if (children != 0) step.OpenB(slot_of(query.a, ra), ra, index_of(rb), children, out);
  }
}

/// When to look at the odds: they change most at first.
bool IsMilestone(uint64_t steps) { return steps < 4 || steps % 4 == 0; }

class Judge {
 public:
  Judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state)
      : query_(query),
        a_(a),
        b_(b),
        limits_(limits),
        state_(state),
        step_(query, a, b),
        boxes_(query),
        rotation_(query.frame) {}

  Stop Run() {
    const bool odds = std::isfinite(limits_.sure) || state_.trace != nullptr || state_.correction.learns;
    const uint64_t last = limits_.steps == 0 ? ~uint64_t{0} : state_.steps + limits_.steps;
    if (!state_.begun) {
      state_.begun = true;
      ScoredPairs roots;
      step_.OpenA(0, 1, slot_of(query_.b, query_.b.ref(0, 0)), query_.b.ref(0, 0), roots);
      if (Take(roots, std::numeric_limits<float>::max())) return Stop::hit;
      if (odds && !state_.queue.empty() && look(a_, b_, limits_, state_)) return Stop::limit;
    }
    while (!state_.queue.empty()) {
      if (state_.steps >= last || (state_.steps % 2 == 0 && Late())) return Stop::limit;
      const WaitingPair pair = state_.queue.pop();
      ScoredPairs children;
      OpenScored(query_, step_, pair.a, pair.b, boxes_, children);
      ++state_.steps;
      if (Take(children, pair.depth)) return Stop::hit;
      if (odds && IsMilestone(state_.steps) && !state_.queue.empty() && look(a_, b_, limits_, state_)) {
        return Stop::limit;
      }
    }
    return Stop::free;
  }

 private:
  bool Late() const { return limits_.timed && std::chrono::steady_clock::now() >= limits_.end; }

  /// Leaves are tested at once: a hit is the end. True then.
  bool Take(const ScoredPairs& pairs, float depth) {
    state_.counters.volume_tests += pairs.tests;
    for (size_t i = 0; i < pairs.count; ++i) {
      const Ref ra = pairs.a[i], rb = pairs.b[i];
      if (!is_leaf(ra) || !is_leaf(rb)) {
        state_.queue.push({ra, rb, std::min(pairs.depth[i], depth), PairQueue::bucket_of(pairs.score[i])});
      } else if (query_.margin > 0 ? TestLeafPair<true>(query_, rotation_, ra, rb, state_)
                                   : TestLeafPair<false>(query_, rotation_, ra, rb, state_)) {
        return true;
      }
    }
    return false;
  }

  const PairQuery& query_;
  const Priors& a_;
  const Priors& b_;
  const JudgeLimits& limits_;
  JudgeState& state_;
  ScoreStep step_;
  LeafBoxes boxes_;
  FrameLanes<Four> rotation_;
};

Stop RunJudge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state) {
  return Judge(query, a, b, limits, state).Run();
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(RunJudge);

Stop run_judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state) {
  return HWY_DYNAMIC_DISPATCH(RunJudge)(query, a, b, limits, state);
}

}  // namespace graze::detail
#endif
