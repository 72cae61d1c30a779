// SPDX-License-Identifier: Apache-2.0
#include "geometry/flat_sets.h"

#include <algorithm>
#include <utility>

namespace graze::detail {
namespace {

/// A point, a segment or a proper triangle.
struct FlatSet {
  Vec3 v[3];
  int size = 0;
  int edges() const { return size == 3 ? 3 : size - 1; }
  int next(int i) const { return i + 1 == size ? 0 : i + 1; }
};

/// Collinear points span the segment from the lexicographically smallest to the largest.
FlatSet reduce(const Corners& t) {
  if (!collinear(t.v[0], t.v[1], t.v[2])) return {{t.v[0], t.v[1], t.v[2]}, 3};
  const auto [low, high] = std::minmax_element(t.v, t.v + 3, lexicographic_less);
  return {{*low, *high, *high}, *low == *high ? 1 : 2};
}

Meet touch(const Vec3& p, const Vec3& q) { return {true, ContactKind::touching, p, q}; }

Meet meet_on_line(const FlatSet& x, const FlatSet& y) {
  const Vec3& low = std::max(x.v[0], y.v[0], lexicographic_less);
  const Vec3& high = std::min(x.v[x.size - 1], y.v[y.size - 1], lexicographic_less);
  if (lexicographic_less(high, low)) return {};
  return touch(low, high);
}

/// Candidates for the two points farthest apart.
class PointList {
 public:
  void add(const Vec3& p) { point_[size_++] = p; }
  Meet farthest(ContactKind kind) const {
    Vec3 low = point_[0], high = point_[0];
    for (int i = 1; i < size_; ++i) {
      low = min(low, point_[i]);
      high = max(high, point_[i]);
    }
    // Scaled by a power of two so that squares stay in range; halved first because the extent may overflow.
    const double extent = max_abs(0.5 * high - 0.5 * low);
    const double scale = extent > 0 ? std::ldexp(1.0, std::clamp(-std::ilogb(extent), -1000, 1000)) : 1;
    Meet best{true, kind, point_[0], point_[0]};
    double best_square = -1;
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j < i; ++j) {
        const Vec3 half = (0.5 * scale) * point_[i] - (0.5 * scale) * point_[j];
        const double square = dot(half, half);
        if (square < best_square) continue;
        const auto [p, q] = std::minmax(point_[i], point_[j], lexicographic_less);
        const bool earlier = lexicographic_less(p, best.p) || (p == best.p && lexicographic_less(q, best.q));
        if (square > best_square || earlier) {
          best.p = p;
          best.q = q;
          best_square = square;
        }
      }
    }
    return best;
  }

 private:
  Vec3 point_[16];  // at most three corners of each, and six crossings of edges
  int size_ = 0;
};

/// Signs of one set's corners against the lines through the edges of the other; inside is the positive side.
struct EdgeSides {
  int sign[3][3];

  EdgeSides(const FlatSet& of_edges, const FlatSet& of_corners, int axis) {
    for (int i = 0; i < of_edges.edges(); ++i) {
      const Vec2 p = drop(of_edges.v[i], axis), q = drop(of_edges.v[of_edges.next(i)], axis);
      for (int j = 0; j < of_corners.size; ++j) sign[i][j] = orient2d(p, q, drop(of_corners.v[j], axis));
    }
  }

  /// Does an edge's line have the other set strictly outside? A segment has an outside on both sides.
  bool separate(const FlatSet& of_edges, const FlatSet& of_corners) const {
    for (int i = 0; i < of_edges.edges(); ++i) {
      const auto [low, high] = std::minmax_element(sign[i], sign[i] + of_corners.size);
      if (*high < 0 || (of_edges.size == 2 && *low > 0)) return true;
    }
    return false;
  }

  bool contains(const FlatSet& of_edges, const FlatSet& of_corners, int j) const {
    if (of_edges.size == 3) return sign[0][j] >= 0 && sign[1][j] >= 0 && sign[2][j] >= 0;
    if (of_edges.size == 1 || sign[0][j] != 0) return false;
    const Vec3& p = of_corners.v[j];
    return !lexicographic_less(p, of_edges.v[0]) && !lexicographic_less(of_edges.v[1], p);
  }
};

void make_counter_clockwise(FlatSet& x, int axis) {
  if (x.size == 3 && orient2d(drop(x.v[0], axis), drop(x.v[1], axis), drop(x.v[2], axis)) < 0) {
    std::swap(x.v[1], x.v[2]);
  }
}

/// Two sets in one plane, not all on one line; the plane is not parallel to `axis`. Closed convex sets are disjoint if
/// and only if the line of an edge of one of them separates them strictly (their Minkowski difference is a polygon,
/// or a segment that misses the origin, whose sides are parallel to edges of the two).
Meet meet_in_plane(FlatSet x, FlatSet y, int axis) {
  make_counter_clockwise(x, axis);
  make_counter_clockwise(y, axis);
  const EdgeSides of_y(x, y, axis);
  if (of_y.separate(x, y)) return {};
  const EdgeSides of_x(y, x, axis);
  if (of_x.separate(y, x)) return {};

  PointList points;
  for (int j = 0; j < y.size; ++j) {
    if (of_y.contains(x, y, j)) points.add(y.v[j]);
  }
  for (int i = 0; i < x.size; ++i) {
    if (of_x.contains(y, x, i)) points.add(x.v[i]);
  }
  for (int i = 0; i < x.edges(); ++i) {
    for (int j = 0; j < y.edges(); ++j) {
      const int i_end = x.next(i), j_end = y.next(j);
      if (of_y.sign[i][j] * of_y.sign[i][j_end] >= 0 || of_x.sign[j][i] * of_x.sign[j][i_end] >= 0) continue;
      const Vec2 p = drop(x.v[i], axis), q = drop(x.v[i_end], axis);
      points.add(zero_between(y.v[j], y.v[j_end], orient2d_pair(p, q, drop(y.v[j], axis), drop(y.v[j_end], axis))));
    }
  }
  return points.farthest(x.size == 3 && y.size == 3 ? ContactKind::coplanar : ContactKind::touching);
}

/// A segment whose ends are not strictly on one side of the plane of the triangle x, nor both in it.
Meet meet_piercing(const FlatSet& x, const FlatSet& segment) {
  int sign[3];
  for (int i = 0; i < 3; ++i) sign[i] = orient3d(segment.v[0], segment.v[1], x.v[i], x.v[x.next(i)]);
  const auto [low, high] = std::minmax_element(sign, sign + 3);
  if (*low < 0 && *high > 0) return {};
  for (int i = 0; i < 3; ++i) {
    const Vec3& corner = x.v[x.next(i)];  // on the line of the segment when the two edges at it are
    if (sign[i] == 0 && sign[x.next(i)] == 0) return touch(corner, corner);
  }
  const Vec3 p =
      zero_between(segment.v[0], segment.v[1], orient3d_pair(x.v[0], x.v[1], x.v[2], segment.v[0], segment.v[1]));
  return touch(p, p);
}

/// An axis along which the plane through three points, not on one line, can be projected.
int projection_axis(const Vec3& a, const Vec3& b, const Vec3& c) {
  int axis = 0;
  while (axis < 2 && orient2d(drop(a, axis), drop(b, axis), drop(c, axis)) == 0) ++axis;
  return axis;
}

Meet meet_triangle(const FlatSet& x, const FlatSet& y) {
  const int axis = projection_axis(x.v[0], x.v[1], x.v[2]);
  if (y.size == 3) return meet_in_plane(x, y, axis);  // the caller saw that they are in one plane
  bool in_plane = true;
  int sign[2] = {};
  for (int j = 0; j < y.size; ++j) {
    sign[j] = orient3d(x.v[0], x.v[1], x.v[2], y.v[j]);
    in_plane = in_plane && sign[j] == 0;
  }
  if (in_plane) return meet_in_plane(x, y, axis);
  if (y.size == 1 || sign[0] * sign[1] > 0) return {};
  return meet_piercing(x, y);
}

Meet meet_segment(const FlatSet& x, const FlatSet& y) {
  for (int j = 0; j < y.size; ++j) {
    if (collinear(x.v[0], x.v[1], y.v[j])) continue;
    if (y.size == 1 || orient3d(x.v[0], x.v[1], y.v[0], y.v[1]) != 0) return {};
    return meet_in_plane(x, y, projection_axis(x.v[0], x.v[1], y.v[j]));
  }
  return meet_on_line(x, y);
}

}  // namespace

Meet meet_flat(const Corners& a, const Corners& b) {
  FlatSet x = reduce(a), y = reduce(b);
  if (x.size < y.size) std::swap(x, y);
  if (x.size == 3) return meet_triangle(x, y);
  if (x.size == 2) return meet_segment(x, y);
  return meet_on_line(x, y);
}

}  // namespace graze::detail
