// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/ball.h"

namespace graze::test {

/// A bumpy sphere: every distance from far apart to deep inside takes a different number of steps.
inline Mesh bumpy(int rings, double bumps) {
  return ball_of(rings, 0, [bumps](double u, double v) { return 1 + bumps * std::sin(5 * u) * std::cos(7 * v); });
}

}  // namespace graze::test
