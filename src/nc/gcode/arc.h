// SPDX-License-Identifier: Apache-2.0
// Arcs in their plane: from what is programmed to centre and angle.
#pragma once

#include <array>
#include <string>

namespace graze::nc::detail {

using Point2 = std::array<double, 2>;

struct Arc {
  Point2 centre{};
  double sweep = 0;     ///< radians, positive from the first axis to the second
  std::string trouble;  ///< empty: the arc exists
};

/// `turns` >= 1: 1 for at most a full circle. Coincident ends make a full circle. The radii at both ends may differ by
/// 0.005 mm or 0.1 %, whichever is more, and never by more than 0.5 mm.
Arc arc_about(const Point2& start, const Point2& end, const Point2& centre, bool clockwise, int turns);

/// Radius > 0: the way below 180 degrees; < 0: the other. Ends further apart than the diameter by no more than 0.1 %
/// make a half circle.
Arc arc_by_radius(const Point2& start, const Point2& end, double radius, bool clockwise, int turns);

}  // namespace graze::nc::detail
