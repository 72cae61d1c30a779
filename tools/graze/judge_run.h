// SPDX-License-Identifier: Apache-2.0
// Asks for a verdict at every pose, one after another on one core, so that times mean something.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "graze/timed.h"

namespace graze::cli {

struct JudgeOptions {
  Budget budget;
  const Calibration* calibration = nullptr;
  bool learn = false;
  bool verify = false;  ///< decide every pose exactly besides, untimed
};

struct JudgedPose {
  Verdict verdict;
  std::chrono::nanoseconds time{0};  ///< of the call, measured outside
  bool preempted = false;            ///< the system took the processor away meanwhile
  bool wrong = false;                ///< with `verify`
};

struct JudgeResult {
  std::vector<JudgedPose> poses;  ///< the first so many; fewer than asked for only when interrupted
  bool complete = true;
};

/// The first pose is asked a few times beforehand, untimed, to warm up; nothing is learnt from that.
JudgeResult judge_poses(const Model& a, const Model& b, std::span<const Pose> poses, const JudgeOptions& options);

struct JudgeSummary {
  std::size_t poses = 0;
  std::size_t collides = 0, free = 0;                    ///< certain
  std::size_t probably_collides = 0, probably_free = 0;  ///< not certain
  double mean_probability = 0;                           ///< of those that are not certain
  std::int64_t median_ns = 0, p99_ns = 0, max_ns = 0;    ///< nearest rank
  // Beyond the deadline, of queries that were late; those during which the system took the processor away apart.
  std::size_t late = 0, preempted = 0;
  std::int64_t over_median_ns = 0, over_p99_ns = 0, over_max_ns = 0;
  std::size_t wrong = 0, wrong_certain = 0;  ///< with `verify`
  std::size_t uncertain() const { return probably_collides + probably_free; }
};

JudgeSummary summarise(const JudgeResult& result, std::chrono::nanoseconds deadline);

}  // namespace graze::cli
