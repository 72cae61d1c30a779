// SPDX-License-Identifier: Apache-2.0
// Tools that are meshes: any convex one, and any other where the tool is only translated.
#pragma once

#include <string>

#include "graze/mesh.h"
#include "graze/nc/tool.h"

namespace graze::nc {

/// A tool without a profile. Frame as for Tool: the tip is the origin, z the axis, millimetres.
struct MeshTool {
  int number = -1;
  std::string name;
  Part part = Part::cutting;
  Mesh mesh;            ///< as given, in mm
  bool convex = false;  ///< then `hull` is the tool
  Mesh hull;            ///< the convex hull, facing outward; contains the mesh. Empty unless `convex`
  double excess = 0;    ///< no point of the hull lies farther than this from the solid that the mesh bounds, mm
  std::string reason;   ///< why it is not convex: only translations without rotation can be checked with it
  std::string source;
};

/// Checks the mesh: no triangles, non-finite coordinates and bad indices throw Error (invalid_mesh). It is convex when
/// it bounds a solid and every triangle lies within `tolerance` times the mesh's diagonal of its hull's surface; the
/// coordinates of a convex STL file are rounded to floats, so that none is convex exactly.
MeshTool mesh_tool(Mesh mesh, double tolerance = 1e-5);

}  // namespace graze::nc
