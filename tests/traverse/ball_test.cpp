// SPDX-License-Identifier: Apache-2.0
// The ball about an oriented box holds all that validate() takes to be in the box, whose axes may be a little askew.
#include "traverse/ball.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/soup.h"
#include "volumes/contains.h"

namespace graze::test {
namespace {

TEST(Ball, HoldsABoxOfSkewAxes) {
  SoupRandom random(1);
  // Beside orthonormal ones: all products of two axes, and what a square lacks, just below the tolerance.
  const double skew = 0x1p-20 / 2 * 0.98;
  for (int k = 0; k < 200; ++k) {
    float fields[15] = {1, 2, 3};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t x = 0; x < 3; ++x) {
        fields[detail::field::kAxes + 3 * i + x] = static_cast<float>((i == x ? 1 : 0) - skew);
      }
      fields[detail::field::kObbHalf + i] = static_cast<float>(random.uniform(0.9, 1));
    }
    ASSERT_TRUE(detail::is_sound(Volume::obb, fields));
    detail::Hierarchy h;
    h.layout = detail::layout_of(Volume::obb, 4);
    h.nodes.resize(h.layout.stride);
    for (std::size_t f = 0; f < 15; ++f) h.nodes[h.layout.at(f, 0)] = fields[f];
    const detail::Ball ball = detail::ball_about(h, 0);
    // The corner at which all three slabs end: (I - skew·J)⁻¹ half, J all ones, shrunk so that it is inside as rounded.
    const float* half = fields + detail::field::kObbHalf;
    const double sum = skew / (1 - 3 * skew) * (static_cast<double>(half[0]) + half[1] + half[2]);
    double p[3], square = 0;
    for (std::size_t x = 0; x < 3; ++x) {
      const double from = (half[x] + sum) * (1 - 0x1p-24);
      p[x] = ball.centre[x] + from;
      square += from * from;
    }
    ASSERT_TRUE(detail::contains(Volume::obb, fields, p, 0));
    EXPECT_LE(std::sqrt(square), static_cast<double>(ball.radius));
  }
}

}  // namespace
}  // namespace graze::test
