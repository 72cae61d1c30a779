// SPDX-License-Identifier: Apache-2.0
// Two closed triangles in rationals, by a method that shares nothing with the library: one is clipped by the equations
// and inequalities that describe the other.
#pragma once

#include <vector>

#include "geometry/exact.h"
#include "geometry/triangle_triangle.h"

namespace graze::test {

using RTriangle = std::vector<RVec>;

inline RTriangle exact(const detail::Corners& t) { return {exact(t.v[0]), exact(t.v[1]), exact(t.v[2])}; }
inline RVec normal(const RTriangle& t) { return cross(t[1] - t[0], t[2] - t[0]); }

/// The part of a convex cyclic list of points (a point, a segment, a polygon) with n . x <= offset.
inline std::vector<RVec> clip(const std::vector<RVec>& points, const RVec& n, const Rational& offset) {
  std::vector<RVec> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const RVec& p = points[i];
    const RVec& q = points[(i + 1) % points.size()];
    const Rational at_p = dot(n, p) - offset, at_q = dot(n, q) - offset;
    if (at_p <= 0) kept.push_back(p);
    if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) kept.push_back(p + (at_p / (at_p - at_q)) * (q - p));
  }
  return kept;
}

inline std::vector<RVec> clip_to_plane(const std::vector<RVec>& points, const RVec& n, const Rational& offset) {
  return clip(clip(points, n, offset), Rational(-1) * n, -offset);
}

inline RVec any_normal(const RVec& d) {
  return d.x != 0 || d.y != 0 ? RVec{d.y, -d.x, Rational(0)} : RVec{Rational(1), Rational(0), Rational(0)};
}

/// The points of the intersection's hull, some perhaps twice; empty when the triangles are disjoint.
inline std::vector<RVec> intersection(const RTriangle& a, const RTriangle& b) {
  std::vector<RVec> points = a;
  const RVec n = normal(b);
  if (!is_zero(n)) {
    points = clip_to_plane(points, n, dot(n, b[0]));
    for (int i = 0; i < 3; ++i) {
      const RVec outward = cross(b[(i + 1) % 3] - b[i], n);
      points = clip(points, outward, dot(outward, b[i]));
    }
    return points;
  }
  // b is a segment or a point: the farthest two of its corners span it.
  RVec from = b[0], to = b[1];
  for (int i = 0; i < 3; ++i) {
    const RVec d = b[(i + 1) % 3] - b[i];
    if (dot(d, d) > dot(to - from, to - from)) from = b[i], to = b[(i + 1) % 3];
  }
  const RVec d = to - from;
  if (is_zero(d)) {
    for (const RVec& axis : {RVec{1, 0, 0}, RVec{0, 1, 0}, RVec{0, 0, 1}}) {
      points = clip_to_plane(points, axis, dot(axis, from));
    }
    return points;
  }
  const RVec first = any_normal(d), second = cross(d, first);
  points = clip_to_plane(points, first, dot(first, from));
  points = clip_to_plane(points, second, dot(second, from));
  points = clip(points, d, dot(d, to));
  return clip(points, Rational(-1) * d, -dot(d, from));
}

/// Strictly inside a proper triangle, for a point of its plane.
inline bool strictly_inside(const RTriangle& t, const RVec& p) {
  const RVec n = normal(t);
  for (int i = 0; i < 3; ++i) {
    if (dot(cross(t[(i + 1) % 3] - t[i], n), p - t[i]) >= 0) return false;
  }
  return true;
}

struct Truth {
  bool meet = false;
  ContactKind kind = ContactKind::touching;
  std::vector<RVec> points;  // of the intersection
};

inline Truth true_meet(const detail::Corners& corners_a, const detail::Corners& corners_b) {
  const RTriangle a = exact(corners_a), b = exact(corners_b);
  Truth truth;
  truth.points = intersection(a, b);
  truth.meet = !truth.points.empty();
  if (!truth.meet || is_zero(normal(a)) || is_zero(normal(b))) return truth;
  if (is_zero(cross(normal(a), normal(b)))) {
    truth.kind = ContactKind::coplanar;
    return truth;
  }
  // The mean of the hull's points is in the relative interior of the intersection, hence of both when any point is.
  RVec mean{0, 0, 0};
  for (const RVec& p : truth.points) mean = mean + Rational(1, truth.points.size()) * p;
  if (strictly_inside(a, mean) && strictly_inside(b, mean)) truth.kind = ContactKind::crossing;
  return truth;
}

}  // namespace graze::test
