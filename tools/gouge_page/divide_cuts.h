// SPDX-License-Identifier: Apache-2.0
// Triangles divided where a tool cuts, so that the cut's shape can be seen.
#pragma once

#include <cstddef>
#include <vector>

#include "gouge_page/coverage.h"
#include "graze/mesh.h"

namespace graze::gouge_page {

struct CutDivision {
  double allowed = 0;               ///< cuts up to this are none
  double middle = 0;                ///< down to edges of this length: all that may be cut
  double finest = 0;                ///< and of this: what the border of a cut goes through, and what has a contact
  std::vector<Vec3> contacts = {};  ///< of findings
  std::size_t most = 0;             ///< triangles, about; the largest are divided first
};

void divide_at_cuts(Mesh& mesh, const Coverage& cuts, CutDivision division, std::size_t& budget);

}  // namespace graze::gouge_page
