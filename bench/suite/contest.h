// SPDX-License-Identifier: Apache-2.0
// What the phases of a scene share: the meshes and poses, the engines at work, who is watching.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graze/mesh.h"
#include "suite/engines.h"
#include "suite/results.h"

namespace graze::suite {

enum class Ask : std::uint8_t { any, all };

/// An engine in a scene.
struct Contestant {
  EngineEntry entry;
  std::unique_ptr<Rival> instance;  ///< nothing once it failed
  EngineResult result;
  std::size_t checked = 0;        ///< so many poses, in the order of Course::order, have been answered
  double any_us = 0, all_us = 0;  ///< a query, about

  double us(Ask ask) const { return ask == Ask::any ? any_us : all_us; }
  void ask(Ask what, std::size_t pose) {
    if (what == Ask::any) {
      instance->intersects(pose);
    } else {
      instance->find_all(pose);
    }
  }
  void fail(const std::string& why) {
    result.failed = why;
    instance.reset();
  }
};

/// The poses of a scene.
struct Course {
  const Mesh* a = nullptr;
  const Mesh* b = nullptr;
  std::vector<Pose> poses;
  std::vector<std::uint32_t> level;  ///< of each pose
  std::size_t levels = 0;
  std::vector<std::uint32_t> order;  ///< in which they are asked (pose_order.h)
};

/// A pose a level, so that curves are whole; for an engine that would take more than twice its share `us` for that,
/// when each costs `a_pose`, only so many as say anything.
inline std::size_t fewest_poses(const Course& course, double a_pose, double us) {
  constexpr std::size_t kFewest = 4;
  const bool whole = a_pose * static_cast<double>(course.levels) <= 2 * us;
  return std::min(course.order.size(), whole ? std::max(kFewest, course.levels) : kFewest);
}

/// Asked between queries; true ends the run, which keeps what it has.
using Stop = std::function<bool()>;

}  // namespace graze::suite
