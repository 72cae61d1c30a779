// SPDX-License-Identifier: Apache-2.0
// Tubes are rings of vertices, joined.
#pragma once

#include <cstdint>

#include "graze/mesh.h"
#include "vector.h"

namespace graze::scenes {

inline constexpr double kTau = 2 * std::numbers::pi;

inline std::uint32_t index(std::size_t i) { return static_cast<std::uint32_t>(i); }

/// Joins ring i to ring j, both of `sides` vertices, by 2·sides triangles.
inline void join_rings(Mesh& mesh, std::uint32_t i, std::uint32_t j, int sides) {
  const auto n = static_cast<std::uint32_t>(sides);
  for (std::uint32_t s = 0; s < n; ++s) {
    const std::uint32_t t = (s + 1) % n;
    mesh.triangles.push_back({i + s, i + t, j + t});
    mesh.triangles.push_back({i + s, j + t, j + s});
  }
}

/// An ellipse with the half axes u and w; the index of its first vertex.
inline std::uint32_t add_ellipse(Mesh& mesh, const Vec3& centre, const Vec3& u, const Vec3& w, int sides) {
  const std::uint32_t first = index(mesh.vertices.size());
  for (int s = 0; s < sides; ++s) {
    const double angle = kTau * s / sides;
    mesh.vertices.push_back(centre + std::cos(angle) * u + std::sin(angle) * w);
  }
  return first;
}

/// A circle in the plane of the unit vectors u and w.
inline std::uint32_t add_ring(Mesh& mesh, const Vec3& centre, const Vec3& u, const Vec3& w, double radius, int sides) {
  const std::uint32_t first = index(mesh.vertices.size());
  for (int s = 0; s < sides; ++s) {
    const double angle = kTau * s / sides;
    mesh.vertices.push_back(centre + radius * (std::cos(angle) * u + std::sin(angle) * w));
  }
  return first;
}

}  // namespace graze::scenes
