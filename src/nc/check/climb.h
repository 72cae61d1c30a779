// SPDX-License-Identifier: Apache-2.0
// Deep points of a moving piece, where the surface bends this way and that: lower bounds only.
#pragma once

#include "nc/check/check_piece.h"
#include "nc/check/near_faces.h"

namespace graze::nc::detail {

/// The triangles about a cut: all that are within `reach` of a point of the tool. None: the part's tree is asked.
struct Climb {
  const NearFaces& near;
  double reach = 0;
};

/// The greatest depth met, less its rounding. Frank and Wolfe's method on the dual: of all means m of the normals met,
/// the one whose lowest point of the tool is the least deep; that point's nearest face is the next to be mixed in.
double climb_depth(const PartData& part, const core::SweptCore& core, double rounding, const Climb& climb, Vec3 m);

/// The depth of a point of the tool; a number below it where that is not known.
double tool_point_depth(const PartData& part, const Climb& climb, const Vec3& w);

}  // namespace graze::nc::detail
