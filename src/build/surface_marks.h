// SPDX-License-Identifier: Apache-2.0
// Points on or near a surface, each with a small node about it: their number follows from the size of these nodes, not
// from that of the mesh.
#pragma once

#include <cstddef>
#include <vector>

#include "build/hierarchy.h"
#include "build/point_set.h"

namespace graze::detail {

struct SurfaceMarks : PointSet {
  std::vector<Ref> node;
};

/// The centres of the largest nodes whose diagonal is at most this long; of leaves that are longer, those of parts of
/// their triangles, up to twice as long. One at least.
SurfaceMarks mark_surface(const Hierarchy& h, double diagonal);

/// The first of every n.
SurfaceMarks every_nth(const SurfaceMarks& marks, std::size_t n);

}  // namespace graze::detail
