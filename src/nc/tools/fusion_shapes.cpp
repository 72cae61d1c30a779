// SPDX-License-Identifier: Apache-2.0
// Fusion's types of tools, which its libraries and the comments of its posts share.
#include <cmath>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

double given(double value, const char* what) {
  if (std::isnan(value)) refuse(std::string("no ") + what);
  return value;
}

double or_zero(double value) { return std::isnan(value) ? 0 : value; }

Tool flat_or_bull(const FusionGeometry& g, const Body& body) {
  const double corner = or_zero(g.corner_radius);
  return corner == 0 ? flat_mill(g.diameter, body) : bull_mill(g.diameter, corner, body);
}

/// DC is where the side's and the bottom's line meet: the maker of a 11 degree cutter with a ball of 0.0625 gives
/// 0.0568, which is 0.0625 tan(45° - 5.5°/2). Such numbers are rounded; a ball too large by that is no mistake.
Tool tapered(const FusionGeometry& g, const Body& body) {
  const double angle = given(g.side_angle, "taper angle"), corner = or_zero(g.corner_radius);
  const double largest = g.diameter / 2 / std::tan((45 - angle / 2) * kDegree);
  if (corner > largest && corner < largest + 0.005) return taper_ball_mill(2 * corner, angle, 0, body);
  return taper_mill(g.diameter, corner, angle, 0, body);
}

Tool ball(const FusionGeometry& g, const Body& body) {
  if (!std::isnan(g.corner_radius) && std::abs(g.corner_radius - g.diameter / 2) > 0.005) {
    refuse("a ball end mill of diameter " + number_text(g.diameter) + " with a corner radius of " +
           number_text(g.corner_radius));
  }
  return ball_mill(g.diameter, body);
}

Tool face(const FusionGeometry& g, const Body& body) {
  return or_zero(g.side_angle) == 0 ? flat_or_bull(g, body) : tapered(g, body);
}

}  // namespace

Tool make_fusion_tool(std::string_view type, const FusionGeometry& g, const Body& body, std::string& assumed) {
  const std::string name = lower(trim(type));
  given(g.diameter, "diameter");
  const auto is = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view n : names) {
      if (name == n) return true;
    }
    return false;
  };
  if (is({"flat end mill", "bull nose end mill", "bullnose end mill", "counter bore", "reamer"})) {
    return flat_or_bull(g, body);
  }
  if (is({"ball end mill"})) return ball(g, body);
  if (is({"tapered mill"})) return tapered(g, body);
  if (is({"face mill"})) return face(g, body);
  if (is({"drill", "spot drill"}) && or_zero(g.tip_diameter) == 0) {
    return drill(g.diameter, given(g.point_angle, "point angle"), body);
  }
  if (is({"drill", "spot drill", "counter sink"})) {
    return chamfer_mill(g.diameter, given(g.tip_diameter, "tip diameter"), 0, given(g.point_angle, "point angle") / 2,
                        body);
  }
  if (is({"chamfer mill"})) {
    return chamfer_mill(g.diameter, given(g.tip_diameter, "tip diameter"), or_zero(g.corner_radius),
                        given(g.side_angle, "taper angle"), body);
  }
  if (is({"lollipop mill", "probe"})) return lollipop_mill(g.diameter, body);
  if (is({"dovetail mill"})) {
    return dovetail_mill(g.diameter, or_zero(g.corner_radius), given(g.side_angle, "taper angle"), body);
  }
  if (is({"slot mill"})) return slot_mill(g.diameter, or_zero(g.corner_radius), body);
  if (is({"thread mill", "tap right hand", "tap left hand", "right hand tap", "left hand tap"})) {
    assumed += "; the cylinder around its threads";
    return flat_mill(g.diameter, body);
  }
  throw Error(ErrorCode::unsupported, "no profile is known for the type " + in_quotes(type) +
                                          "; describe the tool in a JSON file of ours (docs/nc_tools.md)");
}

}  // namespace graze::nc::detail::tools
