// SPDX-License-Identifier: Apache-2.0
// The thesis's experiment in NC verification (8.1.2): molds made of terrain, zigzag paths of a ball-ended tool, tools.
#pragma once

#include <string>
#include <vector>

#include "graze/mesh.h"
#include "graze/nc/tool.h"

namespace graze::reproduce {

inline constexpr double kBall = 10;  ///< the ball's radius; a mold has 300 x 300 samples, one unit apart

/// What shall remain, and its heights over a grid of samples, one unit apart.
struct Mold {
  std::string name;
  int side = 0;                 ///< samples along x and along y
  std::vector<double> heights;  ///< row by row
  Mesh mesh;                    ///< of terrain: 2 (side - 1)² triangles
};

/// Those in data/molds; real elevations, the highest sample kRelief above the lowest.
const std::vector<std::string>& mold_names();
inline constexpr double kRelief = 4;

/// Reduced: the first 100 x 100 samples. Throws std::runtime_error when the file is not as it should be.
Mold make_mold(const std::string& name, bool reduced);

/// A real part as it is, scaled to `side` units along x or y, with the heights of its upper side over a grid; 0 where
/// there is none. For table 44, whose molds were a company's.
Mold part_mold(const std::string& name, const Mesh& part, int side);

/// Tips of the ball along every tenth row, to and fro, one for each sample. The row's polygon is offset in its own
/// plane: the ball rests on it at every point, and pays no heed to other rows.
std::vector<Vec3> zigzag(const Mold& mold);

/// "ball", "rounded" (flat end, rounded corners), "cone" (rounded tip), "cylinder" (upright): as solids of revolution
/// of about the ball's size, and, but for the cylinder, as polyhedra with the thesis's numbers of triangles.
nc::Tool mold_tool(const std::string& name);
Mesh polyhedral_tool(const std::string& name);

}  // namespace graze::reproduce
