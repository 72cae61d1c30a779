// SPDX-License-Identifier: Apache-2.0
// Lines parallel to the tool's axis: three-axis work from above. With x how far the tool went horizontally, a line at u
// along the way and v beside it is cut down to the least of slope x + underside(sqrt((u - x)^2 + v^2)), which is convex
// in x. Closed forms for level and vertical moves, ball and flat ends; else a search on the derivative.
#include "nc/stock/swept_line.h"

namespace graze::detail::stock {

AlongAxis::AlongAxis(const Shape& shape, const Vec3& way)
    : shape_(shape),
      flipped_(shape.upside_down()),
      under_(shape),
      over_(flipped_),
      length_(std::hypot(way.x, way.y)),
      drop_(std::min(0.0, way.z)),
      climb_(std::max(0.0, way.z)),
      reach2_(shape.reach() * shape.reach()) {
  if (length_ > 0) {
    ux_ = way.x / length_;
    uy_ = way.y / length_;
    slope_ = way.z / length_;
    if (!std::isfinite(slope_)) slope_ = length_ = 0;  // as good as vertical
  }
}

Span AlongAxis::operator()(double x, double y, double above) const {
  const double u = x * ux_ + y * uy_, v = x * uy_ - y * ux_;
  const double c2 = reach2_ - v * v;
  if (!(c2 >= 0)) return {};
  const double c = std::sqrt(c2);
  if (u - c > length_ || u + c < 0) return {};
  double at = 0;
  Span span;
  span.lo = lowest(shape_, under_, slope_, u, v, c, at);
  if (length_ == 0) span.lo += drop_;
  if (span.lo > above) return {};
  const double r = std::min(std::sqrt((u - at) * (u - at) + v * v), shape_.reach());
  double slope = 0;
  span.hi = (length_ == 0 ? climb_ : slope_ * at) - over_.at(r, slope);
  if (span.hi < above && length_ > 0) span.hi = -lowest(flipped_, over_, -slope_, u, v, c, at);
  return span;
}

double AlongAxis::lowest(const Shape& s, const Underside& side, double slope, double u, double v, double c,
                         double& at) const {
  double a = std::max(0.0, u - c), b = std::min(length_, u + c);
  b = std::max(a, b);
  const auto height = [&](double x, double& rise) {
    const double r = std::min(std::sqrt((u - x) * (u - x) + v * v), s.reach());
    double steep = 0;
    const double z = side.at(r, steep) + slope * x;
    rise = slope + (r > 0 && steep > 0 ? steep * ((x - u) / r) : 0);
    return z;
  };
  double rise = 0;
  if (a == b || slope == 0) {
    at = std::clamp(u, a, b);
    return height(at, rise);
  }
  if (s.r1 <= s.r0) {
    if (s.rho == 0) {  // a flat end: as far down the way as the disc still holds the line
      at = slope > 0 ? a : b;
      return s.z0 + slope * at;
    }
    if (s.r0 == 0) {  // a ball
      at = std::clamp(u - c * (slope / std::sqrt(1 + slope * slope)), a, b);
      return s.z0 + slope * at - std::sqrt(std::max(0.0, c * c - (u - at) * (u - at)));
    }
  }
  double rise_a = 0, rise_b = 0;
  const double z_a = height(a, rise_a), z_b = height(b, rise_b);
  if (rise_a >= 0 || rise_b <= 0) {
    at = rise_a >= 0 ? a : b;
    return rise_a >= 0 ? z_a : z_b;
  }
  double at_a = z_a, at_b = z_b, best = std::min(z_a, z_b);
  at = z_a < z_b ? a : b;
  for (int i = 0; i < 100; ++i) {
    double x = 0.5 * (a + b);
    if (std::isfinite(rise_a) && std::isfinite(rise_b)) {
      // Tangents at both ends bound the least height from below.
      const double cross = (at_a - at_b + rise_b * b - rise_a * a) / (rise_b - rise_a);
      if (best - (at_a + rise_a * (cross - a)) <= kSearchGap) break;
      if (i % 3 != 2) x = std::clamp(cross, a + 0.01 * (b - a), b - 0.01 * (b - a));
    }
    if (!(x > a && x < b)) break;
    const double z = height(x, rise);
    if (z < best) {
      best = z;
      at = x;
    }
    if (rise < 0) {
      a = x;
      at_a = z;
      rise_a = rise;
    } else {
      b = x;
      at_b = z;
      rise_b = rise;
    }
  }
  return best;
}

}  // namespace graze::detail::stock
