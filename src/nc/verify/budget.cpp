// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/budget.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "nc/verify/words.h"

namespace graze::nc::detail {
namespace {

std::string counted(std::uint64_t motions) { return std::to_string(motions) + (motions == 1 ? " motion" : " motions"); }

}  // namespace

Budget::Budget(const Outcome& program, const VerifyOptions& options)
    : tolerance_(options.tolerance), strict_(options.strict) {
  for (const Setup& setup : program.setups) {
    const bool loose = std::isinf(setup.path_tolerance);
    if (loose && options.path_tolerance < 0) unbounded_ = true;
    path_ = std::max(path_, loose ? options.path_tolerance : setup.path_tolerance);
  }
  if (!strict_) return;
  tolerance_ -= options.mesh_error + options.word_error + path_;
  if (!(tolerance_ > 0)) {
    throw std::invalid_argument("the errors of mesh, words and path mode, " +
                                millimetres(options.tolerance - tolerance_) + " mm, leave nothing of the tolerance");
  }
}

void Budget::note(const Motion& motion) {
  for (int axis = 0; axis < 3; ++axis) {
    farthest_ = std::max(farthest_, std::abs(motion.end.value[static_cast<std::size_t>(axis)]));
  }
}

std::vector<ErrorTerm> Budget::terms(const GougeReport& report, double deviation, const VerifyOptions& options) const {
  double excess = 0;
  for (const ToolUsed& tool : report.tools) excess = std::max(excess, tool.excess);
  std::vector<ErrorTerm> terms;
  terms.push_back({"mesh", options.mesh_error, "of the part's mesh from the part that is meant, as stated", false});
  terms.push_back({"words", options.word_error, "half of the last digit of coordinates, as stated", false});
  terms.push_back({"path mode (G64)", unbounded_ ? std::numeric_limits<double>::infinity() : path_,
                   unbounded_ ? "G64 without P has no bound" : "G64 P lets the machine leave the path", false});
  terms.push_back({"arcs", deviation,
                   "of chords from arcs, and of the arcs' radii at start and end; coarse where the tool is far away",
                   true});
  double apart = options.gap;
  for (const Finding& f : report.findings) {
    if (f.upper > f.lower && std::isfinite(f.upper - f.lower)) apart = std::max(apart, f.upper - f.lower);
  }
  terms.push_back({"bounds", apart, "how far apart the bounds of a listed finding are, or may be", true});
  terms.push_back({"tool", excess, "of convex pieces from the tool's profile", true});
  double size = farthest_;
  for (const BodyUsed& body : report.bodies) {
    for (const double x : body.box) size = std::max(size, std::abs(x));
  }
  terms.push_back({"rounding", 0x1p-40 * size, "of doubles, generously", true});
  return terms;
}

std::string Budget::proved(const GougeReport& r, const Outcome& program, const VerifyOptions& options, bool assumed,
                           bool stopped) const {
  double outside = 0;
  for (const ErrorTerm& term : r.errors) outside += term.in_bounds ? 0 : term.mm;
  const bool shank = std::any_of(r.tools.begin(), r.tools.end(), [](const ToolUsed& t) { return t.has_shank; });
  const bool holder = std::any_of(r.tools.begin(), r.tools.end(), [](const ToolUsed& t) { return t.has_holder; });
  std::string text;
  if (r.verdict == GougeVerdict::clean) {
    text = "Proved: along all " + counted(r.motions) + ", continuously, the cutter takes away no point";
    text += r.bodies[0].closed ? " of the part that lies deeper than " : " that lies farther behind the surface than ";
    text += millimetres(r.bodies[0].allowed) + " mm";
    if (!options.tool_stock.empty()) text += " (other values for single tools)";
    text += shank && holder ? "; shanks and holders neither deeper than " + millimetres(tolerance_) + " mm"
            : shank         ? "; shanks neither deeper than " + millimetres(tolerance_) + " mm, no holder is known"
            : holder        ? "; holders neither deeper than " + millimetres(tolerance_) + " mm"
                            : "; no shank or holder is known";
    if (options.clearance > tolerance_) {
      text += "; they and rapids keep " + millimetres(options.clearance - tolerance_) + " mm away";
    }
    if (r.bodies.size() > 1) {
      text += options.fixture_clearance > tolerance_
                  ? "; all keep " + millimetres(options.fixture_clearance - tolerance_) + " mm away from fixtures"
                  : "; nothing cuts deeper than " + millimetres(r.bodies[1].allowed) + " mm into fixtures";
    }
    text += ".";
  } else if (r.verdict == GougeVerdict::findings) {
    text = "Not clean: " + std::to_string(r.gouging) + " of " + counted(r.motions) +
           (r.gouging == 1 ? " breaks a limit; the others " : " break a limit; the others ") +
           (r.undecided > 0 ? "are clean or undecided." : "are proved clean.");
  } else {
    text = "Not verified:";
    if (r.motions == 0 && program.complete()) text += " nothing moves;";
    if (stopped) text += " the check was ended early;";
    if (!program.complete()) text += " the program has errors;";
    if (r.unchecked > 0) text += " " + counted(r.unchecked) + " could not be checked;";
    if (r.undecided > 0) text += " " + counted(r.undecided) + " undecided;";
    if (!bounded())
      text += " G64 without P lets the machine leave the path by any amount (--path-tolerance tells a bound);";
    if (r.gouging > 0) text += " " + counted(r.gouging) + " beyond a limit;";
    text.back() = '.';
  }
  if (outside > 0 && std::isfinite(outside) && !options.strict) {
    text +=
        " For the path and mesh as given; their own errors, not in this, are up to " + millimetres(outside) + " mm.";
  } else if (outside > 0 && std::isfinite(outside)) {
    text += " Errors of mesh, words and path mode, up to " + millimetres(outside) + " mm, are taken off the tolerance.";
  }
  if (assumed) text += " Reference points, tool changes and where lengths are set are taken to be above everything.";
  return text;
}

}  // namespace graze::nc::detail
