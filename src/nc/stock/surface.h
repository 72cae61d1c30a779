// SPDX-License-Identifier: Apache-2.0
// The material's surface as a mesh, for looking at.
#pragma once

#include <cstddef>
#include <vector>

#include "nc/stock/dexels.h"

namespace graze::detail::stock {

/// Nodes are where lines of all three sets cross, thinned out until about `triangles` are needed; each cell between
/// nodes of both kinds has a vertex in the mean of the places where its edges, which lie on lines, leave the material.
/// Closed. `sets`: lines along z, first, and along x and y or neither.
Mesh surface_mesh(const std::vector<const Dexels*>& sets, std::size_t triangles);

}  // namespace graze::detail::stock
