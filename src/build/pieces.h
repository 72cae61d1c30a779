// SPDX-License-Identifier: Apache-2.0
// What the builders work on when it is not the mesh as it is: triangles in a turned frame, and parts of long, skinny
// triangles (seed 004, 6.3.5). Leaves hold whole triangles all the same: two triangles meet exactly when a part of one
// meets a part of the other, and the pair of leaves in which they do is never discarded; what is then tested is the
// pair of whole triangles, so answers are those of the mesh. A pair may be found in more than one pair of leaves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "build/leaves.h"
#include "graze/mesh.h"

namespace graze::detail {

/// Corners about the origin, in units, in the hierarchy's frame. The first of each triangle's pieces has the triangle's
/// number.
struct Pieces {
  std::vector<std::array<Vec3, 3>> corners;
  std::vector<std::uint32_t> owner;  // the triangle
  std::size_t size() const { return owner.size(); }
};

/// Whether the hierarchy's frame is not the mesh's: the trace of any other rotation is below 3.
inline bool is_turned(const Hierarchy& h) { return h.frame[0] != 1 || h.frame[4] != 1 || h.frame[8] != 1; }

/// v about the origin, in units, along the rows of the frame (null: the mesh's own).
Vec3 to_local(const Vec3& v, const Normalisation& frame, const double* turn);

/// The triangles, the longest of the skinny ones cut in halves until `share` times as many pieces were added as there
/// are triangles, or none is skinny any more. The same for the same mesh.
Pieces make_pieces(const Mesh& mesh, const Normalisation& frame, const double* turn, double share);

/// As `primitives` and `make_leaves` do for triangles. The topology's order is of pieces.
BulkVector<Primitive> primitives(const Pieces& pieces);
Leaves make_leaves(const Mesh& mesh, const Normalisation& frame, const double* turn, const Pieces& pieces,
                   const Topology& topology);

}  // namespace graze::detail
