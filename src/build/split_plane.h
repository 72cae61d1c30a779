// SPDX-License-Identifier: Apache-2.0
// Splits by a plane across one of the splitting directions: where the centres lie along it, which plane is best, and
// the division itself.
#pragma once

#include <array>
#include <vector>

#include "build/split_range.h"

namespace graze::detail {

/// Twice the centre of a primitive's box along a direction.
inline float centre_along(const Primitive& p, const SplitDirections& directions, int i) {
  const Float4 c = centre_of(box_of(p));
  const std::array<float, 3>& d = directions.unit[static_cast<std::size_t>(i)];
  return (d[0] * c[0] + d[1] * c[1]) + d[2] * c[2];
}

/// What is to be least over planes: of the two sides' boxes and numbers.
enum class Objective {
  sum,   // of the volumes
  most,  // the larger volume
  work,  // areas times numbers: the surface area heuristic
};

/// Less is better; the second decides between flat sets, which have no volume.
struct Score {
  double first = 0, second = 0;
  friend auto operator<=>(const Score&, const Score&) = default;
};

Score score(Objective objective, const Box4& left, std::uint32_t n_left, const Box4& right, std::uint32_t n_right);

/// Centres below `position` along the direction go left. n_left is 0 when no plane divides them.
struct Plane {
  int direction = 0;
  float position = 0;
  std::uint32_t n_left = 0;
  Score score;
};

/// The best plane across a direction through the centres of all primitives (thesis, 3.4.6, open), those of a random
/// sample, or sixteen evenly spaced.
enum class Candidates { all, sampled, even };
Plane best_plane(const SplitContext& context, const Range& range, int direction, Candidates candidates,
                 Objective objective);

/// Through the mean of the centres; `mean` along every direction is computed once a range.
Plane mean_plane(const SplitContext& context, const Range& range, int direction, double mean, Objective objective);

/// Divides by the plane; by split_median when it leaves one side empty.
void divide(const SplitContext& context, const Range& range, const Plane& plane, Range& left, Range& right);

/// Divides in halves along a direction; equal centres by their order.
void divide_in_halves(const SplitContext& context, const Range& range, int direction, Range& left, Range& right);

}  // namespace graze::detail
