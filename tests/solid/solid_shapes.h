// SPDX-License-Identifier: Apache-2.0
// Shapes whose inside is known by formula, ways to spoil them, and brute force.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>
#include <string>

#include "base/random.h"
#include "bodies.h"
#include "geometry/triangle_distance.h"
#include "geometry/vec.h"
#include "graze/solid.h"
#include "shapes.h"

namespace graze::test {

inline Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v = v + by;
  return mesh;
}

inline Mesh turned_inside_out(Mesh mesh) {
  for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

inline Mesh joined(Mesh a, const Mesh& b) {
  scenes::append(a, b);
  return a;
}

/// Two cubes that share an edge, with four faces there: closed, not manifold.
inline Mesh cubes_at_an_edge() { return joined(scenes::box({0, 0, 0}, {1, 1, 1}), scenes::box({1, 1, 0}, {2, 2, 1})); }

/// The sum of all solid angles: the definition.
inline double winding_by_sum(const Mesh& mesh, const Vec3& p) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p, c = mesh.vertices[t[2]] - p;
    const double x = detail::norm(a), y = detail::norm(b), z = detail::norm(c);
    sum += std::atan2(detail::dot(a, detail::cross(b, c)),
                      x * y * z + detail::dot(a, b) * z + detail::dot(b, c) * x + detail::dot(c, a) * y);
  }
  return sum / (2 * std::numbers::pi);
}

/// By the distance of two triangles, one of them a point.
inline double distance_by_all(const Mesh& mesh, const Vec3& p) {
  double least = std::numeric_limits<double>::infinity();
  for (const Triangle& t : mesh.triangles) {
    const detail::Corners corners{{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]}};
    least = std::min(least, detail::closest_points(corners, {{p, p, p}}).distance);
  }
  return least;
}

/// A point of the box, which is made larger by a part of its size.
inline Vec3 point_about(const Box& box, double larger, detail::Random& random) {
  const Vec3 size = box.upper - box.lower;
  const double x = random.uniform(-larger, 1 + larger);
  const double y = random.uniform(-larger, 1 + larger);
  const double z = random.uniform(-larger, 1 + larger);
  return box.lower + Vec3{x * size.x, y * size.y, z * size.z};
}

/// Larger meshes, where this machine has them.
inline std::optional<std::filesystem::path> larger_data(const std::string& file) {
  std::filesystem::path folder = std::filesystem::path(GRAZE_SOURCE_DIR) / ".." / "shared" / "data";
  if (const char* given = std::getenv("GRAZE_DATA")) folder = given;
  std::error_code ignored;
  if (!std::filesystem::exists(folder / file, ignored)) return std::nullopt;
  return folder / file;
}

}  // namespace graze::test
