// SPDX-License-Identifier: Apache-2.0
// What the lookup of points (points-inl.h) wants to know of two models before any pose.
#include "timed/judge_state.h"

namespace graze::detail {

PointScale scale_of(const DistanceField& field, float spread, float margin) {
  PointScale out;
  out.margin = margin / spread;
  out.of_cell = field.of_cell.data();
  out.per_cell = field.per_cell;
  for (std::size_t x = 0; x < 3; ++x) {
    const auto along = static_cast<float>(field.cells[x]);
    out.shift[x] = field.shift[x];
    out.last[x] = along - 1;
    if (x < 2) out.along[x] = along;
  }
  out.answers = field.cell / spread;
  out.per_step = out.answers / static_cast<float>(DistanceField::kStepsPerCell);
  out.per_byte = out.answers / (127.0f * (1 << 24));  // a byte at the top of a number stands for so many 127ths
  return out;
}

PointForm form_of(const PointFeatures& w) {
  const auto f = [&](std::size_t i) { return static_cast<float>(w[i]); };
  return {{{f(4), 0, 0, 0}, {f(7), f(5), 0, 0}, {f(8), f(9), f(6), 0}, {f(1), f(2), f(3), f(0)}}};
}

}  // namespace graze::detail
