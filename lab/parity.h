// SPDX-License-Identifier: Apache-2.0
// Inside or outside, exactly, by the number of triangles a segment to a far point crosses.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "geometry/triangle_triangle.h"
#include "graze/mesh.h"

namespace graze::lab {

enum class Parity { even, odd, unknown };

/// Of a point on none of the triangles. Segments that meet an edge are given up for another; unknown after many.
Parity point_parity(const Vec3& p, std::uint32_t count, const std::function<detail::Corners(std::uint32_t)>& triangle);

/// A vertex of each connected piece of a mesh; pieces are connected by equal coordinates, too.
std::vector<std::uint32_t> pieces_of(const Mesh& mesh);

}  // namespace graze::lab
