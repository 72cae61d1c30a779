// SPDX-License-Identifier: Apache-2.0
// Workspaces as Python holds them, and what calls with a deadline have in common.
#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "graze/timed.h"

namespace graze::python {

/// Queries run without Python's lock: a second thread could come to a workspace that is at work, which C++ forbids and
/// nobody checks.
class Turn {
 public:
  /// Python's lock is held here and where the turn ends, so that a bool is enough.
  explicit Turn(std::shared_ptr<bool> at_work) : at_work_(std::move(at_work)) {
    if (*at_work_) throw std::runtime_error("this workspace is at work already: take one for each thread");
    *at_work_ = true;
  }
  ~Turn() { *at_work_ = false; }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::shared_ptr<bool> at_work_;
};

/// graze.TimedWorkspace.
struct PairMemory {
  std::shared_ptr<TimedWorkspace> workspace = std::make_shared<TimedWorkspace>();  // keeps the frame that it is part of
  std::shared_ptr<bool> at_work = std::make_shared<bool>(false);                   // that frame's
  Verdict last;                                                                    // what `resume` goes on with
  bool asked = false;                                                              // there is a last one
};

/// graze.FrameWorkspace.
struct FrameMemory {
  std::shared_ptr<FrameWorkspace> workspace = std::make_shared<FrameWorkspace>();
  std::shared_ptr<bool> at_work = std::make_shared<bool>(false);
  std::map<std::size_t, std::shared_ptr<PairMemory>> pairs;  // that were asked for
  std::vector<Verdict> verdicts;                             // of the last frame: their memory is taken again
};

inline std::chrono::nanoseconds to_time(double seconds) {
  if (!(seconds >= 0) || seconds > 1e6) throw pybind11::value_error("the deadline is in seconds, from 0 to 1e6");
  const std::chrono::nanoseconds time(std::llround(1e9 * seconds));
  return seconds > 0 ? std::max(time, std::chrono::nanoseconds(1)) : time;  // 0 would be no deadline
}

}  // namespace graze::python
