// SPDX-License-Identifier: Apache-2.0
// A terrain of 180,000 triangles, 100 mm a side, and paths that touch it.
#pragma once

#include <string>
#include <vector>

#include "graze/nc/check.h"

namespace graze::bench {

/// Cut from a tile of elevations (SRTM, 1201 x 1201, big endian), or made up where `tile` is empty; `rise` mm high.
Mesh terrain(const std::string& tile, double rise);

/// Points along rows, `step` mm apart, as low as the tool can go.
std::vector<Vec3> touching(const nc::CheckedPart& part, const std::vector<nc::ConvexPiece>& tool, double top,
                           double step, int rows);

/// From point to point of a row, lifted.
std::vector<nc::Move> path(const std::vector<Vec3>& points, double lift);

}  // namespace graze::bench
