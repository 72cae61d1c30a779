// SPDX-License-Identifier: Apache-2.0
// Best-first search for a pair of triangles that meets, with a look at the clock and at the odds (TIMED).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "timed/kernels_judge.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <cmath>

#include "timed/judge_state.h"
#include "timed/points-inl.h"
#include "timed/score_step-inl.h"
#include "timed/tries-inl.h"
#include "timed/whole_region-inl.h"
#include "traverse/place_pose-inl.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// The bits of the children in `bits` that are leaves: beside another leaf they need no score.
HWY_INLINE uint32_t LeavesAmong(const Ref* refs, uint32_t bits) {
  uint32_t leaves = 0;
  for (uint32_t lane = 0; lane < 4; ++lane)
    leaves |= static_cast<uint32_t>(is_leaf(refs[lane]) && refs[lane] != kNoRef) << lane;
  return leaves & bits;
}

HWY_INLINE void OpenScored(const PairQuery& query, const ScoreStep& step, const WaitingPair& pair, LeafBoxes& boxes,
                           ScoredPairs& out) {
  const Ref ra = pair.a, rb = pair.b;
  const int size_a = static_cast<int>(size_code(ra)) + query.frame.size_bias, size_b = static_cast<int>(size_code(rb));
  const bool open_a = !is_leaf(ra) && (is_leaf(rb) || size_a + query.frame.range_a >= size_b);
  const bool open_b = !is_leaf(rb) && (!open_a || size_b + query.frame.range_b >= size_a);
  if (open_a && open_b) return step.OpenBoth(index_of(ra), index_of(rb), out);
  uint32_t children = 0xF;
  if (open_a) {
    const uint32_t a = index_of(ra);
    out.refs_a = ScoreStep::Refs(query.a.node(a)), out.mask_a = 3;
    out.refs_b = &pair.b, out.shift_b = 2;
    if (is_leaf(rb)) {
      children = boxes.ChildrenOfA(a, rb);
      out.leaves = LeavesAmong(out.refs_a, children);
      children &= ~out.leaves;
    }
    if (children != 0) step.OpenA(a, children, slot_of(query.b, rb), out);
  } else {
    const uint32_t b = index_of(rb);
    out.refs_a = &pair.a, out.mask_a = 0;
    out.refs_b = ScoreStep::Refs(query.b.node(b)), out.shift_b = 0;
    if (is_leaf(ra)) {
      children = boxes.ChildrenOfB(ra, b);
      out.leaves = LeavesAmong(out.refs_b, children);
      children &= ~out.leaves;
    }
    if (children != 0) step.OpenB(slot_of(query.a, ra), b, children, out);
  }
}

class Judge {
 public:
  Judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state)
      : query_(query), priors_a_(a), priors_b_(b), limits_(limits), state_(state), step_(query, a, b), boxes_(query) {}

  Stop Run() {
    const bool odds = wants_odds(limits_, state_);
    constexpr uint64_t kNever = ~uint64_t{0};
    const bool endless = limits_.steps == 0 || limits_.steps > kNever - state_.steps;
    const uint64_t last = endless ? kNever : state_.steps + limits_.steps;
    next_clock_ = state_.steps + 1;  // one step at least: however short its slices, a query comes to an end
    if (!state_.begun) {
      state_.begun = true;
      state_.tried.find_ranges(priors_a_, priors_b_);
      // The roots are opened as they are: to test their boxes first takes as long as to test their children's.
      const WaitingPair pair = roots(query_);
      if (is_leaf(pair.a) && is_leaf(pair.b)) return TestPair(pair.a, pair.b) ? Stop::hit : Stop::free;
      if (query_.start_a != nullptr || query_.start_b != nullptr ? OpenStart(pair) : Open(pair)) return Stop::hit;
      if (odds && AnyLeft() && look(limits_, state_)) return Stop::limit;
    }
    while (!state_.queue.empty()) {
      if (state_.steps >= last || (state_.steps >= next_clock_ && Late())) return AnyLeft() ? Stop::limit : Stop::free;
      const WaitingPair pair = state_.queue.pop();
      if (state_.tried.count > 0 && IsTried(pair)) continue;
      if (Open(pair)) return Stop::hit;
      if (odds && is_milestone(state_.steps) && AnyLeft() && look(limits_, state_)) return Stop::limit;
    }
    return Stop::free;
  }

 private:
  /// Is it time to stop? The clock, which takes 20 to 30 ns to read, is asked again after three fifths of the steps
  /// that would fit by the last steps' mean: six times in 5 µs. With all of them but their root it was five times, and
  /// single queries were late by 0.2 instead of 0.1 µs at the median, by 0.8 instead of 0.6 at the 99th percentile
  /// (seven models, without preemption); as many were wrong. By steps taken to be twice as long it was asked eight
  /// times. With readings in tries (TestsIn) 2.3 instead of 1.9 % of N were open at 5 µs on twelve models, and 30
  /// instead of 22 of 143,826 poses wrong. The last thing a query does is to walk through its queue for the deepest
  /// pair.
  bool Late() {
    if (!limits_.timed) {
      next_clock_ = ~uint64_t{0};
      return false;
    }
    constexpr double kMostSteps = 64, kShortest = 50, kLongest = 250;  // in ns
    const std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
    if (state_.steps > asked_at_) {
      const double step = static_cast<double>((now - asked_).count()) / static_cast<double>(state_.steps - asked_at_);
      mean_step_ = std::clamp(step, kShortest, kLongest);
    }
    asked_ = now;
    asked_at_ = state_.steps;
    constexpr int64_t kEnd = 150;  // the verdict
    const int64_t free = (limits_.end - now).count() - static_cast<int64_t>(state_.queue.walk()) - kEnd;
    next_clock_ = state_.steps;  // at once again
    if (free <= 0) return true;
    const double steps = static_cast<double>(free) / mean_step_;
    constexpr double kShare = 0.6;
    next_clock_ += 1 + static_cast<uint64_t>(std::clamp(kShare * steps, 0.0, kMostSteps));
    return false;
  }

  /// Is there anything that tries have not searched? Then the best pair is such.
  HWY_INLINE bool AnyLeft() {
    if (state_.tried.count > 0) {
      while (!state_.queue.empty() && IsTried(state_.queue.top())) state_.queue.pop();
    }
    return !state_.queue.empty();
  }

  static HWY_INLINE auto Beyond(const TriedPairs::Ranges& ranges, Ref ref, size_t i) {
    const hn::CappedTag<int32_t, TriedPairs::kMost> d;
    const size_t kind = is_leaf(ref) ? 1 : 0;
    const auto at = hn::Set(d, static_cast<int32_t>(index_of(ref)));
    return hn::Or(hn::Gt(hn::Load(d, ranges.first[kind] + i), at), hn::Lt(hn::Load(d, ranges.last[kind] + i), at));
  }

  /// Is it part of what tries have searched to the end?
  HWY_INLINE bool IsTried(const WaitingPair& pair) const {
    const hn::CappedTag<int32_t, TriedPairs::kMost> d;
    const TriedPairs& tried = state_.tried;
    for (size_t i = 0; i < TriedPairs::kMost; i += hn::Lanes(d)) {
      if (!hn::AllTrue(d, hn::Or(Beyond(tried.of_a, pair.a, i), Beyond(tried.of_b, pair.b, i)))) return true;
    }
    return false;
  }

  bool TestPair(Ref ra, Ref rb) { return TestLeaves(query_, step_.frame(), ra, rb, state_); }

  /// True when something meets.
  HWY_INLINE bool Open(const WaitingPair& pair) {
    ++state_.steps;
    if (is_leaf(pair.a) && is_leaf(pair.b)) return TestPair(pair.a, pair.b);  // left over by a deadline
    ScoredPairs children;
    OpenScored(query_, step_, pair, boxes_, children);
    return Take(pair, children);
  }

  /// The same for the roots, of which one is known to be near few nodes of the other (build/entries.h).
  HWY_NOINLINE bool OpenStart(const WaitingPair& roots) {
    ++state_.steps;
    const bool in_a = query_.start_a != nullptr;
    const Hierarchy& larger = in_a ? query_.a : query_.b;
    for (const uint32_t entry : (in_a ? query_.start_a : query_.start_b)->entry) {
      const uint32_t index = entry >> 4, near = entry & 0xFu;
      if (near == 0) continue;
      constexpr uint32_t kRootSlot = 0;
      ScoredPairs children;
      const Ref* refs = ScoreStep::Refs(larger.node(index));
      if (in_a) {
        children.refs_a = refs, children.mask_a = 3;
        children.refs_b = &roots.b, children.shift_b = 2;
        step_.OpenA(index, near, kRootSlot, children);
      } else {
        children.refs_a = &roots.a, children.mask_a = 0;
        children.refs_b = refs, children.shift_b = 0;
        step_.OpenB(kRootSlot, index, near, children);
      }
      if (Take(roots, children)) return true;
    }
    return false;
  }

  /// What is left of a step. Leaves are tested at once: a hit is the end. True then.
  HWY_INLINE bool Take(const WaitingPair& pair, const ScoredPairs& children) {
    state_.counters.volume_tests += children.tests;
    for (uint32_t bits = children.leaves; bits != 0; bits &= bits - 1) {
      const unsigned lane = FirstOf(bits);
      if (TestPair(children.A(lane), children.B(lane))) return true;
      const uint32_t others = bits & (bits - 1);
      if (limits_.timed && others != 0 && hwy::PopCount(others) % 4 == 0 && Late()) {  // sixteen may take too long
        PushLeaves(pair, children, others);
        break;
      }
    }
    if (!state_.queue.has_room()) [[unlikely]] {
      PushOneByOne(pair, children);
      return false;
    }
    PairQueue::Many queue(state_.queue);
    for (uint32_t bits = children.inner; bits != 0; bits &= bits - 1) queue.push(Child(pair, children, FirstOf(bits)));
    return false;
  }

  static HWY_INLINE unsigned FirstOf(uint32_t bits) {
    return static_cast<unsigned>(hwy::Num0BitsBelowLS1Bit_Nonzero32(bits));
  }
  static HWY_INLINE WaitingPair Child(const WaitingPair& pair, const ScoredPairs& children, unsigned lane) {
    return {children.A(lane), children.B(lane), HWY_MIN(children.depth[lane], pair.depth), children.bucket[lane]};
  }

  HWY_NOINLINE void PushOneByOne(const WaitingPair& pair, const ScoredPairs& children) {
    for (uint32_t bits = children.inner; bits != 0; bits &= bits - 1) {
      state_.queue.push(Child(pair, children, FirstOf(bits)));
    }
  }

  /// For another time: no score says more than that of the pair that held them.
  HWY_NOINLINE void PushLeaves(const WaitingPair& pair, const ScoredPairs& children, uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
      const unsigned lane = FirstOf(bits);
      state_.queue.push({children.A(lane), children.B(lane), pair.depth, pair.bucket});
    }
  }

  const PairQuery& query_;
  const Priors &priors_a_, &priors_b_;
  const JudgeLimits& limits_;
  JudgeState& state_;
  ScoreStep step_;
  LeafBoxes boxes_;
  uint64_t next_clock_ = 0;                      // the number of steps at which the clock is asked,
  uint64_t asked_at_ = ~uint64_t{0};             // at which it was,
  std::chrono::steady_clock::time_point asked_;  // and what it said
  double mean_step_ = 150;                       // ns
};

/// Where points of A are as B sees them.
struct Inverse {
  float r[9], t[3];

  HWY_NOINLINE explicit Inverse(const Frame& frame) {
    for (size_t i = 0; i < 3; ++i) {
      t[i] = 0;
      for (size_t j = 0; j < 3; ++j) {
        r[3 * i + j] = frame.rf[3 * j + i];
        t[i] -= frame.rf[3 * j + i] * frame.tf[j];
      }
    }
  }
};

/// Points find most hits sooner than boxes do, but for whoever goes on to the end they are one thing more, and with
/// tries they take most of a microsecond. At 1 µs 6 instead of 16 % of N are wrong with them, at 0.7 µs 11 instead
/// of 26.
bool PointsFirst(const JudgeLimits& limits, bool odds) {
  constexpr std::chrono::nanoseconds kLeast(250);
  if (limits.timed) return limits.time > kLeast;  // of which little is over: no look at the clock
  return odds || limits.steps > 0;
}

/// Where time is short the clock is asked before each level of points: is there none left for another?
HWY_INLINE bool NoTimeForPoints(const JudgeLimits& limits) {
  constexpr std::chrono::nanoseconds kShort(1500), kLevel(200);
  return limits.timed && limits.time < kShort && limits.end - std::chrono::steady_clock::now() < kLevel;
}

/// Is what the points say enough, where it would be elsewhere? The second level must be surer that they are free: it
/// overlooks thin parts, and the next level takes little (U, 19 models: half a unit of log-odds more 0.69 -> 0.60 %
/// wrong, 1 % slower; one unit 0.54 %, 3 % slower; half a unit at the first level, too, 0.57 %, 2 % slower). Not of
/// hits: smooth bodies that nearly touch are taken for such (spheres and ellipsoids err 4 % on U, 5 % on N), but with
/// half a unit more 22 models take 3 % longer on U, with one 7 %, and these still err 3 and 1 %. What the last takes
/// for a hit is soon found, or was none: on N every ninth.
bool Trusted(const JudgeLimits& limits, const JudgeState& state) {
  constexpr double kSurer = 0.5;
  if (state.points.level == Sketch::kLevels) return state.odds < 0;
  return state.points.level != 2 || state.odds > 0 || -state.odds >= limits.sure + kSurer;
}

/// True when the verdict is good enough.
HWY_INLINE bool LookAtPoints(const JudgeLimits& limits, bool odds, JudgeState& state) {
  return odds && look(limits, state) && Trusted(limits, state);
}

/// From the second level of points on; or without any.
HWY_NOINLINE Stop SearchOn(const PairQuery& query, const Priors& a, const Priors& b, const PlacedFloats& placed,
                           const Sketch& of, const JudgeLimits& limits, bool odds, JudgeState& state) {
  if (state.steps == 0 && !state.looks_over) {
    while (state.points.level > 0 && state.points.level < Sketch::kLevels) {
      if (NoTimeForPoints(limits)) {
        state.looks_over = true;
        last_log_odds(state);
        return Stop::limit;
      }
      LookUpNext(placed, of, state);
      if (LookAtPoints(limits, odds, state)) return Stop::limit;
    }
    if (state.points.level >= Sketch::kLevels) {
      const Stop stop = TryNearPairs(query, a, b, limits, odds, state);
      if (stop != Stop::free) return stop;
    }
  }
  const Stop stop = Judge(query, a, b, limits, state).Run();
  if (stop == Stop::limit && state.odds_at != state.steps) last_log_odds(state);
  return stop;
}

HWY_INLINE Stop Search(const PairQuery& query, const Priors& a, const Priors& b, const PlacedFloats& placed,
                       const Sketch& of, const JudgeLimits& limits, JudgeState& state) {
  const bool odds = wants_odds(limits, state);
  // Before anything is made that steps need.
  if (!state.no_points && state.steps == 0 && state.points.level == 0 && PointsFirst(limits, odds)) {
    LookUpFirst(placed, of, state);
    if (LookAtPoints(limits, odds, state)) return Stop::limit;
  }
  return SearchOn(query, a, b, placed, of, limits, odds, state);
}

HWY_NOINLINE Stop SearchWithPointsOfA(const PairQuery& query, const Priors& a, const Priors& b,
                                      const JudgeLimits& limits, JudgeState& state) {
  const Inverse inverse(query.frame);
  return Search(query, a, b, {inverse.r, inverse.t}, a.sketch, limits, state);
}

HWY_INLINE Stop RunJudge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits,
                         JudgeState& state, std::vector<Region>* regions) {
  const Stop stop = state.points_of_a ? SearchWithPointsOfA(query, a, b, limits, state)
                                      : Search(query, a, b, {query.frame.rf, query.frame.tf}, b.sketch, limits, state);
  if (stop != Stop::limit) return stop;
  state.chance = probability_of(state.odds);
  if (state.steps == 0 && regions != nullptr) {
    regions->resize(HWY_MIN(limits.regions, size_t{1}));
    if (limits.regions > 0) WriteWholeRegion(state.wholes, query.frame, state.chance, regions->front());
  }
  return stop;
}

Stop ResumeJudge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state,
                 std::vector<Region>* regions) {
  return RunJudge(query, a, b, limits, state, regions);
}

Stop PlaceAndJudge(const FrameNumbers& frames, const Pose& pose, PairQuery& query, const Priors& a, const Priors& b,
                   const JudgeLimits& limits, JudgeState& state, std::vector<Region>* regions) {
  const std::optional<Reach> reach = PlacePose(frames, Descent::adaptive, pose, query);
  if (!reach) return Stop::refused;
  if (*reach == Reach::apart) return Stop::free;
  if (*reach == Reach::extreme) return Stop::extreme;
  if (state.may_hide && find_apart_or_start(query)) return Stop::free;
  return RunJudge(query, a, b, limits, state, regions);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::detail {

HWY_EXPORT(ResumeJudge);
HWY_EXPORT(PlaceAndJudge);

Stop run_judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state,
               std::vector<Region>* regions) {
  return HWY_DYNAMIC_DISPATCH(ResumeJudge)(query, a, b, limits, state, regions);
}

Stop place_and_judge(const FrameNumbers& frames, const Pose& pose, PairQuery& query, const Priors& a, const Priors& b,
                     const JudgeLimits& limits, JudgeState& state, std::vector<Region>* regions) {
  return HWY_DYNAMIC_DISPATCH(PlaceAndJudge)(frames, pose, query, a, b, limits, state, regions);
}

}  // namespace graze::detail
#endif
