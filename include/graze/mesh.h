// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graze/math.h"

namespace graze {

using Triangle = std::array<std::uint32_t, 3>;

/// A polygon soup: no topology is assumed. Degenerate triangles (points, segments) are legal closed sets.
struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

struct Box {
  Vec3 lower, upper;
};

/// What `inspect` found. Edges and duplicates are counted after merging vertices with exactly equal
/// coordinates and leaving out degenerate triangles, so that a triangle soup (STL) is judged like an indexed mesh.
struct MeshReport {
  std::size_t vertices = 0;
  std::size_t distinct_vertices = 0;
  std::size_t unused_vertices = 0;
  std::size_t triangles = 0;
  std::size_t degenerate_triangles = 0;  ///< zero area, decided exactly
  std::size_t duplicate_triangles = 0;   ///< further copies of a triangle with the same three points, in any order
  std::size_t open_edges = 0;            ///< edges with one face
  std::size_t non_manifold_edges = 0;    ///< edges with more than two faces
  std::size_t misoriented_edges = 0;     ///< edges whose two faces run along them the same way
  std::size_t components = 0;            ///< connected by shared points
  bool closed = false;                   ///< at least one triangle, and no open edge
  bool manifold = false;                 ///< closed, no non-manifold edge, no duplicate
  bool oriented = false;                 ///< manifold and no misoriented edge: bounds a solid if not self-intersecting
  double area = 0;
  double volume = 0;  ///< signed; meaningful only when `oriented`
  Box box;            ///< of the vertices in use; zero when there are none
};

/// Examines a mesh. Throws Error (invalid_mesh) for a non-finite coordinate or an index out of range.
MeshReport inspect(const Mesh& mesh);

/// Throws Error (invalid_mesh), naming the first offender, unless every coordinate is finite and every index in range.
void validate(const Mesh& mesh);

}  // namespace graze
