// SPDX-License-Identifier: Apache-2.0
#include "geometry/point_triangle.h"

#include <tuple>

#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// Where an edge runs from: the same end for all triangles that have it.
bool before(const Vec3& a, const Vec3& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); }

}  // namespace

NearestOnTriangle nearest_to_origin(const Corners& t) {
  NearestOnTriangle best;
  best.squared = dot(t.v[0], t.v[0]);
  for (std::uint8_t i = 1; i < 3; ++i) {
    const double squared = dot(t.v[i], t.v[i]);
    if (squared >= best.squared) continue;
    best.squared = squared;
    best.index = best.from = best.to = i;
  }
  const auto offer_edge = [&](std::uint8_t k) {
    auto i = k, j = static_cast<std::uint8_t>((k + 1) % 3);
    if (before(t.v[j], t.v[i])) std::swap(i, j);
    const Vec3 e = t.v[j] - t.v[i];
    const double along = -dot(t.v[i], e), length = dot(e, e);
    if (!(along > 0 && along < length)) return;
    const double weight = along / length;
    const Vec3 p = t.v[i] + weight * e;
    const double squared = dot(p, p);
    if (squared < best.squared) best = {squared, Feature::edge, k, i, j, {weight, 0}};
  };
  for (std::uint8_t k = 0; k < 3; ++k) offer_edge(k);
  const Vec3 e = t.v[1] - t.v[0], f = t.v[2] - t.v[0], n = cross(e, f);
  const double n_squared = dot(n, n);
  const auto weights_of = [&](const Vec3& p, double& s, double& u) {
    s = dot(cross(f, p), n) / n_squared;
    u = -dot(cross(e, p), n) / n_squared;
  };
  double s = 0, u = 0, s_more = 0, u_more = 0;
  weights_of(t.v[0], s, u);
  // A second time from the point found: in a thin triangle the first is off by some 2^-52 of its size over its width.
  weights_of(t.v[0] + (s * e + u * f), s_more, u_more);
  s += s_more;
  u += u_more;
  if (s > 0 && u > 0 && s + u < 1) {  // not where a degenerate triangle gave no number
    const Vec3 p = t.v[0] + (s * e + u * f);
    const double squared = dot(p, p);
    if (squared < best.squared) best = {squared, Feature::face, 0, 0, 1, {s, u}};
  }
  return best;
}

Vec3 point_of(const NearestOnTriangle& nearest, const Corners& t) {
  const Vec3& from = t.v[nearest.from];
  if (nearest.feature == Feature::vertex) return from;
  const Vec3 p = from + nearest.weight[0] * (t.v[nearest.to] - from);
  return nearest.feature == Feature::edge ? p : p + nearest.weight[1] * (t.v[2] - t.v[0]);
}

}  // namespace graze::detail
