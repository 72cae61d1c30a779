// SPDX-License-Identifier: Apache-2.0
// Cutting tools as solids of revolution: a profile of lines and arcs, its convex pieces for checking, and makers of the
// usual shapes. docs/nc_tools.md.
//
// Frame: z is the tool's axis, the tip is its origin, r the distance from the axis; millimetres, degrees. Everything
// here throws Error (invalid_option) with the reason when the numbers describe no tool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graze/error.h"

namespace graze::nc {

enum class Part : std::uint8_t { cutting, shank, holder };

struct ProfilePoint {
  double r = 0, z = 0;  ///< distance from the axis, height above the tip
};

/// A line or an arc, from lower to higher z (a horizontal line may run either way).
struct ProfilePiece {
  Part part = Part::cutting;
  ProfilePoint from, to;
  bool arc = false;     ///< bulges outward, at most a quarter of a circle, on one side of its centre's height
  ProfilePoint centre;  ///< of an arc
};

/// The solid below its profile: at height z all points with r up to the profile's (the larger one where it steps). The
/// profile starts at the tip (0, 0), each piece begins where the one before ends, z never decreases, and cutting parts
/// lie below the shank's, those below the holder's. The top is flat.
struct Tool {
  int number = -1;                    ///< -1: none was given
  std::string name, type;             ///< type: "ball", "flat", "bull", "taper", "drill", ... as docs/nc_tools.md lists
  std::vector<ProfilePiece> profile;  ///< from the tip up
  double cutting_length = 0;          ///< height of the cutting part
  double stick_out = 0;               ///< height of the holder's lower face; 0: no holder is known
  std::string source;                 ///< file and place, and what was assumed; one line for people

  double height() const { return profile.empty() ? 0 : profile.back().to.z; }
};

/// Throws Error unless the profile is as Tool tells.
void validate(const Tool&);

/// Radius at height z; negative below the tip and above the top.
double radius_at(const Tool&, double z);

/// The frustum between the discs of radius r0 at z0 and r1 at z1 (z0 <= z1), Minkowski sum with a ball of radius
/// `rounding`. A ball has z0 = z1 and r0 = r1 = 0; a bull-nose end a disc with z0 = z1.
struct ConvexPiece {
  Part part = Part::cutting;
  double z0 = 0, r0 = 0, z1 = 0, r1 = 0;
  double rounding = 0;
};

/// Convex pieces whose union is the tool, exactly (up to rounding) where each arc's circle, turned about the axis, lies
/// in the tool: ball, flat, bull-nose, taper with a rounded tip, drill, chamfer, lollipop, dovetail, T-slot, barrels on
/// a shank. Other arcs are replaced by tangents: the union then contains the tool, and no point of it lies farther than
/// `*excess` (at most `tolerance` mm; 0 when exact) from the tool. A piece carries the part its arc or line has; a
/// rounded one may reach into the part above, never out of the tool.
std::vector<ConvexPiece> convex_pieces(const Tool&, double tolerance = 1e-3, double* excess = nullptr);

/// One frustum of a shaft or holder; segments are listed from the tool's tip upward.
struct Segment {
  double height = 0, lower_diameter = 0, upper_diameter = 0;
};

/// What there is besides the tip. Only what is given is there: without a shank or holder nothing above the cutting part
/// is checked.
struct Body {
  double cutting_length = 0;                  ///< tip to the end of the cutting part; lollipops derive theirs
  double neck_diameter = 0, neck_length = 0;  ///< above the cutting part; the length is measured from the tip
  std::vector<Segment> shaft;                 ///< above the neck
  double shank_diameter = 0;                  ///< above the shaft, up to the holder, or to `length` where there is none
  double length = 0;                          ///< tip to the end of the shank
  double stick_out = 0;                       ///< tip to the holder's lower face; with `holder`
  std::vector<Segment> holder;
};

Tool flat_mill(double diameter, const Body&);
Tool ball_mill(double diameter, const Body&);
Tool bull_mill(double diameter, double corner_radius, const Body&);

/// Side inclined by `side_angle` from the axis, opening upward. `tip_diameter` is where the side's line meets the
/// bottom's (as in APT, and as Fusion's tapered mills give it); `max_diameter` (0: none) ends the taper in a cylinder.
Tool taper_mill(double tip_diameter, double corner_radius, double side_angle, double max_diameter, const Body&);
/// The same with a ball at the tip, tangent to the side.
Tool taper_ball_mill(double ball_diameter, double side_angle, double max_diameter, const Body&);

Tool drill(double diameter, double point_angle, const Body&);  ///< the angle at the point, 118 for most
/// A cone from tip_diameter (may be 0) to diameter; side_angle from the axis: half the angle at the point.
Tool chamfer_mill(double diameter, double tip_diameter, double corner_radius, double side_angle, const Body&);
Tool lollipop_mill(double diameter, const Body&);  ///< a ball on a neck, which must be given
/// Widest at the bottom; side_angle from the axis, closing upward.
Tool dovetail_mill(double diameter, double corner_radius, double side_angle, const Body&);
Tool slot_mill(double diameter, double corner_radius, const Body&);  ///< a disc, rounded at both edges

/// APT's CUTTER/d,r,e,f,alpha,beta,h: d where the bottom's and the side's line meet; r corner radius, its centre at (e,
/// f); alpha from the horizontal to the bottom's line, beta from the axis to the side's; h the height, which is the
/// cutting length. The corner must be tangent to both lines to 1 µm: e and f are checked, not trusted.
struct AptCutter {
  double d = 0, r = 0, e = 0, f = 0, alpha = 0, beta = 0, h = 0;
};
Tool apt_tool(const AptCutter&, const Body& = {});

/// A profile as it is, validated.
Tool profile_tool(std::vector<ProfilePiece>);

}  // namespace graze::nc
