// SPDX-License-Identifier: Apache-2.0
#include "volumes/contains.h"

#include <algorithm>
#include <cmath>

#include "volumes/dop.h"
#include "volumes/hybrid.h"
#include "volumes/layout.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

/// Axes as fitted are off by a unit of float roundoff or two; kAxisSlack of the lane tests allows for 2^-19.
constexpr double kOrthonormal = 0x1p-20;

bool all_finite(const float* values, std::size_t count) {
  return std::all_of(values, values + count, [](float v) { return std::isfinite(v); });
}

bool none_negative(const float* values, std::size_t count) {
  return std::all_of(values, values + count, [](float v) { return v >= 0; });
}

/// The coordinates of p - centre along the axes of an oriented volume.
struct Local {
  double x[3];
  Local(const float* fields, const double p[3]) {
    const float* centre = fields + field::kCentre;
    const double d[3] = {p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]};
    for (std::size_t i = 0; i < 3; ++i) {
      const float* axis = fields + field::kAxes + 3 * i;
      x[i] = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2];
    }
  }
};

bool orthonormal(const float axes[9]) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) {
      double dot = 0;
      for (std::size_t x = 0; x < 3; ++x) dot += static_cast<double>(axes[3 * i + x]) * axes[3 * j + x];
      if (!(std::abs(dot - (i == j ? 1 : 0)) <= kOrthonormal)) return false;
    }
  }
  return true;
}

bool is_sound_dop(Volume volume, const float* fields) {
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  const auto used = static_cast<std::size_t>(dop_directions(volume));
  if (!all_finite(fields, padded + used) || !none_negative(fields + padded, used)) return false;
  const auto is_zero = [](float v) { return v == 0; };
  return std::all_of(fields + used, fields + padded, is_zero) &&
         std::all_of(fields + padded + used, fields + 2 * padded - 1, is_zero);
}

bool in_dop(Volume volume, const float* fields, const double p[3], double radius) {
  const std::size_t padded = layout_of(volume, 2).fields / 2;
  const DopDirections& directions = directions_of(volume);
  for (int i = 0; i < directions.count; ++i) {
    const double* n = directions.unit[i];
    const double along = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
    if (!(std::abs(along - fields[i]) + radius <= fields[padded + static_cast<std::size_t>(i)])) return false;
  }
  return true;
}

}  // namespace

bool is_sound(Volume volume, const float* fields) {
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:
      return all_finite(fields, 6) && none_negative(fields + field::kAabbHalf, 3);
    case Volume::sphere:
      return all_finite(fields, 4) && none_negative(fields + field::kSphereRadius, 1);
    case Volume::obb:
    case Volume::rounded_box:  // three widths as well: two halves and the radius
      static_assert(field::kObbHalf == field::kRoundedHalf && field::kRoundedRadius == field::kRoundedHalf + 2);
      return all_finite(fields, 15) && none_negative(fields + field::kObbHalf, 3) && orthonormal(fields + field::kAxes);
    case Volume::hybrid:  // the third number may be negative: a radius
      return all_finite(fields, 15) && none_negative(fields + field::kObbHalf, 2) && orthonormal(fields + field::kAxes);
    default:
      if (const VolumeFamily* family = family_of(volume)) return family->is_sound(fields);
      return dop_directions(volume) > 0 && is_sound_dop(volume, fields);
  }
}

bool is_within(Volume volume, const float* fields, double radius) {
  const auto all = [&](std::size_t first, std::size_t count) {
    return std::all_of(fields + first, fields + first + count, [&](float v) { return std::abs(v) <= radius; });
  };
  const auto centre = [&] {  // sqrt(3) for the middle of three slabs across
    const float* c = fields + field::kCentre;
    return std::hypot(c[0], c[1], c[2]) <= 1.75 * radius;
  };
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:
      return centre() && all(field::kAabbHalf, 3);
    case Volume::sphere:
      return centre() && all(field::kSphereRadius, 1);
    case Volume::obb:
    case Volume::rounded_box:
    case Volume::hybrid:
      return centre() && all(field::kObbHalf, 3);
    default: {
      const auto used = static_cast<std::size_t>(dop_directions(volume));
      return used == 0 || (all(0, used) && all(layout_of(volume, 2).fields / 2, used));
    }
  }
}

DopExtent::DopExtent(Volume volume, const double (*points)[3], std::size_t count) {
  const DopDirections& directions = directions_of(volume);
  for (int i = 0; i < directions.count; ++i) {
    const double* n = directions.unit[i];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t k = 0; k < count; ++k) {
      const double along = n[0] * points[k][0] + n[1] * points[k][1] + n[2] * points[k][2];
      low = std::min(low, along);
      high = std::max(high, along);
    }
    lower[i] = low;
    upper[i] = high;
  }
}

bool contains(Volume volume, const float* fields, const DopExtent& extent) {
  const int directions = dop_directions(volume);
  const float* widths = fields + layout_of(volume, 2).fields / 2;
  bool inside = true;
  for (int i = 0; i < directions; ++i) {
    const double centre = fields[i], width = widths[i];
    inside = inside && extent.upper[i] - centre <= width && centre - extent.lower[i] <= width;
  }
  return inside;
}

bool contains(Volume volume, const float* fields, const double p[3], double radius) {
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:
      for (std::size_t x = 0; x < 3; ++x) {
        if (!(std::abs(p[x] - fields[x]) + radius <= fields[field::kAabbHalf + x])) return false;
      }
      return true;
    case Volume::sphere: {
      const double d[3] = {p[0] - fields[0], p[1] - fields[1], p[2] - fields[2]};
      const double room = fields[field::kSphereRadius] - radius;
      return room >= 0 && d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= room * room;
    }
    case Volume::obb: {
      const Local local(fields, p);
      for (std::size_t i = 0; i < 3; ++i) {
        if (!(std::abs(local.x[i]) + radius <= fields[field::kObbHalf + i])) return false;
      }
      return true;
    }
    case Volume::rounded_box: {
      const Local local(fields, p);
      const double u = std::max(0.0, std::abs(local.x[0]) - fields[field::kRoundedHalf]);
      const double v = std::max(0.0, std::abs(local.x[1]) - fields[field::kRoundedHalf + 1]);
      const double room = fields[field::kRoundedRadius] - radius;
      return room >= 0 && u * u + v * v + local.x[2] * local.x[2] <= room * room;
    }
    case Volume::hybrid: {
      const Local local(fields, p);
      const HybridShape shape(fields);
      if (shape.is_box()) {
        for (std::size_t i = 0; i < 3; ++i) {
          if (!(std::abs(local.x[i]) + radius <= shape.half[i])) return false;
        }
        return true;
      }
      double squared = 0;
      for (std::size_t i = 0; i < 3; ++i) squared += std::pow(std::max(0.0, std::abs(local.x[i]) - shape.half[i]), 2);
      const double room = shape.radius - radius;
      return room >= 0 && squared <= room * room;
    }
    default:
      if (const VolumeFamily* family = family_of(volume)) return family->contains(fields, p, radius);
      return dop_directions(volume) > 0 && in_dop(volume, fields, p, radius);
  }
}

}  // namespace graze::detail
