// SPDX-License-Identifier: Apache-2.0
// What checking an NC program gives: a verdict, the findings with their places, and what the verdict rests on. Plain
// data, made by graze/nc/verify.h and graze/nc/stock.h, written as text, JSON, CSV, SARIF and HTML by `graze gouge`.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "graze/distance.h"
#include "graze/nc/program.h"
#include "graze/nc/tool.h"

namespace graze::nc {

enum class FindingKind : std::uint8_t {
  gouge_cutter,     ///< the cutting part takes away more of the part than the tolerance
  gouge_shank,      ///< the shank touches the part
  gouge_holder,     ///< the holder does
  fixture,          ///< any of the tool comes closer to a fixture than its clearance
  near_miss,        ///< shank, holder or a rapid motion comes closer to the part than the clearance asked for
  rapid_in_stock,   ///< a rapid motion goes through material that is still there
  shank_in_stock,   ///< the shank does
  holder_in_stock,  ///< the holder does
  excess,           ///< material is left above the part by more than the tolerance
  undecided,        ///< neither clean nor a gouge within what was spent
  unchecked,        ///< a motion from or to a position that is not known
  tool_missing,     ///< no such tool, or one that cannot be used
  program,          ///< a diagnostic of the program: syntax, unsupported words, ...
  travel,           ///< an axis of the machine goes beyond its limits
};

/// Neighbouring motions with the same complaint are one finding.
struct Finding {
  FindingKind kind = FindingKind::gouge_cutter;
  Severity severity = Severity::error;
  Place place;               ///< of the worst motion
  Place first, last;         ///< of the first and the last of those merged
  std::uint64_t motion = 0;  ///< which of the program's motions is the worst, from 0
  std::uint64_t first_motion = 0, last_motion = 0;
  std::uint64_t motions = 1;  ///< how many were merged
  int tool = 0;
  Part part = Part::cutting;  ///< of the tool
  std::uint32_t body = 0;     ///< 0: the part; from 1: fixtures, in their order
  /// Of the worst motion: lower <= depth <= upper in mm (graze/nc/check.h); for near misses minus the distance.
  double lower = -std::numeric_limits<double>::infinity(), upper = 0;
  double allowed = 0;                    ///< the depth that would have been none: tolerance less stock to leave
  std::uint32_t triangle = kNoTriangle;  ///< of the body's mesh
  Vec3 contact;                          ///< there, in the part's frame
  double t = 0;                          ///< where on the motion, 0 to 1
  Vec3 tip;                              ///< the tool's tip then
  Vec3 axis{0, 0, 1};                    ///< and its axis, from the tip up
  double raise = 0;     ///< lifted along its axis by this much, the tool would keep what is allowed; 0: not known
  std::string message;  ///< one line for people, without the place
  std::string word;     ///< of the program, where one is meant
  std::string advice;
};

/// The worst of all motions of a program's line.
struct LineDepth {
  std::uint32_t file = 0, line = 0;
  std::uint64_t motions = 0;
  double lower = -std::numeric_limits<double>::infinity(), upper = -std::numeric_limits<double>::infinity();
};

/// One reason why the path that a machine cuts, or the part that is meant, differs from what was checked.
struct ErrorTerm {
  std::string name;  ///< "mesh", "words", "arcs", "bounds", "path mode (G64)", "tool", "rounding"
  double mm = 0;
  std::string why;
  bool in_bounds = false;  ///< the bounds of depths contain it; others are added to the tolerance needed
};

/// A tool as it was understood.
struct ToolUsed {
  int number = 0;
  std::string name, type, source;
  double diameter = 0, height = 0;
  std::vector<ConvexPiece> pieces;
  double excess = 0;  ///< how far the pieces may stand out of the tool
  bool has_shank = false, has_holder = false;
  std::uint64_t motions = 0;
};

/// A mesh as it was understood.
struct BodyUsed {
  std::string name;
  std::string hash;  ///< of its content
  std::size_t triangles = 0;
  bool closed = false;          ///< false: a sheet, whose up side is outside
  double allowed = 0;           ///< tolerance less stock to leave; of fixtures minus the clearance
  std::array<double, 6> box{};  ///< lower, upper
};

enum class GougeVerdict : std::uint8_t { clean, findings, not_verified };  ///< exit codes 0, 1, 2

struct GougeReport {
  GougeVerdict verdict = GougeVerdict::not_verified;
  std::string proved;             ///< in words: what holds, for which motions, up to which errors
  std::vector<Finding> findings;  ///< worst first
  std::uint64_t findings_left_out = 0;
  std::vector<LineDepth> lines;  ///< by file and line
  std::vector<ErrorTerm> errors;
  std::vector<ToolUsed> tools;
  std::vector<BodyUsed> bodies;          ///< the part, then fixtures
  std::vector<float> depth_of_triangle;  ///< of the part: the worst upper bound met there; -infinity: none
  // Motions of the program, each counted once.
  std::uint64_t motions = 0, clean = 0, gouging = 0, undecided = 0, unchecked = 0;
  std::uint64_t moves = 0;  ///< straight pieces that were checked, arcs and turns divided
  double seconds = 0;       ///< of checking
  double deepest_lower = -std::numeric_limits<double>::infinity(), deepest_upper = deepest_lower;
};

std::string_view name(FindingKind);   ///< "gouge-cutter", "rapid-in-stock", ...
std::string_view name(GougeVerdict);  ///< "clean", "findings", "not verified"

}  // namespace graze::nc
