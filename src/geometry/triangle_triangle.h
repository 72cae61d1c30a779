// SPDX-License-Identifier: Apache-2.0
// Two closed triangles in space, exactly: points and segments (degenerate triangles) included.
#pragma once

#include "graze/query.h"

namespace graze::detail {

/// A triangle by its corners.
struct Corners {
  Vec3 v[3];
};

struct Meet {
  bool meet = false;
  ContactKind kind = ContactKind::touching;
  Vec3 p, q;  // as in graze::Contact
};

/// Exact for every finite input.
bool triangles_meet(const Corners& a, const Corners& b);

/// The same answer, with the exact kind and the intersection segment (rounded).
Meet meet_triangles(const Corners& a, const Corners& b);

}  // namespace graze::detail
