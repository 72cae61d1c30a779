// SPDX-License-Identifier: Apache-2.0
// First passes over a mesh: is it one, where does it lie, and which boxes do its triangles have.
#pragma once

#include "build/bulk.h"
#include "build/topology.h"
#include "graze/mesh.h"

namespace graze::detail {

/// Frame of a mesh's floats: x_float = (x - origin) / unit.
struct Normalisation {
  Vec3 origin;
  double unit = 1;
  double max_coordinate = 0;
  bool unshared = false;  // triangle i has vertices 3i, 3i + 1, 3i + 2: its indices need not be read
};

/// Throws Error as graze::validate does, and for coordinates beyond 1e150.
Normalisation normalise(const Mesh& mesh);

/// At least the distance of every corner from the origin, in units.
double radius_of(const Mesh& mesh, const Normalisation& frame);

/// Boxes of all triangles, rounded outward. The radius comes for nothing: the time goes into reading the mesh.
BulkVector<Primitive> primitives(const Mesh& mesh, const Normalisation& frame, double& radius);

}  // namespace graze::detail
