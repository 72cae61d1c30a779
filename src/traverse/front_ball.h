// SPDX-License-Identifier: Apache-2.0
// Entries of a front that have no plane yet.
#pragma once

#include "traverse/ball.h"
#include "traverse/front.h"

namespace graze::detail {

/// Entry i has no plane yet: it has expired whatever the pose.
inline void set_unknown(const Ball& ball, std::size_t i, FrontPairs& pairs) {
  constexpr std::size_t kStep = FrontPairs::kBlock;
  float* entry = pairs.entry(i);
  for (std::size_t x = 0; x < 3; ++x) {
    entry[(FrontPairs::kNormal + x) * kStep] = 0;
    entry[(FrontPairs::kCentre + x) * kStep] = ball.centre[x];
  }
  entry[FrontPairs::kOffset * kStep] = -1e30f;
  entry[FrontPairs::kRadius * kStep] = ball.radius;
  pairs.waits[i] = 0;
}

}  // namespace graze::detail
