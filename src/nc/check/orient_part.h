// SPDX-License-Identifier: Apache-2.0
// Which side of a part's surface is the outside, where the mesh itself has it wrong.
#pragma once

#include <cstddef>

#include "graze/mesh.h"

namespace graze::nc::detail {

struct OrientedPart {
  bool solid = false;
  std::size_t turned = 0;  // triangles
};

/// Turns triangles that contradict their neighbours, solids that are inside out, and sheets that look down: tools come
/// from above (NC.md 4.8). Taken as it is, a tool within such a part is outside, and so clean. Throws Error (not_solid)
/// where no turning makes neighbours agree.
OrientedPart orient_part(Mesh& mesh);

/// The area that looks up less that which looks down, as a share of both; 0 where all stands upright.
double looks_up(const Mesh& mesh);

}  // namespace graze::nc::detail
