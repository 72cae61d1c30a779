// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "nc/tools/outline.h"

namespace graze::nc {
namespace {

constexpr double kGap = 1e-6;  // mm; ends that should meet, arcs that should be round

bool is_within_limits(const ProfilePoint& p) { return std::abs(p.r) <= 2e5 && std::abs(p.z) <= 2e5; }

double distance(const ProfilePoint& p, const ProfilePoint& q) { return std::hypot(p.r - q.r, p.z - q.z); }

/// Why the piece cannot be; empty: it can.
std::string fault(const ProfilePiece& piece) {
  const auto& [part, from, to, arc, centre] = piece;
  if (!is_within_limits(from) || !is_within_limits(to) || (arc && !is_within_limits(centre))) {
    return "has a coordinate that is not finite or exceeds 200 m";
  }
  if (from.r < 0 || to.r < 0) return "crosses the axis";
  if (to.z < from.z) return "goes down";
  if (!arc) return {};
  const double radius = distance(from, centre);
  if (radius < kGap) return "is an arc without a radius";
  if (std::abs(radius - distance(to, centre)) > kGap) return "is an arc whose ends are not as far from its centre";
  if (from.r < centre.r - kGap || to.r < centre.r - kGap) return "is an arc that does not bulge outward";
  if ((from.z < centre.z - kGap && to.z > centre.z + kGap)) return "is an arc that passes its centre's height";
  return {};
}

}  // namespace

void validate(const Tool& tool) {
  if (tool.profile.empty()) detail::tools::refuse("the profile is empty");
  ProfilePoint at;
  Part part = Part::cutting;
  for (std::size_t i = 0; i < tool.profile.size(); ++i) {
    const ProfilePiece& piece = tool.profile[i];
    std::string why = fault(piece);
    if (why.empty() && !(distance(piece.from, at) <= kGap)) {
      why = i == 0 ? "does not start at the tip, (0, 0)" : "does not start where the one before ends";
    }
    if (why.empty() && piece.part < part) why = "is of a part that belongs further down";
    if (!why.empty()) detail::tools::refuse("piece " + std::to_string(i + 1) + " of the profile " + why);
    at = piece.to;
    part = piece.part;
  }
  if (tool.height() < kGap) detail::tools::refuse("the profile has no height");
}

double radius_at(const Tool& tool, double z) {
  double r = -1;
  for (const ProfilePiece& piece : tool.profile) {
    const auto& [part, from, to, arc, centre] = piece;
    if (z < from.z || z > to.z) continue;
    if (arc) {
      const double radius = distance(from, centre), h = z - centre.z;
      r = std::max(r, centre.r + std::sqrt(std::max(0.0, radius * radius - h * h)));
    } else if (from.z == to.z) {
      r = std::max({r, from.r, to.r});
    } else {
      r = std::max(r, from.r + (to.r - from.r) * ((z - from.z) / (to.z - from.z)));
    }
  }
  return r;
}

}  // namespace graze::nc
