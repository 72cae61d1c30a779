// SPDX-License-Identifier: Apache-2.0
// Writing entries of a front.
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

/// How far a stored plane may be off, besides what the pad pays at the query: docs/coherence.md.
inline float storing_error(const Frame& frame) { return frame.pad - frame.margin; }

/// Entry i, whose ball is set: at this pose and clock the pair is apart by at least `gap` along `normal`.
inline void store_plane(const Frame& frame, float clock, const float normal[3], float gap, std::size_t i,
                        FrontPairs& pairs) {
  constexpr std::size_t kStep = FrontPairs::kBlock;
  float* entry = pairs.entry(i);
  const double c[3] = {entry[FrontPairs::kCentre * kStep], entry[(FrontPairs::kCentre + 1) * kStep],
                       entry[(FrontPairs::kCentre + 2) * kStep]};
  double along = 0;
  for (std::size_t x = 0; x < 3; ++x) {
    const double* r = frame.r + 3 * x;
    along += normal[x] * (r[0] * c[0] + r[1] * c[1] + r[2] * c[2] + frame.t[x]);
    entry[(FrontPairs::kNormal + x) * kStep] = normal[x];
  }
  const float kept = gap - storing_error(frame) + entry[FrontPairs::kRadius * kStep] * clock;
  entry[FrontPairs::kOffset * kStep] = kept - static_cast<float>(along);
}

}  // namespace graze::detail
