// SPDX-License-Identifier: Apache-2.0
// Tries where points found two surfaces nearest (points-inl.h): small nodes of A and B, searched for a pair of
// triangles that meets. By plain steps, without scores: most tries are over after one or two.

#if defined(GRAZE_TIMED_TRIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_TIMED_TRIES_INL_H_
#undef GRAZE_TIMED_TRIES_INL_H_
#else
#define GRAZE_TIMED_TRIES_INL_H_
#endif

#include "timed/leaf_pair-inl.h"
#include "timed/points-inl.h"
#include "traverse/lane_step-inl.h"
#include "traverse/leaf_boxes-inl.h"
#include "traverse/slot.h"

HWY_BEFORE_NAMESPACE();
namespace graze::detail {
namespace HWY_NAMESPACE {

/// Points of the last level, the nearest first: each with the node about it and a small node of the other model about
/// the cell that it fell into, unless these two came before.
class NearPairs {
 public:
  static constexpr size_t kTries = 6;  // with 5 or 8 N takes as long
  /// Points that are looked at. Those of thin parts fall into few nodes: with all 48 the ten CAD models of
  /// docs/timed.md take 3 % longer on N.
  static constexpr size_t kLooks = 12;
  static_assert(kLooks < kBestPoints * Sketch::kChildren);

  NearPairs(const Sketch& around, const Sketch& of, bool of_a, const PointSearch& search)
      : sketch_around_(around), sketch_of_(of), of_a_(of_a), search_(search) {
    ThreeLeast::Of(search.keys, kBestPoints * Sketch::kChildren, nearest_);
  }

  /// False when enough were looked at. Past the last that is tried there is one more, which tells how near what is left
  /// is.
  bool Next() {
    while (found_ <= kTries && looked_at_ < kLooks) {
      key_ = looked_at_ < kBestPoints ? nearest_[looked_at_] : NextKey();
      ++looked_at_;
      const uint32_t n = PointKeys::NumberOf(key_);
      const Ref around = sketch_around_.fine.patch[static_cast<size_t>(search_.cells[n])];
      if (around == kNoRef) continue;
      const Ref of =
          sketch_of_.node_of_point[search_.parents[n / Sketch::kChildren] * Sketch::kChildren + n % Sketch::kChildren];
      const uint64_t pair = (uint64_t{around} << 32) | of;
      if (Seen(pair)) continue;
      pairs_[found_++] = pair;
      return true;
    }
    return false;
  }

  Ref A() const { return of_a_ ? Of() : Around(); }
  Ref B() const { return of_a_ ? Around() : Of(); }
  /// Of the point looked at last from the other's surface, in units of the points' mean spacing.
  double Distance() const { return static_cast<double>(PointKeys::DistanceOf(key_)); }

 private:
  /// The least above the last; no two are the same.
  int32_t NextKey() const {
    const hn::RebindToSigned<Wide> d;
    const auto none = hn::Set(d, ThreeLeast::kNone), last = hn::Set(d, key_);
    auto least = none;
    for (size_t k = 0; k < kBestPoints * Sketch::kChildren; k += hn::MaxLanes(d)) {
      const auto keys = hn::Load(d, search_.keys + k);
      least = hn::Min(least, hn::IfThenElse(hn::Gt(keys, last), keys, none));
    }
    return hn::GetLane(hn::MinOfLanes(d, least));
  }

  Ref Around() const { return static_cast<Ref>(pairs_[found_ - 1] >> 32); }
  Ref Of() const { return static_cast<Ref>(pairs_[found_ - 1]); }

  bool Seen(uint64_t pair) const {
    const hn::CappedTag<uint64_t, kPlaces> d;
    for (size_t i = 0; i < kPlaces; i += hn::Lanes(d)) {
      if (!hn::AllFalse(d, hn::Eq(hn::Load(d, pairs_ + i), hn::Set(d, pair)))) return true;
    }
    return false;
  }

  const Sketch& sketch_around_;
  const Sketch& sketch_of_;
  const bool of_a_;
  const PointSearch& search_;
  int32_t nearest_[kBestPoints];
  static constexpr size_t kPlaces = 8;
  static_assert(kTries < kPlaces);
  static constexpr uint64_t kNone = ~uint64_t{0};  // which no pair is: of the first a node is known
  alignas(64) uint64_t pairs_[kPlaces] = {kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
  size_t looked_at_ = 0, found_ = 0;
  int32_t key_ = 0;
};

/// Depth-first search below pairs of nodes.
class NearSearch {
 public:
  NearSearch(const PairQuery& query, const JudgeLimits& limits, JudgeState& state)
      : query_(query), limits_(limits), state_(state), rotation_(query.frame), step_(query), boxes_(query) {
    constexpr int64_t kBefore = 700, kShort = 1500;  // ns from the call to the first try
    if (!limits.timed) return;
    if (limits.time.count() < kShort) {
      AskClock();
    } else {
      until_clock_ = TestsIn(limits.time.count() - kBefore);
    }
  }

  /// Does anything meet below these two, as far as some steps and tests of leaves tell?
  bool Meet(Ref a, Ref b) {
    size_t tests = kMostTests;
    to_the_end_ = true;
    if (is_leaf(a) && is_leaf(b)) return TestLeaves(query_, rotation_, a, b, state_);
    stack_a_[0] = a;
    stack_b_[0] = b;
    for (size_t size = 1; size > 0 && Allowed(tests);) {
      --size;
      PairSink sink{stack_a_, stack_b_, size, leaf_a_, leaf_b_, 0};
      Open(stack_a_[size], stack_b_[size], sink);
      size = sink.stack_size;
      state_.counters.volume_tests += sink.tests;
      for (size_t i = 0; i < sink.leaf_size && Allowed(tests); ++i) {
        if (TestLeaves(query_, rotation_, leaf_a_[i], leaf_b_[i], state_)) return true;
      }
    }
    return false;
  }

  /// Was it cut short by a deadline?
  bool IsLate() const { return late_; }
  /// Is there nothing left below the last two that could meet?
  bool ToTheEnd() const { return to_the_end_; }

 private:
  static constexpr size_t kMostTests = 64;  // with 16 or 8 what finds nothing tells less: N takes 5 and 20 % longer
  static constexpr size_t kMostPairs = LaneStep<ObbTest, 4>::kMaxPairs;

  HWY_INLINE void Open(Ref ra, Ref rb, PairSink& sink) {
    const Frame& frame = query_.frame;
    const int size_a = static_cast<int>(size_code(ra)) + frame.size_bias, size_b = static_cast<int>(size_code(rb));
    const bool open_a = !is_leaf(ra) && (is_leaf(rb) || size_a + frame.range_a >= size_b);
    const bool open_b = !is_leaf(rb) && (!open_a || size_b + frame.range_b >= size_a);
    if (open_a && open_b) return step_.OpenBoth(index_of(ra), index_of(rb), sink);
    if (open_a) {
      if (is_leaf(rb)) return boxes_.OpenA(index_of(ra), rb, sink);
      return step_.OpenA(index_of(ra), slot_of(query_.b, rb), rb, sink);
    }
    if (is_leaf(ra)) return boxes_.OpenB(ra, index_of(rb), sink);
    step_.OpenB(slot_of(query_.a, ra), ra, index_of(rb), sink);
  }

  static constexpr int64_t kEnd = 300;  // ns for four tests and the verdict

  /// So many can be made before the clock has to be asked.
  static uint64_t TestsIn(int64_t left) {
    constexpr int64_t kTest = 250, kLeast = 4;  // ns, three times what one takes where caches are warm
    return static_cast<uint64_t>(HWY_MAX((left - kEnd) / kTest, kLeast));
  }

  HWY_NOINLINE void AskClock() {
    const int64_t left = (limits_.end - std::chrono::steady_clock::now()).count();
    late_ = left < kEnd;
    until_clock_ = TestsIn(left);
  }

  /// One more of so many tests? None when it is late.
  HWY_INLINE bool Allowed(size_t& tests) {
    if (tests == 0) return to_the_end_ = false;
    --tests;
    if (--until_clock_ == 0) [[unlikely]]
      AskClock();
    return !late_;
  }

  const PairQuery& query_;
  const JudgeLimits& limits_;
  JudgeState& state_;
  FrameLanes<Four> rotation_;
  LaneStep<ObbTest, 4> step_;
  LeafBoxes boxes_;
  uint64_t until_clock_ = ~uint64_t{0};  // tests
  bool late_ = false, to_the_end_ = true;
  // Every step leaves room for the lanes of a whole vector.
  HWY_ALIGN Ref stack_a_[kMostPairs * (kMostTests + 2)], stack_b_[kMostPairs * (kMostTests + 2)];
  HWY_ALIGN Ref leaf_a_[2 * kMostPairs], leaf_b_[2 * kMostPairs];
};

/// Do surfaces meet where points found them nearest? A look after each try that found nothing: by then no hit is
/// claimed (fine spheres at a fixed gap were taken for hits in 2 % of U; nothing else changes). Stop::free: none was
/// found, and nobody is sure. Goes on where it stopped before.
inline HWY_NOINLINE Stop TryNearPairs(const PairQuery& query, const Priors& a, const Priors& b,
                                      const JudgeLimits& limits, bool odds, JudgeState& state) {
  static_assert(NearPairs::kTries <= TriedPairs::kMost);
  const bool of_a = state.points_of_a;
  NearPairs pairs((of_a ? b : a).sketch, (of_a ? a : b).sketch, of_a, state.points);
  bool more = pairs.Next();
  for (size_t i = 0; i < state.points.tries; ++i) more = pairs.Next();
  if (!more && state.points.tries == 0) {
    add_try(pairs.Distance(), state);
    return odds && look(limits, state) && state.odds < 0 ? Stop::limit : Stop::free;
  }
  NearSearch search(query, limits, state);
  while (more && state.points.tries < NearPairs::kTries) {
    const Ref ra = pairs.A(), rb = pairs.B();
    more = pairs.Next();  // now: its cache misses pass while boxes are tested
    if (!search.IsLate() && search.Meet(ra, rb)) return Stop::hit;
    if (search.IsLate()) {  // which is no sign that they do not meet; who goes on need not begin this one again
      state.looks_over = true;
      last_log_odds(state);
      return Stop::limit;
    }
    if (search.ToTheEnd()) state.tried.add(ra, rb);
    add_try(pairs.Distance(), state);
    if (odds && look(limits, state) && state.odds < 0) return Stop::limit;
  }
  return Stop::free;
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::detail
HWY_AFTER_NAMESPACE();

#endif  // GRAZE_TIMED_TRIES_INL_H_
