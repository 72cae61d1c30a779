// SPDX-License-Identifier: Apache-2.0
// The winding number of a closed chain of triangles: exact, by the triangles a ray along an axis passes through.
#pragma once

#include <array>

#include "geometry/predicates.h"
#include "solid/surface_tree.h"

namespace graze::detail {

/// A direction along an axis, from which p leaves the tree's box soonest.
struct RayAxis {
  int axis = 0;
  bool up = true;
};
RayAxis shortest_way_out(const Box& box, const Vec3& p);

/// On which side of the line a-b the point lies, moved by an infinitely small (e, e²): zero only when a = b. Every line
/// through two points, whichever triangle asks and in whichever order, sees the same moved point: what triangles that
/// share an edge say adds up.
int side_of_moved(const Vec2& a, const Vec2& b, const Vec2& q);

/// What the triangle adds to the number of the ray's passages: 1 where the ray leaves through its front, -1 where it
/// enters. `on_plane` is set when p lies on the triangle.
int passage(const TreeTriangle& t, const Vec3& p, RayAxis ray, bool& on_surface);

struct Stabbed {
  int winding = 0;
  bool on_surface = false;  // p lies on a triangle: the number is that of a point nearby
};

/// Sum over the triangles that `accept` takes. Exact when along every edge as many of them run one way as the other:
/// the boxes are compared exactly, the sides decided exactly.
template <class Accept>
Stabbed stab(const SurfaceTree& tree, const Vec3& p, const Accept& accept) {
  Stabbed result;
  const RayAxis ray = shortest_way_out(tree.box(), p);
  const int k = ray.axis, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  const double at[3] = {p.x, p.y, p.z};
  std::array<TreeRef, SurfaceTree::kStack> stack;
  std::size_t size = 0;
  if (!tree.nodes().empty()) stack[size++] = TreeRef::node(0);
  while (size > 0) {
    const TreeRef ref = stack[--size];
    if (ref.is_leaf()) {
      for (const TreeTriangle& t : tree.leaf(ref)) {
        if (accept(t)) result.winding += passage(t, p, ray, result.on_surface);
      }
      continue;
    }
    const TreeNode& node = tree.nodes()[ref.index()];
    for (int i = 0; i < 4; ++i) {
      const bool beside = at[k1] < node.lower[k1][i] || at[k1] > node.upper[k1][i] || at[k2] < node.lower[k2][i] ||
                          at[k2] > node.upper[k2][i];
      const bool behind = ray.up ? node.upper[k][i] < at[k] : node.lower[k][i] > at[k];
      if (!beside && !behind) stack[size++] = node.child[i];
    }
  }
  return result;
}

}  // namespace graze::detail
