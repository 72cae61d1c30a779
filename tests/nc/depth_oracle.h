// SPDX-License-Identifier: Apache-2.0
// How deep a convex tool on a straight move cuts into a convex part, between bounds that are 1e-8 apart: nothing of the
// checker is used, neither its convex pieces nor its distances. The tool is the support function of its profile, the
// part a family of polytopes P(t), the points of it at least t deep: the depth is the greatest t for which P(t) meets
// the swept tool. Newton's method from above, as a separating plane of P(t) tells from which t on it separates; below,
// by the depth of points of the tool. In long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "graze/nc/check.h"

namespace graze::test::oracle {

using Real = long double;

struct RealPoint {
  Real x = 0, y = 0, z = 0;
};

inline RealPoint real(const Vec3& v) { return {v.x, v.y, v.z}; }
inline RealPoint operator+(const RealPoint& a, const RealPoint& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline RealPoint operator-(const RealPoint& a, const RealPoint& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline RealPoint operator*(Real s, const RealPoint& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Real dot(const RealPoint& a, const RealPoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Real norm(const RealPoint& a) { return std::sqrt(dot(a, a)); }
inline RealPoint cross(const RealPoint& a, const RealPoint& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// A tool whose profile is convex, on a move.
class SweptTool {
 public:
  SweptTool(const nc::Tool& tool, const nc::Move& move)
      : tool_(tool), from_(real(move.from)), way_(real(move.to) - real(move.from)) {}

  /// Its point farthest along d.
  RealPoint farthest(const RealPoint& d) const {
    RealPoint p = from_ + farthest_of_tool(d);
    if (dot(d, way_) > 0) p = p + way_;
    return p;
  }

  RealPoint farthest_of_tool(const RealPoint& d) const {
    const Real across = std::hypot(d.x, d.y);
    Real best = -std::numeric_limits<Real>::infinity(), r = 0, z = 0;
    const auto offer = [&](Real at_r, Real at_z) {
      const Real value = across * at_r + d.z * at_z;
      if (value > best) best = value, r = at_r, z = at_z;
    };
    for (const nc::ProfilePiece& piece : tool_.profile) {
      offer(piece.from.r, piece.from.z);
      offer(piece.to.r, piece.to.z);
      if (!piece.arc) continue;
      const Real radius =
          std::hypot(Real(piece.from.r) - Real(piece.centre.r), Real(piece.from.z) - Real(piece.centre.z));
      const Real length = std::hypot(across, d.z);
      if (!(length > 0)) continue;
      const Real at_r = piece.centre.r + radius * across / length, at_z = piece.centre.z + radius * d.z / length;
      // At most a quarter of a circle on one side of its centre's height: between the heights of its ends.
      if (at_z >= piece.from.z && at_z <= piece.to.z) offer(at_r, at_z);
    }
    if (!(across > 0)) return {r, 0, z};
    return {r * d.x / across, r * d.y / across, z};
  }

 private:
  const nc::Tool& tool_;
  RealPoint from_, way_;
};

/// Corners move linearly with the depth t in [0, deepest]; faces look outward.
struct DepthFamily {
  struct Plane {
    RealPoint normal;  // of length 1
    Real level = 0;
    bool surface = true;  // others bound where depth is asked for
  };
  std::vector<RealPoint> corner, rate;
  std::vector<Plane> planes;
  Real deepest = 0;

  RealPoint at(std::size_t i, Real t) const { return corner[i] + t * rate[i]; }

  /// Negative: not in the part, or not where depth is asked for.
  Real depth(const RealPoint& p) const {
    Real least = std::numeric_limits<Real>::infinity();
    for (const Plane& f : planes) {
      const Real below = f.level - dot(f.normal, p);
      if (f.surface) least = std::min(least, below);
      if (!f.surface && below < 0) return -std::numeric_limits<Real>::infinity();
    }
    return least;
  }
};

/// Shrinks towards the centre of its inscribed ball.
inline DepthFamily tetrahedron_family(std::span<const Vec3> v) {
  DepthFamily out;
  Real area_sum = 0;
  RealPoint centre;
  for (std::size_t i = 0; i < 4; ++i) {
    const RealPoint a = real(v[(i + 1) % 4]), b = real(v[(i + 2) % 4]), c = real(v[(i + 3) % 4]), apex = real(v[i]);
    RealPoint n = cross(b - a, c - a);
    const Real area = norm(n);
    n = (dot(n, apex - a) > 0 ? -1 / area : 1 / area) * n;
    out.planes.push_back({n, dot(n, a), true});
    out.corner.push_back(apex);
    area_sum += area;
    centre = centre + area * apex;
  }
  centre = (1 / area_sum) * centre;
  out.deepest = out.depth(centre);
  for (const RealPoint& p : out.corner) out.rate.push_back((1 / out.deepest) * (centre - p));
  return out;
}

/// Below a triangle, whose front is up: along its normal, or straight below, where it is at least `inset` within its
/// edges. Empty (no corners) where nothing is left.
inline DepthFamily below_triangle(std::span<const Vec3> v, bool straight, Real inset, Real deepest) {
  DepthFamily out;
  const RealPoint a = real(v[0]), b = real(v[1]), c = real(v[2]);
  RealPoint n = cross(b - a, c - a);
  n = (1 / norm(n)) * n;
  const Real la = norm(c - b), lb = norm(a - c), lc = norm(b - a), around = la + lb + lc;
  const RealPoint centre = (1 / around) * (la * a + lb * b + lc * c);
  const Real radius = norm(cross(b - a, c - a)) / around;
  if (!(inset < radius) || !(n.z > 0)) return out;
  const Real keep = 1 - inset / radius;
  const RealPoint corner[3] = {centre + keep * (a - centre), centre + keep * (b - centre),
                               centre + keep * (c - centre)};
  const RealPoint down = straight ? RealPoint{0, 0, -1 / n.z} : Real(-1) * n;  // by a depth of 1
  out.planes.push_back({n, dot(n, a), true});
  for (std::size_t i = 0; i < 3; ++i) {
    RealPoint side = cross(down, corner[(i + 1) % 3] - corner[i]);
    side = (1 / norm(side)) * side;
    out.planes.push_back({side, dot(side, corner[i]), false});
    out.corner.push_back(corner[i]);
    out.rate.push_back(down);
    out.corner.push_back(corner[i] + deepest * down);
    out.rate.push_back({});
  }
  out.deepest = deepest;
  return out;
}

struct DepthBounds {
  Real lower = 0, upper = 0;
};

/// Of tool and P(t): the distance between bounds, a direction across which they are `lower` apart, and a point of the
/// tool that is `upper` away.
struct Separation {
  Real lower = 0, upper = 0;
  RealPoint from_tool, on_tool;
};

/// The point nearest to the origin of the hull of up to four points, and its weights.
class LeastPoint {
 public:
  explicit LeastPoint(std::span<const RealPoint> points) : points_(points) {
    for (unsigned set = 1; set < (1U << points.size()); ++set) offer(set);
  }
  Real squared = std::numeric_limits<Real>::infinity();
  RealPoint at;
  Real weight[4] = {};

 private:
  void offer(unsigned set) {
    std::size_t which[4], n = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if ((set >> i & 1U) != 0) which[n++] = i;
    }
    const RealPoint base = points_[which[0]];
    RealPoint e[3];
    Real m[3][4] = {}, w[4] = {};
    for (std::size_t i = 1; i < n; ++i) e[i - 1] = points_[which[i]] - base;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      for (std::size_t k = 0; k + 1 < n; ++k) m[i][k] = dot(e[i], e[k]);
      m[i][3] = -dot(e[i], base);
    }
    if (!solve(m, n - 1)) return;
    Real rest = 1;
    for (std::size_t i = 0; i + 1 < n; ++i) w[i + 1] = m[i][3], rest -= m[i][3];
    w[0] = rest;
    RealPoint p;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(w[i] >= 0)) return;
      p = p + w[i] * points_[which[i]];
    }
    if (!(dot(p, p) < squared)) return;
    squared = dot(p, p);
    at = p;
    for (Real& x : weight) x = 0;
    for (std::size_t i = 0; i < n; ++i) weight[which[i]] = w[i];
  }

  /// Gauss with pivots, the right-hand side in column 3.
  static bool solve(Real (&m)[3][4], std::size_t n) {
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i) {
        if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
      }
      if (!(std::abs(m[pivot][k]) > 0)) return false;
      std::swap(m[k], m[pivot]);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k) continue;
        const Real f = m[i][k] / m[k][k];
        for (std::size_t c = k; c < 4; ++c) m[i][c] -= f * m[k][c];
      }
    }
    for (std::size_t k = 0; k < n; ++k) m[k][3] /= m[k][k];
    return true;
  }

  std::span<const RealPoint> points_;
};

/// Gilbert, Johnson and Keerthi's iteration, by trying all faces of the simplex.
inline Separation separation(const SweptTool& tool, const DepthFamily& part, Real t, Real gap) {
  struct Pair {
    RealPoint difference, on_tool;
  };
  const auto pair_along = [&](const RealPoint& d) {
    const RealPoint s = tool.farthest(d);
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < part.corner.size(); ++i) {
      if (dot(d, part.at(i, t)) < dot(d, part.at(lowest, t))) lowest = i;
    }
    return Pair{s - part.at(lowest, t), s};
  };
  std::vector<Pair> simplex{pair_along({0, 0, -1})};
  Separation out;
  out.lower = -std::numeric_limits<Real>::infinity();
  out.upper = std::numeric_limits<Real>::infinity();
  for (int round = 0; round < 400; ++round) {
    std::vector<RealPoint> points;
    for (const Pair& p : simplex) points.push_back(p.difference);
    const LeastPoint least(points);
    const Real length = std::sqrt(least.squared);
    if (!(length < out.upper)) break;  // rounding
    out.upper = length;
    out.on_tool = {};
    std::vector<Pair> kept;
    for (std::size_t i = 0; i < simplex.size(); ++i) {
      out.on_tool = out.on_tool + least.weight[i] * simplex[i].on_tool;
      if (least.weight[i] > 0) kept.push_back(simplex[i]);
    }
    if (!(length > 1e-17L) || kept.size() == 4) break;  // they meet
    const RealPoint d = (-1 / length) * least.at;       // from the tool to the part
    const Pair next = pair_along(d);
    const Real apart = -dot(d, next.difference);
    if (apart > out.lower) out.lower = apart, out.from_tool = d;
    if (out.upper - out.lower <= gap) break;
    kept.push_back(next);
    simplex = std::move(kept);
  }
  return out;
}

/// Positive: the depth of the cut. Not: minus the distance. `deepest`, where given, receives a point of the tool that
/// is as deep as the lower bound.
inline DepthBounds exact_depth(const SweptTool& tool, const DepthFamily& part, RealPoint* deepest = nullptr,
                               Real gap = 1e-8L) {
  DepthBounds out{-std::numeric_limits<Real>::infinity(), part.deepest};
  for (int round = 0; round < 60 && out.upper > 0; ++round) {
    const Separation s = separation(tool, part, out.upper, gap / 16);
    const Real depth = std::min(part.depth(s.on_tool), out.upper);
    if (deepest != nullptr && depth > out.lower) *deepest = s.on_tool;
    out.lower = std::max(out.lower, depth);
    if (!(s.lower > 0)) {
      // They meet, up to how well that is known; the witness has told.
      if (s.upper <= gap / 8) out.lower = std::max(out.lower, out.upper - gap / 2);
      break;
    }
    // For which t does that plane begin to separate?
    const Real tool_at = dot(s.from_tool, tool.farthest(s.from_tool));
    Real begins = -std::numeric_limits<Real>::infinity();
    for (std::size_t i = 0; i < part.corner.size(); ++i) {
      const Real here = dot(s.from_tool, part.at(i, out.upper)) - tool_at, rate = dot(s.from_tool, part.rate[i]);
      if (rate > 0) begins = std::max(begins, out.upper - here / rate);
    }
    out.upper = std::min(out.upper, begins);
    if (out.upper - out.lower <= gap) break;
  }
  if (out.upper > 0) return out;
  const Separation s = separation(tool, part, 0, gap / 16);
  return {-s.upper, std::min(Real(0), -s.lower)};
}

}  // namespace graze::test::oracle
