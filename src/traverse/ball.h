// SPDX-License-Identifier: Apache-2.0
// Balls about k-DOPs and oriented boxes.
#pragma once

#include <cmath>

#include "build/hierarchy.h"
#include "volumes/dop.h"

namespace graze::detail {

struct Ball {
  float centre[3];
  float radius;
};

/// About the k-DOP or oriented box that starts at float `at` of the nodes. The radius is rounded up by 32 units: what
/// is within the slabs of axes orthonormal to 16 units (volumes/contains.cpp) is within 1 + 24 of them of the half
/// diagonal.
inline Ball ball_about(const Hierarchy& h, std::uint32_t at) {
  const float* p = h.nodes.data() + at;
  Ball ball;
  float half[3];
  if (!h.layout.by_child) {
    for (std::size_t x = 0; x < 3; ++x) {
      ball.centre[x] = p[h.layout.at(field::kCentre + x, 0)];
      half[x] = p[h.layout.at(field::kObbHalf + x, 0)];
    }
  } else if (h.volume == Volume::dop14 || h.volume == Volume::dop18 || h.volume == Volume::dop26) {
    for (std::size_t x = 0; x < 3; ++x) {  // the first three directions are the axes
      ball.centre[x] = p[x];
      half[x] = p[h.layout.fields / 2 + x];
    }
  } else {
    dop_box(h.volume, p, ball.centre, half);
  }
  ball.radius = std::sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]) * (1 + 0x1p-19f);
  return ball;
}

}  // namespace graze::detail
