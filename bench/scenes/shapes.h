// SPDX-License-Identifier: Apache-2.0
// Meshes from formulas and fixed seeds; triangle counts are part of each contract.
#pragma once

#include <cstdint>

#include "graze/mesh.h"

namespace graze::scenes {

/// Icosahedron with every face cut into frequency² triangles, on the sphere: 20·frequency² triangles.
Mesh geodesic_sphere(int frequency, double radius);

/// A sphere with `bumps` smooth hills and hollows up to `height` times the radius; 20·frequency² triangles.
Mesh bumpy_sphere(int frequency, double radius, int bumps, double height, std::uint64_t seed);

/// Around the z axis; 2·around·along triangles.
Mesh torus(int along, int around, double major, double minor);

/// A tube along the (2,3) torus knot, inside a ball of radius `size`; 2·along·around triangles.
Mesh knot_tube(int along, int around, double size, double tube);

/// `count` regular tetrahedra of the given circumradius, turned and placed at random in the cube
/// [-half, half]³; 4·count triangles.
Mesh tetrahedra(int count, double half, double radius, std::uint64_t seed);

/// Open pipes of 24 sides that wander along a lattice of cells³ nodes in the cube [-1/2, 1/2]³ without
/// meeting; 48·steps triangles, `rings` steps for each node a pipe passes.
struct Pipes {
  int cells = 5;
  int steps = 0;
  int rings = 24;
  double thickness = 0.1;  ///< radius over the lattice spacing
};
Mesh pipes(const Pipes& shape, std::uint64_t seed);

/// `count` open cones standing in the square [-1/2, 1/2]² on z = 0, with rough flanks, sides·(2·levels - 1)
/// triangles each.
Mesh stalagmites(int count, int sides, int levels, double height, double radius, std::uint64_t seed);

/// `count` unconnected triangles with edges of about `edge` in the cube [-1/2, 1/2]³.
Mesh triangle_soup(int count, double edge, std::uint64_t seed);

/// All vertices times `factor`.
Mesh scaled(Mesh mesh, double factor);

/// Moved so that the centre of the bounding box is the origin.
Mesh centred(Mesh mesh);

}  // namespace graze::scenes
