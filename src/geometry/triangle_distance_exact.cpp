// SPDX-License-Identifier: Apache-2.0
// Disjoint triangles are closest at a corner and a face, at two edges, or at a corner and an edge (or corner). Each
// squared distance is a quotient of polynomials in the coordinates; compared with the limit without division, they have
// degree 6 at most, for which ExactNumber has room.
#include "geometry/triangle_distance_exact.h"

#include "geometry/exact_number.h"

namespace graze::detail {
namespace {

struct ExactVector {
  ExactNumber x, y, z;
};

ExactVector exact_vector(const Vec3& v) { return {ExactNumber(v.x), ExactNumber(v.y), ExactNumber(v.z)}; }
ExactVector operator-(const ExactVector& a, const ExactVector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
ExactNumber dot(const ExactVector& a, const ExactVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ExactVector cross(const ExactVector& a, const ExactVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
bool at_most(const ExactNumber& a, const ExactNumber& b) { return (a - b).sign() <= 0; }
bool between_zero_and(const ExactNumber& x, const ExactNumber& high) { return x.sign() >= 0 && at_most(x, high); }

struct ExactTriangle {
  ExactVector corner[3];
  ExactVector edge[3];  // from corner i to corner i + 1
};

ExactTriangle exact_triangle(const Corners& t) {
  const ExactVector p = exact_vector(t.v[0]), q = exact_vector(t.v[1]), r = exact_vector(t.v[2]);
  return {{p, q, r}, {q - p, r - q, p - r}};
}

class Comparison {
 public:
  explicit Comparison(double limit) : limit_squared_(ExactNumber(limit) * ExactNumber(limit)) {}

  /// To the nearest point of a segment, its ends included.
  bool corner_edge(const ExactVector& p, const ExactVector& start, const ExactVector& end,
                   const ExactVector& edge) const {
    const ExactVector w = p - start;
    const ExactNumber along = dot(w, edge);
    if (along.sign() <= 0) return at_most(dot(w, w), limit_squared_);
    const ExactNumber length = dot(edge, edge);
    if (at_most(length, along)) {
      const ExactVector u = p - end;
      return at_most(dot(u, u), limit_squared_);
    }
    return at_most(dot(w, w) * length - along * along, limit_squared_ * length);
  }

  /// Where the common perpendicular of the lines meets both edges; false where it does not.
  bool edge_edge(const ExactVector& p, const ExactVector& d, const ExactVector& q, const ExactVector& e) const {
    const ExactVector n = cross(d, e);
    const ExactNumber square = dot(n, n);
    if (square.sign() == 0) return false;
    const ExactVector w = q - p;
    if (!between_zero_and(dot(cross(w, e), n), square) || !between_zero_and(dot(cross(w, d), n), square)) return false;
    const ExactNumber height = dot(w, n);
    return at_most(height * height, limit_squared_ * square);
  }

  /// Where the corner lies above the face; false where it does not.
  bool corner_face(const ExactVector& p, const ExactTriangle& t) const {
    const ExactVector n = cross(t.edge[0], t.edge[1]);
    const ExactNumber square = dot(n, n);
    if (square.sign() == 0) return false;
    for (int i = 0; i < 3; ++i) {
      if (dot(cross(t.edge[i], p - t.corner[i]), n).sign() < 0) return false;
    }
    const ExactNumber height = dot(p - t.corner[0], n);
    return at_most(height * height, limit_squared_ * square);
  }

 private:
  ExactNumber limit_squared_;
};

}  // namespace

bool triangles_within_exact(const Corners& a, const Corners& b, double limit) {
  const Comparison within(limit);
  const ExactTriangle x = exact_triangle(a), y = exact_triangle(b);
  for (int i = 0; i < 3; ++i) {
    if (within.corner_face(x.corner[i], y) || within.corner_face(y.corner[i], x)) return true;
    for (int j = 0; j < 3; ++j) {
      const int i_end = (i + 1) % 3, j_end = (j + 1) % 3;
      if (within.edge_edge(x.corner[i], x.edge[i], y.corner[j], y.edge[j]) ||
          within.corner_edge(x.corner[i], y.corner[j], y.corner[j_end], y.edge[j]) ||
          within.corner_edge(y.corner[j], x.corner[i], x.corner[i_end], x.edge[i])) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace graze::detail
