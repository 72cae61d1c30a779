// SPDX-License-Identifier: Apache-2.0
// A time-critical query on its way: what is left, and why it stopped.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "build/priors.h"
#include "timed/pair_queue.h"
#include "timed/probability.h"
#include "timed/regions.h"
#include "traverse/frame.h"
#include "traverse/traversal.h"

namespace graze::detail {

enum class Stop {
  free,
  hit,
  limit,
  extreme,  // magnitudes that float cannot hold: every pair of triangles is tested
  refused   // the pose is not rigid
};

inline constexpr double kNeverSure = std::numeric_limits<double>::infinity();

struct JudgeLimits {
  std::uint64_t steps = 0;  // 0: none
  bool timed = false;
  std::chrono::nanoseconds time{0};  // from the call on,
  std::chrono::steady_clock::time_point end;
  double sure = kNeverSure;  // log-odds at which a verdict is good enough
  bool free_only = false;
  std::size_t regions = 0;
};

/// A query after some steps, on its way to the end.
struct StateRecord {
  Observed observed;
  PointsSeen points;
  TriesSeen tries;
  std::size_t group;
  double odds;  // log-odds as they were told, before any correction
};

/// Where points of one model are as the other sees them.
struct PlacedFloats {
  const float* r;
  const float* t;
};

/// Points of a level among the cells of a field, and what a distance in cells means to them.
struct PointScale {
  const std::uint32_t* of_cell = nullptr;
  float per_cell = 0, shift[3] = {}, along[2] = {}, last[3] = {};
  float answers = 0, per_step = 0,
        per_byte = 0;  // a cell, a step of a distance and of a gradient, in the points' spacing
  float margin = 0;    // in it, too: what is so far away is as good as there
};

/// `margin` in units.
PointScale scale_of(const DistanceField& field, float spread, float margin);

/// Weights of PointsSeen: the features' products are (x·row) x, x = (near, wide, least, 1).
struct PointForm {
  alignas(16) float row[4][4] = {};
};

PointForm form_of(const PointFeatures& weights);

inline constexpr std::size_t kBestPoints = 3;  // those of a level whose children are looked up

/// On its way from few points to many.
struct PointSearch {
  std::size_t level = 0;                       // those looked up so far; one more when something has been tried
  std::size_t tries = 0;                       // that found nothing
  std::uint32_t parents[kBestPoints];          // of the points of the last one
  alignas(16) float logs[Sketch::kLevels][4];  // what each told: PointsSeen, and 1
  alignas(64) std::int32_t keys[64];           // of the last one: how far they are, and in the last bits their number
  alignas(64) std::int32_t cells[64];          // and where

  PointsSeen seen() const {
    if (level == 0) return {};
    const float* of = logs[std::min(level, Sketch::kLevels) - 1];
    return {static_cast<double>(of[0]), static_cast<double>(of[1]), static_cast<double>(of[2])};
  }
};

/// Pairs of nodes that were searched to the end, in vain.
struct TriedPairs {
  static constexpr std::size_t kMost = 8;

  /// What lies below nodes of one model: of nodes ([0]) and of leaf packets ([1]) those from the first to the last; of
  /// pairs beyond the last try, none. By numbers that a Ref holds, so that nothing has to be read to compare it.
  struct Ranges {
    alignas(32) std::int32_t first[2][kMost], last[2][kMost];

    void clear();
    void set(std::size_t i, Ref ref, const Priors& priors);
  };

  std::size_t count = 0;
  Ref a[kMost], b[kMost];
  Ranges of_a, of_b;  // found when steps begin, which few queries come to

  void add(Ref in_a, Ref in_b) {
    a[count] = in_a;
    b[count++] = in_b;
  }
  /// Of the pairs' nodes, in two models. Where these are not known all is to be searched again.
  void find_ranges(const Priors& priors_a, const Priors& priors_b);
};

inline constexpr std::uint64_t kNoOdds = ~std::uint64_t{0};

struct JudgeState {
  PairQueue queue{PairQueue::kLeast};
  double leaf_size_a = 0, leaf_size_b = 0;  // mean size codes of the models' leaves
  bool begun = false;                       // the roots have been opened
  bool open = false;                        // a limit stopped it: it can be resumed
  bool extreme = false;                     // every pair of triangles is tested (Stop::extreme),
  std::uint64_t pairs_tested = 0;           // so many so far
  bool looks_over = false;                  // a deadline cut points or tries short: steps follow
  bool no_points = false;                   // they tell nothing of these two
  bool teaches = true;                      // its end says something of queries like it
  bool may_hide = false;                    // one where the other is hollow or not near (find_apart_or_start)
  bool points_of_a = false;                 // points of A about B's surface, not of B about A's
  double octaves = 0;                       // by which one is larger than twice the other
  Wholes wholes;                            // of these two
  Weights weights;                          // for these two
  double odds = 0;                          // the last corrected log-odds,
  double chance = 0;                        // and at a limit the probability that these are
  std::uint64_t odds_at = kNoOdds;          // the steps at which these were
  Counters counters;
  std::uint32_t hit_a = 0, hit_b = 0;  // the triangles of a hit
  std::uint64_t steps = 0;
  Correction correction;
  std::array<double, kStepGroups> seen;  // the last corrected log-odds in each group; NaN: none
  std::vector<StateRecord>* trace = nullptr;
  PointSearch points;
  TriedPairs tried;
  PointScale scales[Sketch::kLevels];
  PointForm forms[Sketch::kLevels];
  TriesSeen seen_tries;
  double told = 0;   // the log-odds that they told
  double doubt = 0;  // by how much these are less sure when they say free
  double dust = 0;   // the same where they say so of few places, of bodies that are scattered
  double doubt_of_hits = 0;
};

/// Nothing is known yet but that neither is deeper in the other than it is wide.
inline WaitingPair roots(const PairQuery& query) {
  const auto widest = static_cast<float>(2.00001 * std::min(query.a.radius, query.b.radius));
  return {query.a.ref(0, 0), query.b.ref(0, 0), widest + query.frame.pad, 0};
}

inline bool wants_odds(const JudgeLimits& limits, const JudgeState& state) {
  return limits.sure < kNeverSure || state.trace != nullptr || state.correction.learns;
}

/// When to look at the odds: after 2^k and 3·2^k steps, for they change most at first. Each look is another chance to
/// be sure of what is wrong: with every fourth step after the eighth, errors of ε = 0.05 on N are a tenth more, its
/// time the same.
inline bool is_milestone(std::uint64_t steps) { return steps <= 3 * (steps & (~steps + 1)); }

/// log2 to 0.01 without a call; x > 0 and normal.
inline double rough_log2(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const double exponent = static_cast<double>(static_cast<std::int64_t>(bits >> 52) - 1023);
  const double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u) - 1;
  return exponent + m * (1.3465 - 0.3465 * m);
}

/// Points of wires and strips overlook more than the weights say, which were fitted on models of dimension 2.2 and
/// more. 33 parts of two assemblies, none of which is measured elsewhere, err 0.8, 0.7, 0.6 % on U at ε = 0.10 and 2.6,
/// 2.4, 2.3 % on N at ε = 0.05 with slopes of 0, 1.5 and 3; ten CAD models take 5 % longer on N with 3 than without.
inline double doubt_of(const Sketch& a, const Sketch& b) {
  constexpr double kSheets = 2.1, kSlope = 1.5;
  return kSlope * std::max(0.0, kSheets - static_cast<double>(std::min(a.dimension, b.dimension)));
}

/// Points of bodies that are scattered stand for more than there is: soups of 100 to 20,000 small triangles have a
/// coverage of 0.03 to 3.3, 23 real models 3.8 to 11. They are doubted by 1.5 units of log-odds an octave below 4,
/// either way but for what the first two levels say is free: 5,000 specks err 2.3 instead of 42 % on U, 7 instead of 48
/// % on N, five other soups 0.9 instead of 3 % and 2.1 instead of 10; by 1 an octave 1.0 and 2.7.
inline double dust_of(const Sketch& a, const Sketch& b) {
  constexpr double kLeast = 4, kMost = 8, kSlope = 1.5;
  const auto coverage = static_cast<double>(std::min(a.coverage, b.coverage));
  return kSlope * std::clamp(std::log2(kLeast / std::max(coverage, 1e-9)), 0.0, kMost);
}

/// Round bodies that nearly touch do so over a wide place, which looks like a hit: balls erred 3.4 % on U (all of it at
/// one distance of 22), ellipsoids 5.3 % on N. Hits are doubted by 1.75 an octave of roundness above 8: 0.3 and 0.7 %.
/// Of 119 files of assemblies and scans a steering wheel, four tyres and a bearing are rounder than that.
inline double round_of(const Sketch& a, const Sketch& b) {
  constexpr double kRound = 8, kSlope = 1.75;
  const auto octaves = [](const Sketch& of) {
    return std::max(0.0, std::log2(static_cast<double>(of.roundness) / kRound));
  };
  return kSlope * 0.5 * (octaves(a) + octaves(b));
}

/// What these three say of two models.
struct Doubts {
  double thin = 0, dust = 0, round = 0;
};

inline void set_doubt(const Doubts& doubts, JudgeState& state) {
  constexpr double kHit = 0.5;
  state.doubt = doubts.thin;
  state.dust = doubts.dust;
  state.doubt_of_hits = kHit * doubts.thin + doubts.dust + doubts.round;
}

/// What says free is that much less sure, what says the opposite half as much, and more of dust and round bodies. What
/// points of the last level, tries and boxes say is of few places: a thin part that has many points about the other may
/// well meet it elsewhere. `about`, how many of the first level are near, is 0.7 to 1.1 on N; on U 1.0 where a car's
/// seat frame is free and 1.8 where it is not. With slopes of 0, 8 (from 1.2 on) and 12 (from 1.5 on) that frame
/// errs 2.1, 1.4, 1.6 % on U and 2.8, 2.5, 2.6 % on N; ten CAD models take 3 and 2 % longer on N. Of 108 parts of two
/// assemblies and a truck the worst errs 3.7 % on U when boxes and hits are not doubted, 2.15 when boxes are, 1.76
/// and 1.67 when hits are half and as much; it takes 1.0, 1.19, 1.28 and 1.44 times as long, all in the mean no longer.
[[gnu::always_inline]] inline double doubted(double told, const JudgeState& state) {
  constexpr double kFew = 1.5, kSlope = 12;
  double doubt = state.doubt;
  if (state.points.level >= Sketch::kLevels) {
    const auto about = static_cast<double>(state.points.logs[0][1]);
    doubt += doubt * kSlope * std::max(0.0, about - kFew) + state.dust;
  }
  // One of these is zero. No branch on the sign, which nobody could predict.
  return std::min(0.0, told + doubt) + std::max(0.0, told - state.doubt_of_hits);
}

/// One try more that found nothing; the point looked at last, where the next would be, is so far from the surface.
inline void add_try(double next, JudgeState& state) {
  constexpr double kLeast = 0.02;
  TriesSeen& seen = state.seen_tries;
  ++state.points.tries;
  state.points.level = kPointLevels;
  seen.count = rough_log2(static_cast<double>(state.points.tries));
  seen.next = rough_log2(next + kLeast);
  seen.least = state.points.seen().least;
  state.told = doubted(log_odds(seen, state.weights.points.back()), state);
}

/// This and what follows is inlined by force into the search, which looks after every step: 3 % of a short query.
[[gnu::always_inline]] inline Observed observe(const JudgeState& state) {
  if (state.steps == 0) return {0, 0, 0, 0, state.points.level > 0, state.told};
  const bool looked_up = state.points.level == kPointLevels;  // what fewer tell is of queries that went no farther
  const WaitingPair top = state.queue.top();
  const double size_a = static_cast<double>(size_code(top.a)) - state.leaf_size_a;
  const double size_b = static_cast<double>(size_code(top.b)) - state.leaf_size_b;
  return {static_cast<double>(PairQueue::score_of(top.bucket)),
          rough_log2(std::max(state.queue.mass(), 1e-3)),
          rough_log2(static_cast<double>(state.steps + 1)),
          0.5 * std::max(size_a, size_b),
          looked_up,
          state.told};
}

[[gnu::always_inline]] inline std::size_t state_group(const JudgeState& state) {
  return state.steps > 0 ? step_group(state.steps) : state.points.level == 0 ? 0 : state.points.level - 1;
}

/// The log-odds of a collision after the last step, corrected. The queue is not empty, or there was no step.
[[gnu::always_inline]] inline double last_log_odds(JudgeState& state) {
  const std::size_t group = state_group(state);
  const Observed observed = observe(state);
  state.odds_at = state.steps;
  double odds = log_odds(observed, group, state.weights);
  if (state.steps > 0 && observed.looked_up) odds = doubted(odds, state);  // what points told is already
  if (state.trace != nullptr) [[unlikely]]
    state.trace->push_back({observed, state.points.seen(), state.seen_tries, group, odds});
  return state.odds = state.correction.apply(odds, group);
}

/// The same for the record; true when the verdict is good enough.
[[gnu::always_inline]] inline bool look(const JudgeLimits& limits, JudgeState& state) {
  const double odds = last_log_odds(state);
  if (state.correction.learns) state.seen[state_group(state)] = odds;
  // No branch on the sign, which nobody could predict.
  return (std::abs(odds) >= limits.sure) & ((odds < 0) | !limits.free_only);
}

/// Places B, then as run_judge(). `pose` is the query's as the caller gave it: a copy made just now would have to be
/// read in the pieces in which it was written.
Stop place_and_judge(const FrameNumbers& frames, const Pose& pose, PairQuery& query, const Priors& a, const Priors& b,
                     const JudgeLimits& limits, JudgeState& state, std::vector<Region>* regions);

/// Runs until the end or a limit, from the pairs in the queue once the roots are opened. At a limit before the first
/// step `regions`, if there are such, become that of the whole models.
Stop run_judge(const PairQuery& query, const Priors& a, const Priors& b, const JudgeLimits& limits, JudgeState& state,
               std::vector<Region>* regions);

}  // namespace graze::detail
