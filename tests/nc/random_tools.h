// SPDX-License-Identifier: Apache-2.0
// Random pieces of tools and points of them, for the tests of checks against samples.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "nc/check_shapes.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {

inline nc::ConvexPiece random_piece(int kind, SoupRandom& random) {
  const double r = random.uniform(0.3, 2), length = random.uniform(2.5, 8);
  switch (kind) {
    case 0:
      return ball_piece(r);
    case 1:
      return long_ball_piece(r, 2 * r + length);
    case 2:
      return flat_piece(r, length);
    case 3:
      return bull_piece(r, random.uniform(0.1, 0.9) * r, 2 * r + length);
    case 4:
      return taper_piece(random.uniform(0.05, 0.5), r, length);
    default:
      return cone_piece(r, length);
  }
}

/// A point of the moving tool by its parameters.
struct ToolPoint {
  double t = 0.5, axis = 0.5, radius = 0.5, turn = 0, ball = 0.5, polar = 0, around = 0;
};

inline ToolPoint moved(const ToolPoint& p, double spread, SoupRandom& random) {
  const auto within = [&](double x, double low) { return std::clamp(x + spread * random.uniform(-1, 1), low, 1.0); };
  ToolPoint q;
  q.t = within(p.t, 0);
  q.axis = within(p.axis, 0);
  q.radius = within(p.radius, 0);
  q.turn = p.turn + 3.2 * spread * random.uniform(-1, 1);
  q.ball = within(p.ball, 0);
  q.polar = within(p.polar, -1);
  q.around = p.around + 3.2 * spread * random.uniform(-1, 1);
  return q;
}

/// GRAZE_NC_CASES, or about this many.
inline int cases_a_kind(int few) {
  if (const char* text = std::getenv("GRAZE_NC_CASES")) return std::max(1, std::atoi(text));
  return scaled(few);
}

/// GRAZE_NC_FIRST, to repeat cases: the number of the first of them.
inline int first_case() {
  const char* text = std::getenv("GRAZE_NC_FIRST");
  return text != nullptr ? std::max(0, std::atoi(text)) : 0;
}

}  // namespace graze::test
