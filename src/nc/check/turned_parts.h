// SPDX-License-Identifier: Apache-2.0
// A part, and copies of it turned so that a tool of some orientation points along +z.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "graze/nc/turning.h"

namespace graze::nc::detail {

struct TurnedPart {
  Pose pose;  // of the turned part's frame: place(pose, p) is where the part's point p lies there
  CheckedPart part;
  double rounding = 0;  // no vertex is farther from where it belongs
};

struct TurnedParts {
  explicit TurnedParts(const CheckedPart& as_it_stands) : part(as_it_stands) {}

  /// Made when first asked for, by any thread; kept.
  std::shared_ptr<const TurnedPart> turned(const Vec3& axis);

  CheckedPart part;

 private:
  std::mutex mutex_;
  std::map<std::tuple<double, double, double>, std::shared_ptr<const TurnedPart>> made_;
};

/// The rotation that turns this unit vector to +z.
Pose upright(const Vec3& axis);

}  // namespace graze::nc::detail
