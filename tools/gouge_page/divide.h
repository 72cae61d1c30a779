// SPDX-License-Identifier: Apache-2.0
// Triangles cut in two, three or four, so that there are corners to carry a colour.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graze/mesh.h"

namespace graze::gouge_page {

/// Halves every edge of the chosen triangles that is longer than `longest`, in all triangles that share it (by the
/// indices of its ends), so that no gaps open. The surface stays what it is, but for rounding. New vertices and
/// triangles are appended. False: there was no such edge.
bool divide(Mesh& mesh, std::span<const std::uint8_t> chosen, double longest);

double longest_edge(const Mesh& mesh, const Triangle& triangle);
double area_of(const Mesh& mesh);

}  // namespace graze::gouge_page
