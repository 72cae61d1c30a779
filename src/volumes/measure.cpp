// SPDX-License-Identifier: Apache-2.0
// The volume of a bounding volume as stored.
#include <cmath>
#include <numbers>

#include "volumes/dop.h"
#include "volumes/fit.h"
#include "volumes/hybrid.h"
#include "volumes/layout.h"
#include "volumes/polyhedron.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

double measure_dop(Volume volume, const float* fields) {
  const DopDirections& directions = directions_of(volume);
  const float* widths = fields + layout_of(volume, 2).fields / 2;
  double lower[kMaxDirections], upper[kMaxDirections];
  for (int i = 0; i < directions.count; ++i) {
    lower[i] = static_cast<double>(fields[i]) - widths[i];
    upper[i] = static_cast<double>(fields[i]) + widths[i];
  }
  return slab_volume(directions.unit, static_cast<std::size_t>(directions.count), lower, upper);
}

}  // namespace

double measure(Volume volume, const float* fields) {
  constexpr double kPi = std::numbers::pi;
  switch (volume) {
    case Volume::aabb:
    case Volume::custom: {
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
    case Volume::hybrid: {
      const HybridShape s(fields);
      const double a = s.half[0], b = s.half[1], c = s.half[2], r = s.radius;
      return 8 * a * b * c + 8 * (a * b + b * c + c * a) * r + 2 * kPi * (a + b + c) * r * r + 4 * kPi / 3 * r * r * r;
    }
    default:
      if (const VolumeFamily* family = family_of(volume)) return family->measure(fields);
      return measure_dop(volume, fields);
  }
}

}  // namespace graze::detail
