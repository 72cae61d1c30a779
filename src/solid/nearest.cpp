// SPDX-License-Identifier: Apache-2.0
// What is nearest to a point on a surface, by the model's own hierarchy.
#include "build/pieces.h"
#include "query/point_walk.h"
#include "solid/field.h"

namespace graze::detail {
namespace {

/// Of the segment a, a + d. Exact where it ends, good to rounding between.
Vec3 on_segment(const Vec3& a, const Vec3& b, const Vec3& p) {
  const Vec3 d = b - a;
  const double along = dot(p - a, d), length = dot(d, d);
  if (!(along > 0)) return a;
  if (along >= length) return b;
  const double s = along / length;
  return a + s * d;
}

double squared_distance(const Vec3& p, const Vec3& q) {
  const Vec3 d = p - q;
  return dot(d, d);
}

Vec3 on_edges(const TreeTriangle& t, const Vec3& p) {
  Vec3 best = on_segment(t.v[0], t.v[1], p);
  double least = squared_distance(best, p);
  for (int i = 1; i < 3; ++i) {
    const Vec3 point = on_segment(t.v[i], t.v[(i + 1) % 3], p);
    const double squared = squared_distance(point, p);
    if (squared >= least) continue;
    least = squared;
    best = point;
  }
  return best;
}

}  // namespace

bool is_flat(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a, w = c - b;
  const double longest = std::max({dot(u, u), dot(v, v), dot(w, w)});
  return !(norm(cross(u, v)) > 1e-12 * longest);
}

Vec3 nearest_point(const TreeTriangle& t, const Vec3& p) {
  if (t.flat) return on_edges(t, p);
  const Vec3 u = t.v[1] - t.v[0], v = t.v[2] - t.v[0], w = p - t.v[0];
  const Vec3 n = cross(u, v);
  const double nn = dot(n, n);
  // Barycentric coordinates of the foot in the plane, times nn.
  const double along_u = dot(cross(w, v), n), along_v = dot(cross(u, w), n);
  if (along_u >= 0 && along_v >= 0 && along_u + along_v <= nn) {
    const double height = dot(w, n) / nn;
    return p - height * n;
  }
  return on_edges(t, p);
}

Nearest Field::nearest(const Vec3& p, double limit, double enough, std::uint32_t hint) const {
  const Hierarchy& h = model_.hierarchy();
  const Mesh& mesh = model_.mesh();
  const double per_unit = 1 / h.unit;
  const Vec3 d = to_local(p, {h.origin, h.unit, 0}, is_turned(h) ? h.frame : nullptr);
  ClosestPoint found;
  if (max_abs(d) < kFarthest) {
    PointSearch search(mesh, p, per_unit, limit * per_unit);
    if (hint != kNoTriangle) search.offer(tree_.triangles()[hint].id);
    const double point[3] = {d.x, d.y, d.z};
    if (!(search.reach() < enough * per_unit)) walk_to_point(h, point, search);
    found = search.answer();
  } else {
    found = closest_point(model_, p, limit);
  }
  if (found.triangle == kNoTriangle) return {};
  return {found.distance, found.point, tree_.slot_of(found.triangle)};
}

}  // namespace graze::detail
