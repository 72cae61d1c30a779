// SPDX-License-Identifier: Apache-2.0
// The worked example of docs/extending.md: the plane in the middle of the widest gap between neighbouring centres. It
// takes assemblies apart into their parts.
#include "build/split_plane.h"
#include "build/split_rules.h"

namespace graze::detail {
namespace {

void split_widest_gap(const SplitContext& context, const Range& range, Range& left, Range& right) {
  const Primitive* p = context.data(range);
  std::vector<float> centres(range.size());
  Plane best;
  float widest = 0;
  for (int direction = 0; direction < context.directions.count; ++direction) {
    for (std::uint32_t i = 0; i < range.size(); ++i) centres[i] = centre_along(p[i], context.directions, direction);
    std::sort(centres.begin(), centres.end());
    for (std::uint32_t i = 1; i < range.size(); ++i) {
      const float gap = centres[i] - centres[i - 1];
      if (gap <= widest) continue;
      widest = gap;
      best = {direction, centres[i], i, {}};
    }
  }
  divide(context, range, best, left, right);
}

}  // namespace

extern const SplitRule kWidestGapRule;
const SplitRule kWidestGapRule{.name = "widest_gap", .split = split_widest_gap};

}  // namespace graze::detail
