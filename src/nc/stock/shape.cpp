// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/shape.h"

namespace graze::detail::stock {

std::optional<Shape> shrunk(const Shape& shape, double depth) {
  Shape s = shape;
  if (s.rho >= depth) {
    s.rho -= depth;
    return s;
  }
  const double by = depth - s.rho;
  s.rho = 0;
  const double height = s.z1 - s.z0;
  if (!(height > 2 * by)) return std::nullopt;
  // The side moves inward by `by` across itself, which is more along r.
  const double slope = (s.r1 - s.r0) / height, inward = by * std::sqrt(1 + slope * slope);
  const double low = s.z0 + by, high = s.z1 - by;
  const auto radius = [&](double z) { return s.r0 + (z - s.z0) * slope - inward; };
  Shape out{low, radius(low), high, radius(high), 0};
  if (out.r0 <= 0 && out.r1 <= 0) return std::nullopt;
  // A cone's point lies where the moved side meets the axis.
  const double point = slope != 0 ? s.z0 + (inward - s.r0) / slope : 0;
  if (out.r0 < 0) {
    out.z0 = std::min(point, high);
    out.r0 = 0;
  }
  if (out.r1 < 0) {
    out.z1 = std::max(point, low);
    out.r1 = 0;
  }
  return out;
}

double radius_at(const Shape& s, double z) {
  const double dr = s.r1 - s.r0, dz = s.z1 - s.z0, length = std::hypot(dr, dz);
  // The side's normal is (dz, -dr) / length: where it begins and ends, rounded.
  const double lift = length > 0 ? -s.rho * dr / length : 0, out = length > 0 ? s.rho * dz / length : s.rho;
  if (z < s.z0 + lift) return s.r0 + std::sqrt(std::max(0.0, s.rho * s.rho - (z - s.z0) * (z - s.z0)));
  if (z > s.z1 + lift) return s.r1 + std::sqrt(std::max(0.0, s.rho * s.rho - (z - s.z1) * (z - s.z1)));
  const double part = dz > 0 ? (z - s.z0 - lift) / dz : 0;
  return s.r0 + part * dr + out;
}

double core_distance(const Shape& s, const Vec3& p, Vec3& gradient) {
  const double r = std::sqrt(p.x * p.x + p.y * p.y);
  gradient = {};
  if (p.z <= s.z0 && r <= s.r0) {
    if (p.z < s.z0) gradient = {0, 0, -1};
    return s.z0 - p.z;
  }
  if (p.z >= s.z1 && r <= s.r1) {
    if (p.z > s.z1) gradient = {0, 0, 1};
    return p.z - s.z1;
  }
  const double dr = s.r1 - s.r0, dz = s.z1 - s.z0, x = r - s.r0, z = p.z - s.z0;
  if (p.z > s.z0 && p.z < s.z1 && x * dz <= z * dr) return 0;
  const double square = dr * dr + dz * dz;
  const double t = square > 0 ? std::clamp((x * dr + z * dz) / square, 0.0, 1.0) : 0;
  const double gr = x - t * dr, gz = z - t * dz, distance = std::sqrt(gr * gr + gz * gz);
  if (!(distance > 0)) return 0;
  const double across = r > 0 ? gr / (distance * r) : 0;
  gradient = {p.x * across, p.y * across, gz / distance};
  return distance;
}

}  // namespace graze::detail::stock
