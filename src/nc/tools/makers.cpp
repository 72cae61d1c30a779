// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "nc/tools/outline.h"

namespace graze::nc {
namespace {

Tool make(const detail::tools::TipShape& tip, const Body& body, const char* type) {
  detail::tools::Outline outline;
  detail::tools::draw_tip(tip, outline);
  return detail::tools::assemble(std::move(outline), body, type);
}

double require_angle(double angle) { return detail::tools::require_within(angle, 0.01, 89.9, "the side's angle"); }

}  // namespace

Tool flat_mill(double diameter, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  return make({diameter, 0, 0, 0, body.cutting_length, 0}, body, "flat");
}

Tool ball_mill(double diameter, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  return make({diameter, diameter / 2, 0, 0, body.cutting_length, 0}, body, "ball");
}

Tool bull_mill(double diameter, double corner_radius, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  detail::tools::require_length(corner_radius, "the corner radius");
  return make({diameter, corner_radius, 0, 0, body.cutting_length, 0}, body, "bull");
}

Tool taper_mill(double tip_diameter, double corner_radius, double side_angle, double max_diameter, const Body& body) {
  return make({tip_diameter, corner_radius, 0, require_angle(side_angle), body.cutting_length, max_diameter}, body,
              "taper");
}

Tool taper_ball_mill(double ball_diameter, double side_angle, double max_diameter, const Body& body) {
  const double radius = detail::tools::require_length(ball_diameter, "the ball's diameter") / 2;
  // The side's line meets the bottom's at r = radius tan(45° - beta/2).
  const double d = 2 * radius * std::tan((45 - require_angle(side_angle) / 2) * detail::tools::kDegree);
  return make({d, radius, 0, side_angle, body.cutting_length, max_diameter}, body, "taper");
}

Tool drill(double diameter, double point_angle, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  detail::tools::require_within(point_angle, 1, 180, "the point's angle");
  return make({diameter, 0, 90 - point_angle / 2, 0, body.cutting_length, 0}, body, "drill");
}

Tool chamfer_mill(double diameter, double tip_diameter, double corner_radius, double side_angle, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  detail::tools::require_within(tip_diameter, 0, diameter, "the tip's diameter");
  return make({tip_diameter, corner_radius, 0, require_angle(side_angle), body.cutting_length, diameter}, body,
              "chamfer");
}

Tool lollipop_mill(double diameter, const Body& body) {
  const double radius = detail::tools::require_length(diameter, "the diameter") / 2;
  const double above = !body.shaft.empty() ? body.shaft.front().lower_diameter : body.shank_diameter;
  const double neck = (body.neck_diameter > 0 ? body.neck_diameter : above) / 2;
  if (neck <= 0 || neck >= radius) {
    detail::tools::refuse("a lollipop mill of diameter " + detail::tools::number_text(diameter) +
                          " needs a neck that is thinner, not one of " + detail::tools::number_text(2 * neck));
  }
  detail::tools::Outline outline;
  outline.arc_to(neck, radius + std::sqrt(radius * radius - neck * neck), {0, radius}, Part::cutting);
  return detail::tools::assemble(std::move(outline), body, "lollipop");
}

Tool dovetail_mill(double diameter, double corner_radius, double side_angle, const Body& body) {
  detail::tools::require_length(diameter, "the diameter");
  return make({diameter, corner_radius, 0, -require_angle(side_angle), body.cutting_length, 0}, body, "dovetail");
}

Tool slot_mill(double diameter, double corner_radius, const Body& body) {
  const double radius = detail::tools::require_length(diameter, "the diameter") / 2;
  const double height = detail::tools::require_length(body.cutting_length, "the cutting length");
  detail::tools::require_within(corner_radius, 0, std::min(radius, height / 2), "the corner radius");
  detail::tools::Outline outline;
  const double inner = radius - corner_radius;
  outline.line_to(inner, 0, Part::cutting);
  if (corner_radius > 0) outline.arc_to(radius, corner_radius, {inner, corner_radius}, Part::cutting);
  outline.line_to(radius, height - corner_radius, Part::cutting);
  if (corner_radius > 0) outline.arc_to(inner, height, {inner, height - corner_radius}, Part::cutting);
  return detail::tools::assemble(std::move(outline), body, "slot");
}

Tool apt_tool(const AptCutter& apt, const Body& body) {
  if (body.cutting_length != 0 && body.cutting_length != apt.h) {
    detail::tools::refuse("an APT cutter of height " + detail::tools::number_text(apt.h) + " and a cutting length of " +
                          detail::tools::number_text(body.cutting_length));
  }
  detail::tools::require_length(apt.d, "d");
  detail::tools::require_within(apt.e, -detail::tools::kMaxSize, detail::tools::kMaxSize, "e");
  detail::tools::require_within(apt.f, -detail::tools::kMaxSize, detail::tools::kMaxSize, "f");
  detail::tools::TipShape tip{apt.d, apt.r, apt.alpha, apt.beta, apt.h, 0};
  detail::tools::Outline outline;
  detail::tools::draw_tip(tip, outline);  // first, for it checks the numbers
  const ProfilePoint centre = detail::tools::corner_centre(tip);
  const bool unused = apt.r == 0 && apt.e == 0 && apt.f == 0;
  if (!unused && (std::abs(apt.e - centre.r) > 1e-3 || std::abs(apt.f - centre.z) > 1e-3)) {
    detail::tools::refuse("the corner's centre e, f = " + detail::tools::number_text(apt.e) + ", " +
                          detail::tools::number_text(apt.f) + " is not where the corner touches bottom and side: " +
                          detail::tools::number_text(centre.r) + ", " + detail::tools::number_text(centre.z));
  }
  return detail::tools::assemble(std::move(outline), body, "apt");
}

Tool profile_tool(std::vector<ProfilePiece> profile) {
  Tool tool;
  tool.type = "profile";
  tool.profile = std::move(profile);
  for (const ProfilePiece& piece : tool.profile) {
    if (piece.part == Part::cutting) tool.cutting_length = piece.to.z;
    if (piece.part == Part::holder && tool.stick_out == 0) tool.stick_out = piece.from.z;
  }
  validate(tool);
  return tool;
}

}  // namespace graze::nc
