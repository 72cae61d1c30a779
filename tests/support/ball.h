// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

#include "graze/mesh.h"

namespace graze::test {

/// A closed surface about the origin, 4 rings² triangles: radius(u, v) at polar angle u and longitude v, which begins
/// `turn` of a column from zero.
template <class Radius>
Mesh ball_of(int rings, double turn, const Radius& radius) {
  Mesh mesh;
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j < 2 * rings; ++j) {
      const double u = std::numbers::pi * i / rings, v = std::numbers::pi * (j + turn) / rings, r = radius(u, v);
      mesh.vertices.push_back({r * std::sin(u) * std::cos(v), r * std::sin(u) * std::sin(v), r * std::cos(u)});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * 2 * rings + j % (2 * rings)); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < 2 * rings; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

}  // namespace graze::test
