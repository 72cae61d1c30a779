// SPDX-License-Identifier: Apache-2.0
#include "nc/tools/outline.h"

#include <array>
#include <charconv>
#include <cmath>

namespace graze::nc::detail::tools {

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 7).ptr;
  return {text.data(), end};
}

void refuse(const std::string& message) { throw Error(ErrorCode::invalid_option, message); }

double require_within(double value, double least, double most, const char* name) {
  if (value >= least && value <= most) return value;
  refuse(std::string(name) + " is " + number_text(value) + "; it must lie between " + number_text(least) + " and " +
         number_text(most));
}

void Outline::line_to(double r, double z, Part part) {
  if (r == at_.r && z == at_.z) return;
  pieces_.push_back({part, at_, {r, z}, false, {}});
  at_ = {r, z};
}

void Outline::arc_to(double r, double z, ProfilePoint centre, Part part) {
  if (r == at_.r && z == at_.z) return;
  if (at_.z < centre.z && z > centre.z) {
    const double radius = std::hypot(r - centre.r, z - centre.z);
    arc_to(centre.r + radius, centre.z, centre, part);
  }
  pieces_.push_back({part, at_, {r, z}, true, centre});
  at_ = {r, z};
}

namespace {

struct Lines {
  double u_r, u_z;  // along the bottom, outward
  double t_r, t_z;  // along the side, upward
};

Lines lines_of(const TipShape& tip) {
  const double alpha = tip.alpha * kDegree, beta = tip.beta * kDegree;
  // Exact where the angles are 0, so that flat bottoms and cylinders stay so.
  return {tip.alpha == 0 ? 1 : std::cos(alpha), tip.alpha == 0 ? 0 : std::sin(alpha),
          tip.beta == 0 ? 0 : std::sin(beta), tip.beta == 0 ? 1 : std::cos(beta)};
}

}  // namespace

ProfilePoint corner_centre(const TipShape& tip) {
  const Lines l = lines_of(tip);
  const double s_r = tip.d / 2, s_z = s_r * l.u_z / l.u_r;  // where the lines meet
  // Both lines moved inward by the radius meet in the centre: s + corner (n1 + n2) / (1 + n1·n2).
  const double n1_r = -l.u_z, n1_z = l.u_r, n2_r = -l.t_z, n2_z = l.t_r;
  const double scale = tip.corner / (1 + n1_r * n2_r + n1_z * n2_z);
  return {s_r + scale * (n1_r + n2_r), s_z + scale * (n1_z + n2_z)};
}

void draw_tip(const TipShape& tip, Outline& outline) {
  require_within(tip.d, 0, kMaxSize, "the diameter at the tip");
  require_within(tip.corner, 0, kMaxSize, "the corner radius");
  require_within(tip.alpha, 0, 89.9, "the bottom's angle");
  require_within(tip.beta, -89.9, 89.9, "the side's angle");
  require_length(tip.height, "the cutting length");
  if (tip.alpha + tip.beta > 89.9) {
    refuse("a bottom rising by " + number_text(tip.alpha) + " degrees and a side leaning outward by " +
           number_text(tip.beta) + " make no corner");
  }
  const Lines l = lines_of(tip);
  ProfilePoint end{tip.d / 2, tip.d / 2 * l.u_z / l.u_r};  // of the bottom and corner: the side's start
  if (tip.corner > 0) {
    const ProfilePoint c = corner_centre(tip);
    ProfilePoint start{c.r + tip.corner * l.u_z, c.z - tip.corner * l.u_r};
    if (start.r < -kRounding) {
      const TipShape unit{0, 1, tip.alpha, tip.beta, 1, 0};
      const double needed = -corner_centre(unit).r - l.u_z;  // of d / 2, for a corner of 1
      refuse("a corner radius of " + number_text(tip.corner) + " does not fit a diameter of " + number_text(tip.d) +
             " at the tip: at most " + number_text(tip.d / 2 / needed));
    }
    if (start.r < kRounding) start = {0, 0};
    if (tip.alpha == 0) start.z = 0;
    end = {c.r + tip.corner * l.t_z, c.z - tip.corner * l.t_r};
    if (end.z > tip.height + kRounding) {
      refuse("the cutting length " + number_text(tip.height) + " ends below the corner, which is " +
             number_text(end.z) + " high");
    }
    end.z = std::min(end.z, tip.height);
    outline.line_to(start.r, start.z, Part::cutting);
    outline.arc_to(end.r, end.z, c, Part::cutting);
  } else {
    if (end.z > tip.height + kRounding) {
      refuse("the cutting length " + number_text(tip.height) + " ends below the point, which is " + number_text(end.z) +
             " high");
    }
    end.z = std::min(end.z, tip.height);
    outline.line_to(end.r, end.z, Part::cutting);
  }
  const double slope = l.t_r / l.t_z;
  const double r = end.r + slope * (tip.height - end.z);
  if (r < 0) {
    refuse("a side closing by " + number_text(-tip.beta) + " degrees reaches the axis below the cutting length " +
           number_text(tip.height));
  }
  if (tip.max_diameter > 0 && r > tip.max_diameter / 2) {
    const double z = end.z + (tip.max_diameter / 2 - end.r) / slope;
    if (slope <= 0 || z < end.z) {
      refuse("the diameter " + number_text(tip.max_diameter) + " is less than that of the tip, " +
             number_text(2 * end.r));
    }
    outline.line_to(tip.max_diameter / 2, z, Part::cutting);
    outline.line_to(tip.max_diameter / 2, tip.height, Part::cutting);
  } else {
    outline.line_to(r, tip.height, Part::cutting);
  }
}

}  // namespace graze::nc::detail::tools
