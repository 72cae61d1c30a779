// SPDX-License-Identifier: Apache-2.0
// Profiles are drawn from the tip up, each piece where the last one ended.
#pragma once

#include <string>
#include <vector>

#include "graze/nc/tool.h"

namespace graze::nc::detail::tools {

inline constexpr double kMaxSize = 1e5;    // mm; more is a mistake in units
inline constexpr double kRounding = 1e-9;  // mm; what sums of a few lengths may be off
inline constexpr double kDegree = 0.017453292519943295;

/// "6", "0.125": a length for messages.
std::string number_text(double value);

[[noreturn]] void refuse(const std::string& message);

/// A length or an angle that must lie within [least, most]; throws Error naming it otherwise (NaN, too).
double require_within(double value, double least, double most, const char* name);
inline double require_length(double value, const char* name) { return require_within(value, 1e-6, kMaxSize, name); }

class Outline {
 public:
  void line_to(double r, double z, Part part);
  /// Along the circle about `centre`; split at the centre's height.
  void arc_to(double r, double z, ProfilePoint centre, Part part);
  const ProfilePoint& at() const { return at_; }
  std::vector<ProfilePiece> take() { return std::move(pieces_); }

 private:
  ProfilePoint at_;
  std::vector<ProfilePiece> pieces_;
};

/// The cutting part of most tools: a bottom line rising by `alpha`, a corner, a side line leaning outward by `beta`
/// (degrees); the lines meet at diameter d. The side ends at `height`, or before, at max_diameter, in a cylinder.
struct TipShape {
  double d = 0, corner = 0, alpha = 0, beta = 0, height = 0, max_diameter = 0;
};

/// Where the corner's circle lies: tangent to both lines.
ProfilePoint corner_centre(const TipShape&);

void draw_tip(const TipShape&, Outline&);

/// Draws neck, shaft, shank and holder onto a cutting part and makes the tool.
Tool assemble(Outline cutting, const Body&, std::string type);

}  // namespace graze::nc::detail::tools
