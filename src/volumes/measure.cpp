// SPDX-License-Identifier: Apache-2.0
// The volume of a bounding volume as stored.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "volumes/dop.h"
#include "volumes/fit.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

using Point = std::array<double, 3>;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// A convex polygon; each cut adds one corner at most, and a face begins with four.
struct Polygon {
  std::array<Point, 4 + 2 * kMaxDirections> corners;
  std::size_t count = 0;
  void add(const Point& p) { corners[count++] = p; }
};

/// What lies in n·x <= limit.
void cut(Polygon& polygon, const Point& n, double limit) {
  double above[4 + 2 * kMaxDirections];
  double highest = 0;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    above[i] = dot(n, polygon.corners[i]) - limit;
    highest = std::max(highest, above[i]);
  }
  if (highest <= 0) return;
  Polygon left;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const std::size_t next = i + 1 < polygon.count ? i + 1 : 0;
    const Point& p = polygon.corners[i];
    const Point& q = polygon.corners[next];
    if (above[i] <= 0) left.add(p);
    if ((above[i] < 0 && above[next] > 0) || (above[i] > 0 && above[next] < 0)) {
      const double s = above[i] / (above[i] - above[next]);
      left.add({p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]), p[2] + s * (q[2] - p[2])});
    }
    if (left.count + 1 >= left.corners.size()) break;  // only rounding could make the polygon that crooked
  }
  polygon = left;
}

double area_along(const Polygon& polygon, const Point& n) {
  Point sum{};
  for (std::size_t i = 2; i < polygon.count; ++i) {
    Point e, f;
    for (std::size_t x = 0; x < 3; ++x) {
      e[x] = polygon.corners[i - 1][x] - polygon.corners[0][x];
      f[x] = polygon.corners[i][x] - polygon.corners[0][x];
    }
    const Point c = cross(e, f);
    for (std::size_t x = 0; x < 3; ++x) sum[x] += 0.5 * c[x];
  }
  return std::abs(dot(sum, n));
}

/// The slabs |n·y - offset| <= half, y relative to a point in the middle, and a cube that holds them all.
struct Slabs {
  int count = 0;
  Point n[kMaxDirections];
  double offset[kMaxDirections], half[kMaxDirections];
  double reach = 0;
};

Slabs slabs_of(Volume volume, const float* fields) {
  const DopDirections& directions = directions_of(volume);
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  Slabs slabs;
  slabs.count = directions.count;
  // Every set is symmetric under the cube's rotations: Σ n nᵀ = count / 3 times the identity, so that these are the
  // middle in the sense of least squares, and a bound of |y|.
  const double share = 3.0 / directions.count;
  Point middle{};
  for (int i = 0; i < slabs.count; ++i) {
    const double* n = directions.unit[i];
    slabs.n[i] = {n[0], n[1], n[2]};
    for (std::size_t x = 0; x < 3; ++x) middle[x] += share * fields[i] * n[x];
  }
  for (int i = 0; i < slabs.count; ++i) {
    slabs.offset[i] = fields[i] - dot(slabs.n[i], middle);
    slabs.half[i] = fields[padded + static_cast<std::size_t>(i)];
    slabs.reach += share * (std::abs(slabs.offset[i]) + slabs.half[i]);
  }
  return slabs;
}

/// The face of slab i with outward normal sign · n: its plane's part within `reach`, cut by all other slabs.
Polygon face_of(const Slabs& slabs, int i, double sign) {
  const Point& n = slabs.n[i];
  const std::size_t least = static_cast<std::size_t>(
      std::min_element(n.begin(), n.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }) - n.begin());
  Point other{};
  other[least] = 1;
  Point u = cross(n, other);
  const double length = std::sqrt(dot(u, u));
  for (double& x : u) x /= length;
  const Point v = cross(n, u);
  const double along = slabs.offset[i] + sign * slabs.half[i], reach = 2 * slabs.reach;
  Polygon face;
  for (const auto& [a, b] : {std::pair(-1, -1), std::pair(1, -1), std::pair(1, 1), std::pair(-1, 1)}) {
    Point p;
    for (std::size_t x = 0; x < 3; ++x) p[x] = along * n[x] + reach * (a * u[x] + b * v[x]);
    face.add(p);
  }
  for (int j = 0; j < slabs.count && face.count > 0; ++j) {
    if (j == i) continue;
    const Point& m = slabs.n[j];
    cut(face, m, slabs.offset[j] + slabs.half[j]);
    cut(face, {-m[0], -m[1], -m[2]}, slabs.half[j] - slabs.offset[j]);
  }
  return face;
}

/// By the divergence theorem: a third of each face's area times its distance from the middle.
double measure_dop(Volume volume, const float* fields) {
  const Slabs slabs = slabs_of(volume, fields);
  double sum = 0;
  for (int i = 0; i < slabs.count; ++i) {
    for (const double sign : {-1.0, 1.0}) {
      sum += area_along(face_of(slabs, i, sign), slabs.n[i]) * (slabs.half[i] + sign * slabs.offset[i]);
    }
  }
  return sum / 3;
}

}  // namespace

double measure(Volume volume, const float* fields) {
  constexpr double kPi = std::numbers::pi;
  switch (volume) {
    case Volume::aabb: {
      const float* half = fields + field::kAabbHalf;
      return 8.0 * half[0] * half[1] * half[2];
    }
    case Volume::sphere: {
      const double r = fields[field::kSphereRadius];
      return 4 * kPi / 3 * r * r * r;
    }
    case Volume::obb: {
      const float* half = fields + field::kObbHalf;
      return 8.0 * half[0] * half[1] * half[2];
    }
    case Volume::rounded_box: {
      // A rectangle swept by a ball: a slab over its area, half a cylinder along each side, the corners together a
      // ball.
      const double a = fields[field::kRoundedHalf], b = fields[field::kRoundedHalf + 1],
                   r = fields[field::kRoundedRadius];
      return 8 * a * b * r + 2 * kPi * (a + b) * r * r + 4 * kPi / 3 * r * r * r;
    }
    default:
      return measure_dop(volume, fields);
  }
}

}  // namespace graze::detail
