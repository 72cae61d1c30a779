// SPDX-License-Identifier: Apache-2.0
// One piece of a tool on one straight move, in the stock's frame.
#pragma once

#include <cstdint>

#include "nc/stock/swept_line.h"

namespace graze::detail::stock {

/// The tool's axes in the stock's frame: x, y, z as rows.
struct ToolFrame {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  Vec3 into(const Vec3& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
};
/// Exact for the six directions of the axes.
ToolFrame frame_of(const Vec3& axis);

/// One piece of the tool on one move: it takes material away, or must not meet any.
struct Action {
  Shape shape;
  ToolFrame frame;
  Vec3 from, way;  // of the tip, in the stock's frame
  bool removes = false;
  std::uint32_t tag = 0;  // the caller's

  Vec3 low, high;  // the piece's box about its tip
  void fit_box();
};

/// Where on its way, 0 to 1, the action's piece first holds p.
double first_time(const Action& action, const Vec3& p);

}  // namespace graze::detail::stock
