// SPDX-License-Identifier: Apache-2.0
// The volume of a bounding volume as stored.
#include <cmath>
#include <numbers>

#include "volumes/dop.h"
#include "volumes/fit.h"
#include "volumes/layout.h"
#include "volumes/polyhedron.h"

namespace graze::detail {
namespace {

/// A box cut by the slabs, relative to a point in the middle.
double measure_dop(Volume volume, const float* fields) {
  const DopDirections& directions = directions_of(volume);
  const float* widths = fields + layout_of(volume, 2).fields / 2;
  // Every set is symmetric under the cube's rotations: Σ n nᵀ = count / 3 times the identity, so that these are the
  // middle in the sense of least squares, and a bound of the distance from it.
  const double share = 3.0 / directions.count;
  Polyhedron::Point middle{};
  for (int i = 0; i < directions.count; ++i) {
    for (std::size_t x = 0; x < 3; ++x) middle[x] += share * fields[i] * directions.unit[i][x];
  }
  double offset[kMaxDirections], reach = 0;
  for (int i = 0; i < directions.count; ++i) {
    const double* n = directions.unit[i];
    offset[i] = fields[i] - (n[0] * middle[0] + n[1] * middle[1] + n[2] * middle[2]);
    reach += share * (std::abs(offset[i]) + widths[i]);
  }
  Polyhedron::Point centre{}, half{2 * reach, 2 * reach, 2 * reach};
  // Sets that have the axes have them first; their slabs make the box to begin with.
  const int axes = directions.unit[0][0] == 1 ? 3 : 0;
  for (int i = 0; i < axes; ++i) {
    centre[static_cast<std::size_t>(i)] = offset[i];
    half[static_cast<std::size_t>(i)] = widths[i];
  }
  Polyhedron polyhedron(centre, half);
  for (int i = axes; i < directions.count; ++i) {
    const double* n = directions.unit[i];
    polyhedron.cut({n[0], n[1], n[2]}, widths[i] + offset[i]);
    polyhedron.cut({-n[0], -n[1], -n[2]}, widths[i] - offset[i]);
  }
  return polyhedron.volume();
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
    default:
      return measure_dop(volume, fields);
  }
}

}  // namespace graze::detail
