// SPDX-License-Identifier: Apache-2.0
// The oriented rounded box of seed 002: a rectangle grown by a sphere, eqs. 2-6 and Fig. 5. The paper's radius is half
// the thickness; the radius stored is the largest distance of a point to the rectangle, so that it really contains.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "volumes/fit.h"
#include "volumes/fit_frame.h"
#include "volumes/layout.h"
#include "volumes/meeting.h"

namespace graze::detail {
namespace {

struct Rectangle {
  double lower[2], upper[2];
  double z, radius;
};

/// The points along the axes: z is from the middle of their extent along the normal, which is the rectangle's plane.
struct Projected {
  struct Point {
    double u, v, z, reach;  // how far the sphere about the plane reaches at that height
  };
  std::vector<Point> points;
  double z = 0, radius = 0;

  /// Eq. 4: the radius is half the thickness.
  Projected(const Points& from, const float axes[9]) : points(from.count) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < from.count; ++i) {
      const auto along = [&](const float* a) {
        return static_cast<double>(a[0]) * from.x[i] + static_cast<double>(a[1]) * from.y[i] +
               static_cast<double>(a[2]) * from.z[i];
      };
      points[i] = {along(axes), along(axes + 3), along(axes + 6), 0};
      low = std::min(low, points[i].z);
      high = std::max(high, points[i].z);
    }
    z = 0.5 * (low + high);
    radius = 0.5 * (high - low);
    for (Point& p : points) {
      p.z -= z;
      p.reach = std::sqrt(std::max(radius * radius - p.z * p.z, 0.0));
    }
  }

  void turn(double cos, double sin) {
    for (Point& p : points) {
      const double u = cos * p.u + sin * p.v;
      p.v = cos * p.v - sin * p.u;
      p.u = u;
    }
  }
};

/// Eqs. 5 and 6: the rectangle needs to reach a point only to within the sphere's reach at the point's height.
Rectangle shrunk(const Projected& from) {
  Rectangle r{{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}, from.z, from.radius};
  for (const Projected::Point& p : from.points) {
    r.upper[0] = std::max(r.upper[0], p.u - p.reach);
    r.lower[0] = std::min(r.lower[0], p.u + p.reach);
    r.upper[1] = std::max(r.upper[1], p.v - p.reach);
    r.lower[1] = std::min(r.lower[1], p.v + p.reach);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    if (r.lower[k] > r.upper[k]) r.lower[k] = r.upper[k] = 0.5 * (r.lower[k] + r.upper[k]);
  }
  return r;
}

/// Fig. 5: a point beyond a corner draws the corner outward along the diagonal until the sphere reaches it.
void grow_corners(const Projected& from, Rectangle& r) {
  constexpr double kDiagonal = 0.70710678118654752;
  for (const Projected::Point& p : from.points) {
    const bool high[2] = {p.u > r.upper[0], p.v > r.upper[1]};
    if (!((high[0] || p.u < r.lower[0]) && (high[1] || p.v < r.lower[1]))) continue;
    const double dx = high[0] ? p.u - r.upper[0] : r.lower[0] - p.u;
    const double dy = high[1] ? p.v - r.upper[1] : r.lower[1] - p.v;
    const double along = kDiagonal * (dx + dy);
    const double ax = kDiagonal * along - dx, ay = kDiagonal * along - dy;
    const double grow = along - std::sqrt(std::max(p.reach * p.reach - ax * ax - ay * ay, 0.0));
    if (grow <= 0) continue;
    for (std::size_t k = 0; k < 2; ++k) {
      if (high[k]) {
        r.upper[k] += kDiagonal * grow;
      } else {
        r.lower[k] -= kDiagonal * grow;
      }
    }
  }
}

/// Turns the first two rows about the third. In double, then rounded: orthonormal to one unit of roundoff, which the
/// tests count on.
void turn_axes(double cos, double sin, float axes[9]) {
  double row[3][3];
  for (std::size_t x = 0; x < 3; ++x) {
    row[0][x] = axes[6 + x];
    row[1][x] = cos * axes[x] + sin * axes[3 + x];
    row[2][x] = cos * axes[3 + x] - sin * axes[x];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const auto dot = [&](std::size_t j) {
      return row[i][0] * row[j][0] + row[i][1] * row[j][1] + row[i][2] * row[j][2];
    };
    for (std::size_t j = 0; j < i; ++j) {
      const double along = dot(j);
      for (std::size_t x = 0; x < 3; ++x) row[i][x] -= along * row[j][x];
    }
    const double length = std::sqrt(dot(i));
    for (double& x : row[i]) x /= length;
  }
  for (std::size_t x = 0; x < 3; ++x) {
    axes[x] = static_cast<float>(row[1][x]);
    axes[3 + x] = static_cast<float>(row[2][x]);
  }
}

/// The frame of least box area is not that of the least rounded box: of sixteen turns about the normal, the one whose
/// rounded box is least likely to meet another. Nested spheres of 5,000 triangles: 4 to 6 % fewer tests than without;
/// eight turns 2 to 4 %.
Rectangle best_rectangle(Projected& projected, float axes[9]) {
  constexpr int kTurns = 16;
  constexpr double kCos = 0.99518472667219689, kSin = 0.098017140329560602;  // π / 32
  Rectangle best{};
  double least = HUGE_VAL, cos = 1, sin = 0, best_cos = 1, best_sin = 0;
  for (int i = 0; i < kTurns; ++i) {
    Rectangle r = shrunk(projected);
    grow_corners(projected, r);
    const double measure =
        meeting_measure(0.5 * (r.upper[0] - r.lower[0]), 0.5 * (r.upper[1] - r.lower[1]), 0, r.radius);
    if (measure < least) {
      least = measure;
      best = r;
      best_cos = cos;
      best_sin = sin;
    }
    projected.turn(kCos, kSin);
    const double next = kCos * cos - kSin * sin;
    sin = kCos * sin + kSin * cos;
    cos = next;
  }
  if (best_sin != 0) turn_axes(best_cos, best_sin, axes);
  return best;
}

/// Rows in the order of falling extent: the thinnest is the rectangle's normal.
void sort_axes(const Points& points, float axes[9]) {
  float lower[3], upper[3], sorted[9];
  extents(points, axes, lower, upper);
  std::size_t order[3];
  std::iota(order, order + 3, std::size_t{0});
  std::sort(order, order + 3, [&](std::size_t i, std::size_t j) { return upper[i] - lower[i] > upper[j] - lower[j]; });
  for (std::size_t i = 0; i < 3; ++i) std::copy(axes + 3 * order[i], axes + 3 * order[i] + 3, sorted + 3 * i);
  std::copy(sorted, sorted + 9, axes);
}

}  // namespace

void fit_rounded_box(const Points& points, const Moments& moments, float slack, float out[15]) {
  float* axes = out + field::kAxes;
  choose_axes(points, moments, axes);
  sort_axes(points, axes);
  Projected projected(points, axes);
  const Rectangle r = best_rectangle(projected, axes);
  double centre[3], middle[3] = {0.5 * (r.lower[0] + r.upper[0]), 0.5 * (r.lower[1] + r.upper[1]), r.z};
  for (std::size_t x = 0; x < 3; ++x) {
    const double sum = middle[0] * axes[x] + middle[1] * axes[3 + x] + middle[2] * axes[6 + x];
    centre[x] = out[x] = static_cast<float>(sum);
  }
  float half[2];
  for (std::size_t k = 0; k < 2; ++k) {
    half[k] = round_up(0.5 * (r.upper[k] - r.lower[k]) * kWiden);
    out[field::kRoundedHalf + k] = half[k];
  }
  // Distances to the rectangle as stored: rounded centre, axes and widths.
  double most = 0;
  for (std::size_t i = 0; i < points.count; ++i) {
    const double d[3] = {points.x[i] - centre[0], points.y[i] - centre[1], points.z[i] - centre[2]};
    double rest[3] = {d[0], d[1], d[2]};
    for (std::size_t k = 0; k < 2; ++k) {
      const float* a = axes + 3 * k;
      const double along = a[0] * d[0] + a[1] * d[1] + a[2] * d[2];
      const double y = std::clamp<double>(along, -half[k], half[k]);
      for (std::size_t x = 0; x < 3; ++x) rest[x] -= y * a[x];
    }
    most = std::max(most, rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
  }
  out[field::kRoundedRadius] = round_up((std::sqrt(most) * (1 + 1e-15) + slack) * kWiden);
}

}  // namespace graze::detail
