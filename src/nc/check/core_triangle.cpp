// SPDX-License-Identifier: Apache-2.0
#include "nc/check/core_triangle.h"

#include <algorithm>
#include <limits>

namespace graze::detail {
namespace {

/// The point of the difference that is farthest against `from`, for a triangle about the core.
GjkCorner support(const SweptCore& core, const Vec3 corner[3], const Vec3& from) {
  GjkCorner c;
  const double d[3] = {dot(from, corner[0]), dot(from, corner[1]), dot(from, corner[2])};
  c.corner = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
  c.on_core = core.support(-from, c.t);
  c.x = c.on_core - corner[c.corner];
  return c;
}

/// Weights of the point of the triangle a, b, c nearest to the origin (by Voronoi regions); zero where not needed.
struct Nearest3 {
  double weight[3];
  double squared;
};

Nearest3 nearest_3(const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto result = [&](double u, double v, double w) {
    const Vec3 p = (u * a + v * b) + w * c;
    return Nearest3{{u, v, w}, dot(p, p)};
  };
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -dot(ab, a), d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) return result(1, 0, 0);
  const double d3 = -dot(ab, b), d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) return result(0, 1, 0);
  const double d5 = -dot(ab, c), d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) return result(0, 0, 1);
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 - d3 > 0) return result(1 - d1 / (d1 - d3), d1 / (d1 - d3), 0);
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 - d6 > 0) return result(1 - d2 / (d2 - d6), 0, d2 / (d2 - d6));
  const double e = d4 - d3, f = d5 - d6;
  if (va <= 0 && e >= 0 && f >= 0 && e + f > 0) return result(0, 1 - e / (e + f), e / (e + f));
  const double sum = va + vb + vc;
  if (!(sum > 0)) return result(1, 0, 0);  // no area left in double: the caller sees no progress and stops
  return result(va / sum, vb / sum, vc / sum);
}

void keep_of_two(const GjkCorner v[2], GjkSimplex& out) {
  const Vec3 e = v[1].x - v[0].x;
  const double along = -dot(v[0].x, e), length = dot(e, e);
  if (!(along > 0)) return out.keep(v[0], 1);
  if (!(along < length)) return out.keep(v[1], 1);
  out.keep(v[0], 1 - along / length);
  out.keep(v[1], along / length);
}

void keep_of_three(const GjkCorner v[4], const int index[3], const Nearest3& nearest, GjkSimplex& out) {
  for (int i = 0; i < 3; ++i) {
    if (nearest.weight[i] != 0) out.keep(v[index[i]], nearest.weight[i]);
  }
}

/// False when the origin is inside.
bool keep_of_four(const GjkCorner v[4], GjkSimplex& out) {
  constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
  Nearest3 best{{1, 0, 0}, std::numeric_limits<double>::infinity()};
  int face = -1;
  for (int i = 0; i < 4; ++i) {
    const Vec3 &a = v[kFaces[i][0]].x, &b = v[kFaces[i][1]].x, &c = v[kFaces[i][2]].x, &d = v[kFaces[i][3]].x;
    const Vec3 n = cross(b - a, c - a);
    const double origin = -dot(n, a), other = dot(n, d - a);
    if (origin * other > 0) continue;  // on the same side as the fourth corner
    const Nearest3 nearest = nearest_3(a, b, c);
    if (nearest.squared < best.squared) {
      best = nearest;
      face = i;
    }
  }
  if (face < 0) return false;
  keep_of_three(v, kFaces[face], best, out);
  return true;
}

/// The origin is inside: a point that core and triangle share. False: the simplex is too flat to tell.
bool weigh_origin(GjkSimplex& s) {
  const Vec3 e = s.v[1].x - s.v[0].x, f = s.v[2].x - s.v[0].x, g = s.v[3].x - s.v[0].x;
  const double volume = dot(e, cross(f, g));
  if (volume == 0) return false;
  double weight[4];
  weight[1] = -dot(s.v[0].x, cross(f, g)) / volume;
  weight[2] = -dot(e, cross(s.v[0].x, g)) / volume;
  weight[3] = -dot(e, cross(f, s.v[0].x)) / volume;
  weight[0] = 1 - weight[1] - weight[2] - weight[3];
  if (std::any_of(weight, weight + 4, [](double w) { return w < 0; })) return false;
  std::copy(weight, weight + 4, s.weight);
  s.count = 4;
  return true;
}

/// What is nearest to the origin of the first `count` corners' hull.
bool reduce(const GjkSimplex& s, int count, GjkSimplex& out) {
  out.count = 0;
  switch (count) {
    case 1:
      out.keep(s.v[0], 1);
      return true;
    case 2:
      keep_of_two(s.v, out);
      return true;
    case 3: {
      constexpr int kAll[3] = {0, 1, 2};
      keep_of_three(s.v, kAll, nearest_3(s.v[0].x, s.v[1].x, s.v[2].x), out);
      return true;
    }
    default:
      return keep_of_four(s.v, out);
  }
}

}  // namespace

CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           GjkSimplex& simplex) {
  Vec3 corner[3];
  double size = core.r0 + core.r1 + std::abs(core.z0) + std::abs(core.z1) + max_abs(core.way);
  for (int i = 0; i < 3; ++i) {
    corner[i] = triangle.v[i] - core.at;
    size = std::max(size, max_abs(corner[i]));
  }
  const double rounding = 0x1p-45 * size;
  CoreDistance out;
  GjkSimplex other;
  GjkSimplex *s = &simplex, *next = &other;
  Vec3 x = s->point();
  const auto nearest = [&] {
    Vec3 on_core, on_triangle;
    double t = 0;
    for (int i = 0; i < s->count; ++i) {
      on_core = on_core + s->weight[i] * s->v[i].on_core;
      on_triangle = on_triangle + s->weight[i] * corner[s->v[i].corner];
      t += s->weight[i] * s->v[i].t;
    }
    out.on_core = core.at + on_core;
    out.on_triangle = core.at + on_triangle;
    out.t = t;
  };
  double squared = dot(x, x);
  for (int step = 0; step < 64; ++step) {
    out.upper = std::sqrt(squared);
    if (out.upper <= rounding) {
      nearest();
      out.lower = 0;
      out.upper = rounding;
      return out;
    }
    const GjkCorner w = support(core, corner, x);
    out.lower = std::max(out.lower, dot(x, w.x) / out.upper - rounding);
    if (out.upper - out.lower <= gap || out.lower >= enough) break;
    bool known = false;
    for (int i = 0; i < s->count; ++i) known = known || (s->v[i].x == w.x);
    if (known) break;
    s->v[s->count] = w;
    if (!reduce(*s, s->count + 1, *next)) {
      weigh_origin(*s);
      nearest();
      out.lower = out.upper = 0;
      return out;
    }
    const Vec3 nearer = next->point();
    const double less = dot(nearer, nearer);
    if (!(less < squared)) break;
    std::swap(s, next);
    x = nearer;
    squared = less;
  }
  nearest();
  out.upper += rounding;
  if (s != &simplex) simplex = *s;
  return out;
}

GjkSimplex first_simplex(const SweptCore& core, const Corners& triangle, const Vec3& along) {
  const Vec3 corner[3] = {triangle.v[0] - core.at, triangle.v[1] - core.at, triangle.v[2] - core.at};
  GjkSimplex out;
  out.keep(support(core, corner, along), 1);
  return out;
}

CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           const Vec3& along) {
  GjkSimplex simplex = first_simplex(core, triangle, along);
  return core_distance(core, triangle, gap, enough, simplex);
}

}  // namespace graze::detail
