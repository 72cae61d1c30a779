// SPDX-License-Identifier: Apache-2.0
// Examines a list of poses, in order of position, on one or several threads, until done or interrupted.
#pragma once

#include <array>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "graze/front.h"
#include "graze/query.h"

namespace graze::cli {

inline constexpr std::size_t kKinds = 5;  // of ContactKind

enum class FrontKind { none, pairs, environment };

struct RunOptions {
  QueryOptions query;
  FrontKind front = FrontKind::none;  ///< one for each thread
  int front_levels = 1;
  bool front_pairs = false;  ///< FrontKind::environment goes on below A's leaves
  bool bounded = false;      ///< interruptible, by the limits; gives contacts
  Limits limits;
  bool all = false;            ///< contacts, else intersects
  bool keep_contacts = false;  ///< only with `all`
  int threads = 1;             ///< 0 = all cores
  int repeat = 1;              ///< a pose is examined so often; the shortest time counts
  std::string label;           ///< of the progress bar
};

struct PoseResult {
  bool collides = false;
  std::size_t contacts = 0;  ///< only with `all`
  std::array<std::size_t, kKinds> kinds{};
  std::vector<Contact> pairs;
  bool undecided = false;  ///< bounded: nothing was found before the limit, nor shown to be disjoint
  bool finished = true;    ///< bounded: the search ended by itself
  double penetration = 0;  ///< bounded
  StudyCounters study;     ///< Method::study
  Counters counters;       ///< time is the call's, measured outside
};

struct RunResult {
  std::vector<PoseResult> poses;  ///< the first so many; fewer than asked for only when interrupted
  bool complete = true;
  std::size_t colliding = 0;
  std::size_t undecided = 0;
  std::size_t unfinished = 0;  ///< undecided, or with contacts that may be missing
  std::chrono::nanoseconds elapsed{0};
};

RunResult run(const Model& a, const Model& b, std::span<const Pose> poses, const RunOptions& options);

/// A line for stderr when limits of the query left anything open, else empty. `noun`: what a pose is called.
std::string limits_note(const RunResult& result, const std::string& noun);

/// "12-45, 80, 99-120": the poses that collide, at most `most` ranges.
std::string colliding_ranges(const RunResult& result, std::size_t most);

/// Of a CSV: 1, 0, or nothing when undecided.
std::string collides_field(const PoseResult& pose);

/// "10 crossing, 2 touching"
std::string kinds_text(const PoseResult& pose);

}  // namespace graze::cli
