// SPDX-License-Identifier: Apache-2.0
// Motions of one tool, checked at once: each part of the tool against the part and every fixture.
#pragma once

#include "nc/verify/positions.h"
#include "nc/verify/tool_uses.h"

namespace graze::nc::detail {

struct Batch {
  std::uint64_t first = 0;  // of the program's motions
  ToolUse* tool = nullptr;  // none: it is missing
  int number = 0;
  std::vector<Motion> motions;
  std::vector<Fitness> fitness;

  /// Meshes are checked without turning alone.
  bool checks(std::size_t i) const {
    if (!tool->trouble.empty()) return false;
    return fitness[i] == Fitness::straight || (fitness[i] == Fitness::turning && !tool->groups[0].mesh);
  }
};

/// One part of the tool and one body.
struct Slot {
  const ToolGroup* group = nullptr;
  std::uint32_t body = 0;
  double allowed = 0, near_allowed = 0;
  std::vector<PathDepth> depth;  // of every motion
};

struct BatchCheck {
  std::vector<Slot> slots;
  SweptCounts counts;  // moves of the cutter and the part alone
};

/// What is checked against: the part, then fixtures. `turning` has the same bodies where the machine turns.
struct Scene {
  std::vector<const CheckedBody*> bodies;
  std::vector<TurningPart> turning;
};

BatchCheck check_batch(const Batch& batch, std::span<const Setup> setups, const Scene& scene,
                       const VerifyOptions& options);

}  // namespace graze::nc::detail
