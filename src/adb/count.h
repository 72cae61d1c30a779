// SPDX-License-Identifier: Apache-2.0
// Possible collision cells of every node of a skeleton (001, 3.4).
#pragma once

#include "adb/skeleton.h"

namespace graze::detail {

/// Clips every triangle of a node to its cells.
void count_exactly(const Mesh& mesh, AdbRegions regions, double theta, Skeleton& skeleton, AdbCells* cells);

/// posColCells: looks for nodes below that are as large as a cell. `clip`: triangles stick out of their nodes
/// (octrees).
void count_approximately(const Mesh& mesh, AdbRegions regions, double theta, Skeleton& skeleton, bool clip);

}  // namespace graze::detail
