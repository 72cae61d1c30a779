// SPDX-License-Identifier: Apache-2.0
// Parts and tools for the tests of checks.
#pragma once

#include <cmath>
#include <vector>

#include "graze/nc/check.h"

namespace graze::test {

inline nc::ConvexPiece ball_piece(double r) { return {nc::Part::cutting, r, 0, r, 0, r}; }
inline nc::ConvexPiece long_ball_piece(double r, double length) { return {nc::Part::cutting, r, 0, length - r, 0, r}; }
inline nc::ConvexPiece flat_piece(double r, double length) { return {nc::Part::cutting, 0, r, length, r, 0}; }
inline nc::ConvexPiece bull_piece(double r, double corner, double length) {
  return {nc::Part::cutting, corner, r - corner, length - corner, r - corner, corner};
}
inline nc::ConvexPiece taper_piece(double tip, double r, double length) {
  return {nc::Part::cutting, tip, 0, length, r, tip};
}
inline nc::ConvexPiece cone_piece(double r, double length) { return {nc::Part::cutting, 0, 0, length, r, 0}; }

/// A square of two triangles about the origin, its front up, turned about the y axis by `angle`.
inline Mesh sheet(double half, double angle = 0) {
  const double c = std::cos(angle), s = std::sin(angle);
  Mesh mesh;
  for (const double x : {-half, half}) {
    for (const double y : {-half, half}) mesh.vertices.push_back({c * x, y, s * x});
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}};
  return mesh;
}

/// A box with its faces outward.
inline Mesh box_mesh(const Vec3& low, const Vec3& high) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back(
        {(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

}  // namespace graze::test
