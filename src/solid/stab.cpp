// SPDX-License-Identifier: Apache-2.0
#include "solid/stab.h"

#include <limits>

namespace graze::detail {

RayAxis shortest_way_out(const Box& box, const Vec3& p) {
  RayAxis best;
  double least = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const double up = coordinate(box.upper, axis) - coordinate(p, axis);
    const double down = coordinate(p, axis) - coordinate(box.lower, axis);
    if (up < least) {
      least = up;
      best = {axis, true};
    }
    if (down < least) {
      least = down;
      best = {axis, false};
    }
  }
  return best;
}

int side_of_moved(const Vec2& a, const Vec2& b, const Vec2& q) {
  // orient2d(a, b, q) = (b.x - a.x)(q.y - a.y) - (b.y - a.y)(q.x - a.x): how it changes with q.x, then with q.y.
  if (const int side = orient2d(a, b, q); side != 0) return side;
  if (a.y != b.y) return a.y > b.y ? 1 : -1;
  return sign_of(b.x - a.x);
}

int passage(const TreeTriangle& t, const Vec3& p, RayAxis ray, bool& on_surface) {
  const Vec2 a = drop(t.v[0], ray.axis), b = drop(t.v[1], ray.axis), c = drop(t.v[2], ray.axis), q = drop(p, ray.axis);
  const int side = side_of_moved(a, b, q);
  if (side == 0 || side_of_moved(b, c, q) != side || side_of_moved(c, a, q) != side) return 0;
  const int front = orient3d(t.v[0], t.v[1], t.v[2], p);  // 1: p is before the triangle
  if (front == 0) on_surface = true;
  // The line meets the triangle; above p where the triangle looks up (side 1) and p lies behind it, or the reverse.
  const bool above = side * front < 0;
  if (front == 0 || above != ray.up) return 0;
  return ray.up ? side : -side;
}

}  // namespace graze::detail
