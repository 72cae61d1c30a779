// SPDX-License-Identifier: Apache-2.0
// How high a part reaches above each spot of the plane: what lies above it needs no look at triangles.
#pragma once

#include <cstddef>
#include <vector>

#include "graze/mesh.h"

namespace graze::nc::detail {

/// A grid of greatest heights, and coarser ones of two by two cells each: the greatest height over any rectangle, or
/// more by what lies in the cells that it touches, by four look-ups at most.
class Heights {
 public:
  Heights() = default;
  Heights(const Mesh& mesh, const Box& box);

  /// At least as high as every point of the part whose x and y lie in the rectangle; -infinity where there is none.
  double above(double x0, double x1, double y0, double y1) const;

 private:
  struct Level {
    std::size_t width = 0, height = 0;
    std::vector<float> top;  // rounded up
  };
  std::vector<Level> levels_;
  double x_ = 0, y_ = 0, per_cell_x_ = 0, per_cell_y_ = 0;  // of level 0
};

}  // namespace graze::nc::detail
