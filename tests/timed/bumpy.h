// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "graze/mesh.h"

namespace graze::test {

/// A bumpy sphere: every distance from far apart to deep inside takes a different number of steps.
inline Mesh bumpy(int rings, double bumps) {
  Mesh mesh;
  const double pi = std::acos(-1.0);
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j < 2 * rings; ++j) {
      const double u = pi * i / rings, v = pi * j / rings;
      const double r = 1 + bumps * std::sin(5 * u) * std::cos(7 * v);
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
