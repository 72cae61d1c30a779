// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/arc.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "nc/gcode/log.h"

namespace graze::nc::detail {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kSlack = 0.005, kRelativeSlack = 0.001, kMostSlack = 0.5;  // mm; LinuxCNC's rule (NC.md section 2)
constexpr double kSmallestRadius = 1e-7;
// Less than this and the ends are the same point: what LinuxCNC's motion controller takes for a full circle.
constexpr double kSameAngle = 1e-6;

static double sweep_of(const Point2& start, const Point2& end, const Point2& centre, bool clockwise, int turns) {
  const double from = std::atan2(start[1] - centre[1], start[0] - centre[0]);
  const double to = std::atan2(end[1] - centre[1], end[0] - centre[0]);
  double angle = clockwise ? from - to : to - from;
  while (angle <= kSameAngle) angle += kTurn;
  while (angle > kTurn + kSameAngle) angle -= kTurn;
  angle += kTurn * (turns - 1);
  return clockwise ? -angle : angle;
}

Arc arc_about(const Point2& start, const Point2& end, const Point2& centre, bool clockwise, int turns) {
  Arc arc;
  arc.centre = centre;
  const double at_start = std::hypot(start[0] - centre[0], start[1] - centre[1]);
  const double at_end = std::hypot(end[0] - centre[0], end[1] - centre[1]);
  const double apart = std::fabs(at_start - at_end);
  if (std::min(at_start, at_end) < kSmallestRadius) {
    arc.trouble = "the arc has no radius: its centre is an end";
  } else if (apart > kMostSlack || (apart > kSlack && apart > kRelativeSlack * std::max(at_start, at_end))) {
    arc.trouble = "the radius is " + shown(at_start) + " mm at the start and " + shown(at_end) + " mm at the end";
  } else {
    arc.sweep = sweep_of(start, end, centre, clockwise, turns);
  }
  return arc;
}

Arc arc_by_radius(const Point2& start, const Point2& end, double radius, bool clockwise, int turns) {
  Arc arc;
  const double size = std::fabs(radius);
  const double dx = end[0] - start[0], dy = end[1] - start[1];
  const double half = std::hypot(dx, dy) / 2;
  if (half < kSmallestRadius) {
    arc.trouble = "an arc by R cannot end where it starts";
    return arc;
  }
  if (half > size * (1 + kRelativeSlack)) {
    arc.trouble = "the ends are " + shown(2 * half) + " mm apart, further than twice the radius";
    return arc;
  }
  const double aside = std::sqrt(std::max(0.0, size * size - half * half)) / (2 * half);
  const double side = clockwise == (radius > 0) ? -aside : aside;  // left of the chord when positive
  arc.centre = {start[0] + dx / 2 - side * dy, start[1] + dy / 2 + side * dx};
  arc.sweep = sweep_of(start, end, arc.centre, clockwise, turns);
  return arc;
}

}  // namespace graze::nc::detail
