// SPDX-License-Identifier: Apache-2.0
#include "nc/check/core_triangle.h"

#include <algorithm>
#include <limits>

namespace graze::detail {
namespace {

/// A point of the difference core - triangle, and the points that it is the difference of.
struct Corner {
  Vec3 x, on_core;
  double t = 0;
  int corner = 0;  // of the triangle
};

struct Simplex {
  Corner v[4];
  double weight[4] = {1, 0, 0, 0};
  int count = 0;

  void keep(std::initializer_list<int> which, std::initializer_list<double> weights) {
    Corner kept[4];
    int n = 0;
    for (const int i : which) kept[n++] = v[i];
    for (int i = 0; i < n; ++i) v[i] = kept[i];
    n = 0;
    for (const double w : weights) weight[n++] = w;
    count = n;
  }
  Vec3 point() const {
    Vec3 p;
    for (int i = 0; i < count; ++i) p = p + weight[i] * v[i].x;
    return p;
  }
};

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

void nearest_of_two(Simplex& s) {
  const Vec3 e = s.v[1].x - s.v[0].x;
  const double along = -dot(s.v[0].x, e), length = dot(e, e);
  if (!(along > 0)) return s.keep({0}, {1});
  if (!(along < length)) return s.keep({1}, {1});
  s.weight[1] = along / length;
  s.weight[0] = 1 - s.weight[1];
}

void keep_of_three(Simplex& s, const int index[3], const Nearest3& nearest) {
  Simplex kept;
  for (int i = 0; i < 3; ++i) {
    if (nearest.weight[i] == 0) continue;
    kept.v[kept.count] = s.v[index[i]];
    kept.weight[kept.count++] = nearest.weight[i];
  }
  s = kept;
}

/// False when the origin is inside.
bool nearest_of_four(Simplex& s) {
  constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
  Nearest3 best{{1, 0, 0}, std::numeric_limits<double>::infinity()};
  int face = -1;
  for (int i = 0; i < 4; ++i) {
    const Vec3 &a = s.v[kFaces[i][0]].x, &b = s.v[kFaces[i][1]].x, &c = s.v[kFaces[i][2]].x, &d = s.v[kFaces[i][3]].x;
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
  keep_of_three(s, kFaces[face], best);
  return true;
}

/// The origin is inside: a point that core and triangle share. False: the simplex is too flat to tell.
bool weigh_origin(Simplex& s) {
  const Vec3 e = s.v[1].x - s.v[0].x, f = s.v[2].x - s.v[0].x, g = s.v[3].x - s.v[0].x;
  const double volume = dot(e, cross(f, g));
  if (volume == 0) return false;
  s.weight[1] = -dot(s.v[0].x, cross(f, g)) / volume;
  s.weight[2] = -dot(e, cross(s.v[0].x, g)) / volume;
  s.weight[3] = -dot(e, cross(f, s.v[0].x)) / volume;
  s.weight[0] = 1 - s.weight[1] - s.weight[2] - s.weight[3];
  return std::all_of(s.weight, s.weight + 4, [](double w) { return w >= 0; });
}

bool reduce(Simplex& s) {
  switch (s.count) {
    case 1:
      s.weight[0] = 1;
      return true;
    case 2:
      nearest_of_two(s);
      return true;
    case 3: {
      constexpr int kAll[3] = {0, 1, 2};
      keep_of_three(s, kAll, nearest_3(s.v[0].x, s.v[1].x, s.v[2].x));
      return true;
    }
    default:
      return nearest_of_four(s);
  }
}

}  // namespace

CoreDistance core_distance(const SweptCore& core, const Corners& triangle, double gap, double enough,
                           const Vec3& along) {
  Vec3 corner[3];
  double size = core.r0 + core.r1 + std::abs(core.z0) + std::abs(core.z1) + max_abs(core.way);
  for (int i = 0; i < 3; ++i) {
    corner[i] = triangle.v[i] - core.at;
    size = std::max(size, max_abs(corner[i]));
  }
  const double rounding = 0x1p-45 * size;
  const auto support = [&](const Vec3& from) {  // the point of the difference that is farthest against `from`
    Corner c;
    const double d[3] = {dot(from, corner[0]), dot(from, corner[1]), dot(from, corner[2])};
    c.corner = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
    c.on_core = core.support(-from, c.t);
    c.x = c.on_core - corner[c.corner];
    return c;
  };
  CoreDistance out;
  Simplex s;
  s.v[0] = support(along);
  s.count = 1;
  Vec3 x = s.v[0].x;
  const auto nearest = [&] {
    Vec3 on_core, on_triangle;
    double t = 0;
    for (int i = 0; i < s.count; ++i) {
      on_core = on_core + s.weight[i] * s.v[i].on_core;
      on_triangle = on_triangle + s.weight[i] * corner[s.v[i].corner];
      t += s.weight[i] * s.v[i].t;
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
    const Corner w = support(x);
    out.lower = std::max(out.lower, dot(x, w.x) / out.upper - rounding);
    if (out.upper - out.lower <= gap || out.lower >= enough) break;
    bool known = false;
    for (int i = 0; i < s.count; ++i) known = known || (s.v[i].x == w.x);
    if (known) break;
    const Simplex before = s;
    s.v[s.count++] = w;
    if (!reduce(s)) {
      if (!weigh_origin(s)) s = before;
      nearest();
      out.lower = out.upper = 0;
      return out;
    }
    const Vec3 next = s.point();
    const double less = dot(next, next);
    if (!(less < squared)) {
      s = before;
      break;
    }
    x = next;
    squared = less;
  }
  nearest();
  out.upper += rounding;
  return out;
}

}  // namespace graze::detail
