// SPDX-License-Identifier: Apache-2.0
// What stands above the cutting part: neck, shaft, shank, holder.
#include <algorithm>
#include <utility>

#include "nc/tools/outline.h"

namespace graze::nc::detail::tools {
namespace {

void check_segment(const Segment& segment, const char* of) {
  const std::string name = of;
  require_within(segment.height, 0, kMaxSize, (name + "'s height").c_str());
  require_within(segment.lower_diameter, 0, kMaxSize, (name + "'s lower diameter").c_str());
  require_within(segment.upper_diameter, 0, kMaxSize, (name + "'s upper diameter").c_str());
}

/// A frustum on top, but for what lies above `limit`; its step belongs to the part that it closes or opens.
void add_frustum(Outline& outline, const Segment& segment, double limit, Part part) {
  const double z = outline.at().z;
  if (segment.height <= 0 || z >= limit) return;
  const double share = std::min(1.0, (limit - z) / segment.height);
  const double r0 = segment.lower_diameter / 2, r1 = segment.upper_diameter / 2;
  outline.line_to(r0, z, part);
  outline.line_to(r0 + share * (r1 - r0), share < 1 ? limit : z + segment.height, part);
}

/// A cylinder from where the outline ends up to height z.
void add_cylinder(Outline& outline, double diameter, double z, double limit, Part part) {
  add_frustum(outline, {z - outline.at().z, diameter, diameter}, limit, part);
}

}  // namespace

Tool assemble(Outline outline, const Body& body, std::string type) {
  Tool tool;
  tool.type = std::move(type);
  tool.cutting_length = outline.at().z;
  require_within(body.length, 0, kMaxSize, "the length");
  require_within(body.stick_out, 0, kMaxSize, "the stick-out");
  double limit = kMaxSize;
  if (!body.holder.empty()) {
    if (body.stick_out == 0) refuse("a holder without the stick-out: where it begins is not known");
    if (body.stick_out < tool.cutting_length - kRounding) {
      refuse("the stick-out " + number_text(body.stick_out) + " is less than the cutting length " +
             number_text(tool.cutting_length));
    }
    limit = body.stick_out;
  }
  if (body.neck_diameter != 0) {
    require_length(body.neck_diameter, "the neck's diameter");
    require_length(body.neck_length, "the neck's length");
    add_cylinder(outline, body.neck_diameter, body.neck_length, limit, Part::shank);
  }
  for (const Segment& segment : body.shaft) {
    check_segment(segment, "a shaft segment");
    add_frustum(outline, segment, limit, Part::shank);
  }
  if (body.shank_diameter != 0) {
    require_length(body.shank_diameter, "the shank's diameter");
    const double top = body.stick_out > 0 ? body.stick_out : body.length;
    if (top == 0) refuse("a shank without a length or stick-out: how high it reaches is not known");
    add_cylinder(outline, body.shank_diameter, top, limit, Part::shank);
  }
  if (!body.holder.empty()) {
    if (outline.at().z < limit - kRounding) {
      refuse("nothing is known of the tool between " + number_text(outline.at().z) + " and its holder at " +
             number_text(limit));
    }
    tool.stick_out = limit;
    for (const Segment& segment : body.holder) {
      check_segment(segment, "a holder segment");
      add_frustum(outline, segment, 2 * kMaxSize, Part::holder);
    }
    if (outline.at().z <= limit) refuse("the holder has no height");
  }
  tool.profile = outline.take();
  validate(tool);
  return tool;
}

}  // namespace graze::nc::detail::tools
