// SPDX-License-Identifier: Apache-2.0
// Answers by a deadline, with a probability that they are right (docs/timed.md).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graze/query.h"

namespace graze {

/// When a query stops; 0 = never for that reason. With no limit at all the answer is exact.
struct Budget {
  std::chrono::nanoseconds time{0};  ///< from the call on; overshot by a step, rarely by more
  std::uint64_t steps = 0;  ///< pairs of nodes opened, after a look at points: the same on every machine of one ISA. Of
                            ///< magnitudes that float cannot hold: pairs of triangles, all of which are tested
  double epsilon = 0;       ///< below 0.5: stop when the verdict is wrong with at most this probability
  bool free_only = false;   ///< claim a collision only with a witness
  std::size_t regions = 1;  ///< report so many at most when a verdict is not certain
  bool timing = false;      ///< fill in `Verdict::counters.time`; done anyway where there is a deadline
};

/// Where a contact is likeliest: a box in A's frame that holds two pieces of surface whose boxes overlap; before the
/// first step what of A's box B's may share.
struct Region {
  Vec3 lower, upper;
  Vec3 point;              ///< its centre
  Vec3 normal;             ///< of the flatter of the two pieces, towards B
  double probability = 0;  ///< that these two pieces meet, as the score of the pair says; not calibrated by itself
};

struct Verdict {
  bool collides = false;
  double probability = 1;  ///< that `collides` is right; 1 when certain. True for poses like those the weights were
                           ///< fitted on, two scenarios in equal parts (docs/timed.md): U, any orientation, centres
                           ///< 0.4 to 2.5 half sides apart; N, within 2.5 % of contact. For others: `calibrate`
  bool certain = true;     ///< exact: a witness was found, or nothing is left that could meet
  double penetration_bound = 0;  ///< no two pieces that are still undecided overlap deeper than this; 0 when certain
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< a witness, when `collides` is certain
  std::vector<Region> regions;                   ///< the likeliest first; none when certain
  std::uint64_t steps = 0;
  Counters counters;
};

/// States before the first step, after one, two and three looks at points and a look where they are nearest; after 1-3,
/// 4-7, 8-15, 16-31, 32-63, 64 and more steps.
inline constexpr std::size_t kStepGroups = 10;

/// A correction of the shipped probabilities for one pair of models and the poses it was fitted on: in each group of
/// steps log-odds x become slope·x + offset.
struct Calibration {
  std::array<double, kStepGroups> slope = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  std::array<double, kStepGroups> offset = {};
  std::size_t poses = 0, colliding = 0;  ///< it was fitted on
};

/// Changes when the shipped weights do: a Calibration corrects those it was fitted on, and no others.
std::uint64_t shipped_weights();

/// How far probabilities may be trusted, measured on the poses of a calibration that were not used to fit it.
struct Reliability {
  struct Bin {
    double claimed = 0, observed = 0;  ///< mean probability of a collision, and how often there was one
    std::size_t count = 0;
  };
  std::array<Bin, 10> bins;
  double calibration_error = 0;  ///< expected calibration error: mean |claimed - observed| over bins, by count
  double brier = 0;              ///< mean squared difference of probability and outcome
  std::size_t states = 0;
};

/// Scratch memory and memory of experience, one per thread.
class TimedWorkspace {
 public:
  TimedWorkspace();
  ~TimedWorkspace();
  TimedWorkspace(TimedWorkspace&&) noexcept;
  TimedWorkspace& operator=(TimedWorkspace&&) noexcept;

  /// Probabilities as this calibration corrects them, from now on.
  void use(const Calibration& calibration);
  /// Learns from queries that finish: an offset for each group of steps follows what really happened, as long as the
  /// same two models are asked about. With an epsilon one query in sixteen goes on past it to learn from. Off at first.
  void learn(bool on);

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  friend class FrameWorkspace;
  explicit TimedWorkspace(std::size_t pairs);  // room for so many pairs of nodes at first

  std::unique_ptr<Impl> impl_;
};

/// Do the surfaces meet? Within the budget; a verdict that says it is certain is exact. Both models must have oriented
/// boxes four wide, as they do by default; Error (invalid_option) otherwise. The first query on a model
/// looks at all its triangles once and keeps a sketch of it (10 to 30 ms, up to 2 MiB); `prepare` does so beforehand.
Verdict judge(const Model& a, const Model& b, const Pose& b_in_a, const Budget& budget = {},
              TimedWorkspace* workspace = nullptr);

/// The same, into an object that is kept: no allocation after warm-up.
void judge(const Model& a, const Model& b, const Pose& b_in_a, Verdict& out, const Budget& budget,
           TimedWorkspace& workspace);

/// Goes on where the workspace's last query stopped, with a new budget of time and steps.
void resume(Verdict& out, const Budget& budget, TimedWorkspace& workspace);

void prepare(const Model& model);

/// One of many pairs that share a frame's time.
struct TimedPair {
  const Model* a = nullptr;
  const Model* b = nullptr;
  Pose b_in_a;
};

/// Scratch memory of judge_all: 0.6 MB, and some 10 KiB for each pair that was open at once with others, more where one
/// was for long. Keeps the models that it was asked about last.
class FrameWorkspace {
 public:
  FrameWorkspace();
  ~FrameWorkspace();
  FrameWorkspace(FrameWorkspace&&) noexcept;
  FrameWorkspace& operator=(FrameWorkspace&&) noexcept;

  /// That of the pair at place i of the list; made when first asked for. For `use` and `learn` (where time is short
  /// only one look in sixteen teaches); others share theirs. std::invalid_argument for a place beyond 2^24.
  TimedWorkspace& of(std::size_t i);

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// A verdict for every pair within `time` from the call on: first a look at each, then more steps for the pair that is
/// least certain, again and again, until the time is over or all are certain. Where the time is over before each had
/// its look, those left read free with a probability of 0.5 and no steps; the next call begins with these.
void judge_all(std::span<const TimedPair> pairs, std::chrono::nanoseconds time, std::span<Verdict> out,
               FrameWorkspace& workspace);

/// Fits a correction on poses that resemble those to come: every pose is decided exactly. Every fifth is held back to
/// measure the reliability. Throws std::invalid_argument for fewer than 20 poses, or when none or all collide.
Calibration calibrate(const Model& a, const Model& b, std::span<const Pose> poses, Reliability* reliability = nullptr);

}  // namespace graze
