// SPDX-License-Identifier: Apache-2.0
// The oriented rounded box of seed 002: a rectangle grown by a sphere, eqs. 2-6 and Fig. 5. The paper's radius is half
// the thickness; the radius stored is the largest distance of a point to the rectangle, so that it really contains.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "volumes/fit.h"
#include "volumes/fit_frame.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

/// The points' coordinates in a frame, as doubles.
struct Local {
  const Points& points;
  const float* axes;
  void operator()(std::size_t i, double out[3]) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const float* a = axes + 3 * k;
      out[k] = static_cast<double>(a[0]) * points.x[i] + static_cast<double>(a[1]) * points.y[i] +
               static_cast<double>(a[2]) * points.z[i];
    }
  }
};

struct Rectangle {
  double lower[2], upper[2];
  double z, radius;
};

/// Eqs. 4-6: the rectangle needs to reach a point only to within the sphere's reach at the point's height.
void shrink(const Local& local, Rectangle& r) {
  double lower[2] = {HUGE_VAL, HUGE_VAL}, upper[2] = {-HUGE_VAL, -HUGE_VAL}, p[3];
  for (std::size_t i = 0; i < local.points.count; ++i) {
    local(i, p);
    const double reach = std::sqrt(std::max(r.radius * r.radius - (p[2] - r.z) * (p[2] - r.z), 0.0));
    for (std::size_t k = 0; k < 2; ++k) {
      upper[k] = std::max(upper[k], p[k] - reach);
      lower[k] = std::min(lower[k], p[k] + reach);
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    if (lower[k] > upper[k]) lower[k] = upper[k] = 0.5 * (lower[k] + upper[k]);
    r.lower[k] = lower[k];
    r.upper[k] = upper[k];
  }
}

/// Fig. 5: a point beyond a corner draws the corner outward along the diagonal until the sphere reaches it.
void grow_corners(const Local& local, Rectangle& r) {
  constexpr double kDiagonal = 0.70710678118654752;
  double p[3];
  for (std::size_t i = 0; i < local.points.count; ++i) {
    local(i, p);
    const bool high[2] = {p[0] > r.upper[0], p[1] > r.upper[1]};
    if (!((high[0] || p[0] < r.lower[0]) && (high[1] || p[1] < r.lower[1]))) continue;
    const double dx = high[0] ? p[0] - r.upper[0] : r.lower[0] - p[0];
    const double dy = high[1] ? p[1] - r.upper[1] : r.lower[1] - p[1];
    const double along = kDiagonal * (dx + dy);
    const double ax = kDiagonal * along - dx, ay = kDiagonal * along - dy, az = p[2] - r.z;
    const double grow = along - std::sqrt(std::max(r.radius * r.radius - ax * ax - ay * ay - az * az, 0.0));
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
  const Local local{points, axes};
  double low = HUGE_VAL, high = -HUGE_VAL, p[3];
  for (std::size_t i = 0; i < points.count; ++i) {
    local(i, p);
    low = std::min(low, p[2]);
    high = std::max(high, p[2]);
  }
  Rectangle r{{}, {}, 0.5 * (low + high), 0.5 * (high - low)};
  shrink(local, r);
  grow_corners(local, r);

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
