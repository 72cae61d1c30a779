// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "build/hierarchy.h"

namespace graze::detail {

/// Of a hierarchy with subdivided triangles, whose links and packets are known to be right: every part of every
/// triangle lies in a leaf that holds the triangle, and in all volumes above it. The parts are cut again, as they were
/// when the model was built. Throws Error (corrupt_model).
void check_pieces(const Mesh& mesh, const Hierarchy& h);

}  // namespace graze::detail
