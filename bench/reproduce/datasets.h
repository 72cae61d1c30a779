// SPDX-License-Identifier: Apache-2.0
// The five standard flights of the thesis (5.4) and its nested spheres, from seeds. The catalogue of bench/scenes flies
// the same meshes into hundreds of contacts a pose; here objects turn back at the first contact, as the thesis's do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenes.h"

namespace graze::reproduce {

using scenes::Scene;

/// "Pipes", "Torus", "747", "Swept", "Interior": the order of the tables' columns.
const std::vector<std::string>& dataset_names();

/// At the thesis's sizes and numbers of steps; reduced, about a sixth of the triangles and a tenth of the steps (ctest
/// and --quick). Throws std::invalid_argument for an unknown name.
Scene make_dataset(const std::string& name, bool reduced);

/// The hull of `points` random points on a sphere: 2·points - 4 triangles. This is what the thesis's nested spheres
/// must have been: tables 23 and 24 come out within a few percent, while grids of longitudes and latitudes and
/// subdivided icosahedra are off by up to 30 % (docs/reproduction.md).
Mesh random_sphere(int points, std::uint64_t seed);

}  // namespace graze::reproduce
