// SPDX-License-Identifier: Apache-2.0
#include "geometry/triangle_distance.h"

#include <algorithm>
#include <limits>

#include "geometry/triangle_distance_exact.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// A triangle in the frame of the pair, with its edges from corner i to corner i + 1.
struct LocalTriangle {
  Vec3 corner[3];
  Vec3 edge[3];

  LocalTriangle(const Corners& t, const Vec3& origin, double scale) {
    for (int i = 0; i < 3; ++i) corner[i] = scale * t.v[i] - scale * origin;
    for (int i = 0; i < 3; ++i) edge[i] = corner[(i + 1) % 3] - corner[i];
  }
};

/// The closest of the pairs of points offered. Every point offered is a convex combination of corners, but for
/// rounding; how the weights were found does not matter for the error bound.
class Nearest {
 public:
  void offer(const Vec3& p, const Vec3& q) {
    const Vec3 d = q - p;
    const double square = dot(d, d);
    if (square >= square_) return;
    square_ = square;
    p_ = p;
    q_ = q;
  }

  void corner_edge(const LocalTriangle& x, const LocalTriangle& y, bool swapped, double length_squared, int i, int j) {
    const Vec3& p = x.corner[i];
    const Vec3& start = y.corner[j];
    const Vec3& edge = y.edge[j];
    const double s = length_squared > 0 ? std::clamp(dot(p - start, edge) / length_squared, 0.0, 1.0) : 0;
    offer_ordered(p, start + s * edge, swapped);
  }

  void corner_face(const Vec3& p, const LocalTriangle& t, const Vec3& n, double n_squared, bool swapped) {
    const Vec3 w = p - t.corner[0];
    const double s = dot(cross(t.edge[2], w), n) / n_squared;
    const double u = dot(cross(t.edge[0], w), n) / n_squared;
    if (!(s >= 0 && u >= 0 && s + u <= 1)) return;
    offer_ordered(p, t.corner[0] + (s * t.edge[0] - u * t.edge[2]), swapped);
  }

  /// By the cross product of the edges: the textbook's a*e - b*b would lose the square of a small angle, not the angle.
  void edge_edge(const LocalTriangle& x, const LocalTriangle& y, int i, int j) {
    const Vec3 n = cross(x.edge[i], y.edge[j]);
    const double n_squared = dot(n, n);
    const Vec3 w = y.corner[j] - x.corner[i];
    const double s = dot(cross(w, y.edge[j]), n) / n_squared;
    const double u = dot(cross(w, x.edge[i]), n) / n_squared;
    if (!(s >= 0 && s <= 1 && u >= 0 && u <= 1)) return;  // also where parallel edges gave no number
    offer(x.corner[i] + s * x.edge[i], y.corner[j] + u * y.edge[j]);
  }

  const Vec3& p() const { return p_; }
  const Vec3& q() const { return q_; }

 private:
  void offer_ordered(const Vec3& p, const Vec3& q, bool swapped) { swapped ? offer(q, p) : offer(p, q); }

  Vec3 p_, q_;
  double square_ = std::numeric_limits<double>::infinity();
};

/// For triangles that do not meet.
Nearest nearest(const LocalTriangle& a, const LocalTriangle& b) {
  Nearest best;
  double a_length[3], b_length[3];
  for (int i = 0; i < 3; ++i) {
    a_length[i] = dot(a.edge[i], a.edge[i]);
    b_length[i] = dot(b.edge[i], b.edge[i]);
  }
  const Vec3 a_normal = cross(a.edge[0], a.edge[1]), b_normal = cross(b.edge[0], b.edge[1]);
  const double a_square = dot(a_normal, a_normal), b_square = dot(b_normal, b_normal);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      best.corner_edge(a, b, false, b_length[j], i, j);
      best.corner_edge(b, a, true, a_length[j], i, j);
      best.edge_edge(a, b, i, j);
    }
  }
  for (int i = 0; i < 3; ++i) {
    best.corner_face(a.corner[i], b, b_normal, b_square, false);
    best.corner_face(b.corner[i], a, a_normal, a_square, true);
  }
  return best;
}

double largest_coordinate(const Corners& a, const Corners& b) {
  double largest = 0;
  for (int i = 0; i < 3; ++i) largest = std::max({largest, max_abs(a.v[i]), max_abs(b.v[i])});
  return largest;
}

double size_of(const LocalTriangle& a, const LocalTriangle& b) {
  double size = 0;
  for (int i = 0; i < 3; ++i) size = std::max({size, max_abs(a.corner[i]), max_abs(b.corner[i])});
  return size;
}

/// Within these, no intermediate result of degree 4 overflows, and what underflows is nothing beside the error bound.
constexpr double kSmallest = 0x1p-200, kLargest = 0x1p200;

/// The boxes alone are farther apart than the limit; half the exponent range keeps the squares harmless.
bool boxes_farther(const Corners& a, const Corners& b, double limit) {
  const Vec3 a_low = min(min(a.v[0], a.v[1]), a.v[2]), a_high = max(max(a.v[0], a.v[1]), a.v[2]);
  const Vec3 b_low = min(min(b.v[0], b.v[1]), b.v[2]), b_high = max(max(b.v[0], b.v[1]), b.v[2]);
  const Vec3 gap = max(max(a_low - b_high, b_low - a_high), Vec3{});
  const double square = dot(gap, gap);
  return square > kSmallest && square < kLargest && std::sqrt(square) * (1 - 0x1p-48) > limit;
}

}  // namespace

namespace {

/// Two disjoint triangles brought into the middle of the exponent range by a power of two, about the first corner.
struct ScaledPair {
  const Vec3& origin;
  double scale, back;
  LocalTriangle a, b;

  ScaledPair(const Corners& first, const Corners& second, int exponent)
      : origin(first.v[0]),
        scale(std::ldexp(1.0, -exponent)),
        back(std::ldexp(1.0, exponent)),
        a(first, origin, scale),
        b(second, origin, scale) {}

  static int exponent_of(const Corners& a, const Corners& b) {
    const double largest = largest_coordinate(a, b);
    const bool usual = largest > kSmallest && largest < kLargest;
    return usual ? 0 : std::clamp(std::ilogb(largest), -1022, 1022);
  }

  /// A point found, in the box of its triangle.
  Vec3 restored(const Vec3& v, const Corners& t) const {
    const Vec3 low = min(min(t.v[0], t.v[1]), t.v[2]), high = max(max(t.v[0], t.v[1]), t.v[2]);
    return min(max(back * (v + scale * origin), low), high);
  }
};

/// The width of the slab between the triangles, perpendicular to d, whatever d is.
double slab_width(const LocalTriangle& a, const LocalTriangle& b, const Vec3& d) {
  const double length = norm(d);
  if (!(length > kSmallest)) return 0;
  const double a_low = std::min({dot(d, a.corner[0]), dot(d, a.corner[1]), dot(d, a.corner[2])});
  const double a_high = std::max({dot(d, a.corner[0]), dot(d, a.corner[1]), dot(d, a.corner[2])});
  const double b_low = std::min({dot(d, b.corner[0]), dot(d, b.corner[1]), dot(d, b.corner[2])});
  const double b_high = std::max({dot(d, b.corner[0]), dot(d, b.corner[1]), dot(d, b.corner[2])});
  return std::max(b_low - a_high, a_low - b_high) / length;
}

/// Close together, the line between the closest points has few digits left; normals and edges have more.
double widest_slab(const LocalTriangle& a, const LocalTriangle& b) {
  double width = std::max(slab_width(a, b, cross(a.edge[0], a.edge[1])), slab_width(a, b, cross(b.edge[0], b.edge[1])));
  for (const Vec3& e : a.edge) {
    for (const Vec3& f : b.edge) width = std::max(width, slab_width(a, b, cross(e, f)));
  }
  return width;
}

}  // namespace

ClosestPoints closest_points(const Corners& a, const Corners& b) {
  if (const Meet meet = meet_triangles(a, b); meet.meet) return {meet.p, meet.p, 0};
  const ScaledPair pair(a, b, ScaledPair::exponent_of(a, b));
  const Nearest best = nearest(pair.a, pair.b);
  const Vec3 d = best.q() - best.p();
  return {pair.restored(best.p(), a), pair.restored(best.q(), b), pair.back * std::hypot(d.x, d.y, d.z)};
}

DistanceBounds distance_bounds(const Corners& a, const Corners& b) {
  const ScaledPair pair(a, b, ScaledPair::exponent_of(a, b));
  const Nearest best = nearest(pair.a, pair.b);
  const double length = norm(best.q() - best.p()), error = 0x1p-46 * size_of(pair.a, pair.b);
  double width = slab_width(pair.a, pair.b, best.q() - best.p());
  if (width < length - error) width = std::max(width, widest_slab(pair.a, pair.b));
  double lower = pair.back * std::max(width - error, 0.0);
  if (width < length - error) {  // corner against corner or edge, close together: rare, and the exact test tells
    const double asked = pair.back * std::max(length - 2 * error, 0.0);
    if (asked > lower && !triangles_within_exact(a, b, asked)) lower = asked;
  }
  return {pair.restored(best.p(), a), pair.restored(best.q(), b), lower, pair.back * (length + error)};
}

bool triangles_within(const Corners& a, const Corners& b, double limit) {
  if (boxes_farther(a, b, limit)) return false;
  if (triangles_meet(a, b)) return true;
  if (limit == 0) return false;
  const LocalTriangle x(a, a.v[0], 1), y(b, a.v[0], 1);
  const double size = size_of(x, y);
  if (size > kSmallest && size < kLargest) {
    const double error = 0x1p-46 * size;
    const Nearest best = nearest(x, y);
    // Above: the distance of two points of the triangles.
    const Vec3 d = best.q() - best.p();
    const double length = norm(d);
    if (length + error <= limit) return true;
    // Below: the width of the slab between them, perpendicular to d, whatever d is.
    if (length > kSmallest) {
      const double a_end = std::max({dot(d, x.corner[0]), dot(d, x.corner[1]), dot(d, x.corner[2])});
      const double b_end = std::min({dot(d, y.corner[0]), dot(d, y.corner[1]), dot(d, y.corner[2])});
      if ((b_end - a_end) / length - error > limit) return false;
    }
  }
  return triangles_within_exact(a, b, limit);
}

}  // namespace graze::detail
