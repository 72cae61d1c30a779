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

  bool checks(std::size_t i) const { return fitness[i] == Fitness::straight && tool->trouble.empty(); }
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

BatchCheck check_batch(const Batch& batch, const CheckedBody& part, std::span<const CheckedBody> fixtures,
                       const VerifyOptions& options);

}  // namespace graze::nc::detail
