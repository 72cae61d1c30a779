// SPDX-License-Identifier: Apache-2.0
#include "volumes/as_obb.h"

#include <algorithm>

#include "volumes/dop.h"
#include "volumes/fit.h"
#include "volumes/hybrid.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

void aligned_axes(float out[15]) {
  std::fill(out + field::kAxes, out + field::kAxes + 9, 0.0f);
  out[field::kAxes] = out[field::kAxes + 4] = out[field::kAxes + 8] = 1;
}

}  // namespace

void as_obb(Volume volume, const Layout& layout, const float* node, std::size_t lane, float out[15]) {
  float fields[32];
  for (std::size_t f = 0; f < layout.fields; ++f) fields[f] = node[layout.at(f, lane)];
  if (layout.by_child) {
    aligned_axes(out);
    dop_box(volume, fields, out + field::kCentre, out + field::kObbHalf);
    return;
  }
  switch (volume) {
    case Volume::aabb:
    case Volume::custom:
      aligned_axes(out);
      std::copy(fields, fields + 3, out);
      std::copy(fields + field::kAabbHalf, fields + field::kAabbHalf + 3, out + field::kObbHalf);
      break;
    case Volume::sphere:
      aligned_axes(out);
      std::copy(fields, fields + 3, out);
      std::fill(out + field::kObbHalf, out + field::kObbHalf + 3, fields[field::kSphereRadius]);
      break;
    case Volume::rounded_box: {
      std::copy(fields, fields + field::kRoundedHalf, out);
      const float r = fields[field::kRoundedRadius];
      for (std::size_t i = 0; i < 3; ++i) {
        const double core = i < 2 ? fields[field::kRoundedHalf + i] : 0;
        out[field::kObbHalf + i] = round_up((core + r) * kWiden);
      }
      break;
    }
    case Volume::hybrid: {
      const HybridShape shape(fields);
      std::copy(fields, fields + field::kObbHalf, out);
      for (std::size_t i = 0; i < 3; ++i) {
        out[field::kObbHalf + i] =
            shape.is_box() ? static_cast<float>(shape.half[i]) : round_up((shape.half[i] + shape.radius) * kWiden);
      }
      break;
    }
    default:
      if (const VolumeFamily* family = family_of(volume)) return family->box(fields, out);
      std::copy(fields, fields + 15, out);
      break;
  }
}

}  // namespace graze::detail
