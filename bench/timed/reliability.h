// SPDX-License-Identifier: Apache-2.0
// How far the probabilities of time-critical queries may be trusted: what queries claimed on their way, how they
// ended, and what that many poses can show.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/timed.h"

namespace graze::bench {

/// An unfinished query after some steps: the probability of a collision it would have told, and how it ended.
struct Claim {
  double collision = 0;
  bool collided = false;
  std::uint32_t pose = 0;  ///< in the list that was traced
  std::uint64_t steps = 0;
};

struct Trace {
  std::vector<Claim> claims;
  std::size_t poses = 0, colliding = 0;
  std::size_t wrong_but_certain = 0;  ///< against `intersects`; zero, or the library is broken
};

/// What a query is asked for on its way.
enum class Asked {
  after_steps,  ///< after 1, 2, 4, 8, ... steps
  at_each_look  ///< before the first step, too, where verdicts that may err are mostly made
};

/// Every pose, for as long as it is not certain, or until `most` steps (0: to its end). The workspace's calibration
/// applies, and it learns on the way if it does, from queries that finish: ask it after steps only.
Trace trace(const Model& a, const Model& b, std::span<const Pose> poses, TimedWorkspace& workspace, Asked asked,
            std::uint64_t most = 0);

/// Bins, calibration error and Brier score of claims.
Reliability reliability_of(std::span<const Claim> claims);

/// A number, and where it would lie in 95 of 100 repetitions.
struct Interval {
  double value = 0, low = 0, high = 0;
};

/// What queries with a certain stop rule got wrong.
struct Verdicts {
  std::vector<std::uint8_t> uncertain, wrong;  ///< by pose
  std::size_t stopped() const;                 ///< verdicts that were not certain
  std::size_t errors() const;                  ///< of these
};
Verdicts verdicts_of(const Model& a, const Model& b, std::span<const Pose> poses, const Budget& budget,
                     TimedWorkspace& workspace);

/// Fewer runs of poses cannot show how much a number varies.
inline constexpr std::size_t kFewestRuns = 10;

/// Resamples runs of `run` consecutive poses 400 times, the same ones for each number: poses of one motion resemble
/// each other, and claims of one pose do. With fewer than ten runs intervals are all that can be.
class Bootstrap {
 public:
  Bootstrap(std::size_t poses, std::size_t run, std::uint64_t seed = 1);

  /// The calibration error. Noise in bins adds to it, in resamples twice: its upper end is on the safe side. Where all
  /// poses of a bin ended the same way it is what Wilson's interval allows, as if they did not resemble each other.
  Interval calibration_error(const Trace& trace) const;
  Interval brier(const Trace& trace) const;
  /// By how much the Brier score of `after` is lower, pose for pose.
  Interval gain(const Trace& before, const Trace& after) const;
  /// The share of wrong verdicts among those that were not certain. Its upper end is at least Wilson's, which knows
  /// that none of few is not never.
  Interval error(const Verdicts& verdicts) const;

 private:
  template <typename Of>
  Interval spread(double value, double least, const Of& of) const;
  std::size_t run_;
  std::vector<std::vector<std::uint32_t>> samples_;  // how often each run was drawn
};

/// Which poses are held back when some are fitted on: every fifth run of consecutive ones, so that neighbours on a
/// path do not tell on each other. A run is so long that there are some 250, and a multiple of 6: poses near one
/// contact come in sixes.
struct HeldBack {
  std::vector<Pose> fitted, held;
  std::size_t run = 0, runs = 0;  ///< of those held back
};
HeldBack hold_back(std::span<const Pose> poses);

/// Wilson's interval for k of n, at 95 %.
Interval share(std::size_t k, std::size_t n);

}  // namespace graze::bench
