// SPDX-License-Identifier: Apache-2.0
// Fits of the volumes whose shape needs no search: boxes, spheres, k-DOPs.
#include "volumes/fit.h"

#include <algorithm>
#include <cmath>

#include "volumes/dop.h"
#include "volumes/layout.h"

namespace graze::detail {
namespace {

struct Range {
  double lower = HUGE_VAL, upper = -HUGE_VAL;
  void add(double x) {
    lower = std::min(lower, x);
    upper = std::max(upper, x);
  }
};

/// A slab in centre and half-width form; the half-width pays for the rounding of the centre.
void store_slab(const Range& range, double slack, float& centre, float& half) {
  centre = static_cast<float>(0.5 * (range.lower + range.upper));
  half = round_up((std::max(range.upper - centre, centre - range.lower) + slack) * kWiden);
}

}  // namespace

float round_up(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) < x ? std::nextafter(f, HUGE_VALF) : f;
}

void fit_aabb(const Points& points, float slack, float out[6]) {
  const float* rows[3] = {points.x, points.y, points.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax_element(rows[axis], rows[axis] + points.count);
    store_slab({*low, *high}, slack, out[axis], out[field::kAabbHalf + axis]);
  }
}

void fit_sphere(const Points& points, float slack, float out[4]) {
  const auto distance = [&](std::size_t i, const double c[3]) {
    const double x = points.x[i] - c[0], y = points.y[i] - c[1], z = points.z[i] - c[2];
    return x * x + y * y + z * z;
  };
  // Badoiu and Clarkson: step towards the farthest point, ever shorter, from the centre of the box.
  constexpr int kSteps = 12;
  float box[6];
  fit_aabb(points, 0, box);
  double c[3] = {box[0], box[1], box[2]}, best[3] = {c[0], c[1], c[2]}, least = HUGE_VAL;
  const int steps = points.count <= 4096 ? kSteps : 1;
  for (int step = 0; step < steps; ++step) {
    std::size_t farthest = 0;
    double most = -1;
    for (std::size_t i = 0; i < points.count; ++i) {
      const double d = distance(i, c);
      if (d > most) {
        most = d;
        farthest = i;
      }
    }
    if (most < least) {
      least = most;
      std::copy(c, c + 3, best);
    }
    const double f = 1.0 / (step + 2);
    c[0] += f * (points.x[farthest] - c[0]);
    c[1] += f * (points.y[farthest] - c[1]);
    c[2] += f * (points.z[farthest] - c[2]);
  }
  double centre[3], most = 0;
  for (std::size_t x = 0; x < 3; ++x) centre[x] = out[x] = static_cast<float>(best[x]);
  for (std::size_t i = 0; i < points.count; ++i) most = std::max(most, distance(i, centre));
  out[field::kSphereRadius] = round_up((std::sqrt(most) * (1 + 1e-15) + slack) * kWiden);
}

void fit_dop(Volume volume, const Points& points, float slack, float* out) {
  const DopDirections& directions = directions_of(volume);
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  std::fill(out, out + 2 * padded, 0.0f);
  for (int k = 0; k < directions.count; ++k) {
    const double* d = directions.unit[k];
    Range range;
    for (std::size_t i = 0; i < points.count; ++i) {
      range.add(d[0] * points.x[i] + d[1] * points.y[i] + d[2] * points.z[i]);
    }
    store_slab(range, slack, out[k], out[padded + static_cast<std::size_t>(k)]);
  }
}

void fit(Volume volume, const Points& points, const Moments& moments, float slack, float* out) {
  switch (volume) {
    case Volume::aabb:
      return fit_aabb(points, slack, out);
    case Volume::sphere:
      return fit_sphere(points, slack, out);
    case Volume::rounded_box:
      return fit_rounded_box(points, moments, slack, out);
    case Volume::obb:
      return fit_obb(points, moments, slack, out);
    default:
      return fit_dop(volume, points, slack, out);
  }
}

}  // namespace graze::detail
