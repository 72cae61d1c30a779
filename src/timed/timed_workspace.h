// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "graze/timed.h"
#include "timed/judge_state.h"
#include "traverse/frame.h"

namespace graze {

struct TimedWorkspace::Impl {
  // Of the last query, so that it can be resumed.
  std::optional<Model> a, b;
  const detail::Priors* priors_a = nullptr;
  const detail::Priors* priors_b = nullptr;
  bool points_tell = false;                       // something of these two
  double epsilon = 0, sure = detail::kNeverSure;  // the last query's, and what it means
  std::uint64_t asked = 0;                        // queries so far
  bool drawn = false;                             // it does not stop when it is sure, so that it can teach
  Pose pose;
  std::optional<detail::PairQuery> query;
  detail::FrameNumbers frames;
  detail::JudgeState state;
};

namespace detail {

/// A new query; its frame is left open.
void begin(const Model& a, const Model& b, const Pose& pose, TimedWorkspace::Impl& impl);

/// A verdict where nothing was looked at.
void say_nothing_is_known(const Model& a, const Model& b, Verdict& out);

/// Of a query that no limit stopped. Throws where the pose was refused.
bool is_hit(Stop stop, TimedWorkspace::Impl& impl);

}  // namespace detail
}  // namespace graze
