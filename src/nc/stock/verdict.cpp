// SPDX-License-Identifier: Apache-2.0
#include "nc/stock/verdict.h"

#include <cstdio>

#include "nc/stock/swept_line.h"

namespace graze::detail::stock {

void list_errors(const StockErrors& sizes, const nc::Stock& stock, nc::StockReport& report) {
  const auto add = [&](const char* name, double mm, const char* why) {
    nc::ErrorTerm term;
    term.name = name;
    term.mm = mm;
    term.why = why;
    report.errors.push_back(std::move(term));
  };
  add("lines", report.between_lines,
      "no point is farther from a line; what holds no ball of this radius may be missed");
  if (sizes.chord > 0) add("arcs", sizes.chord, "chords leave their arcs by this at most");
  if (sizes.turn > 0) {
    add("turns", sizes.turn, "turning tools are taken at the middle of small turns; by samples, not proved");
  }
  if (sizes.tool_excess > 0) add("tool", sizes.tool_excess, "convex pieces stand out of the tool");
  if (sizes.path_tolerance > 0) {
    add("path mode (G64)", sizes.path_tolerance, "the machine may leave the programmed path by this");
  }
  const Box& box = stock.bounds();
  const double size = std::max(max_abs(box.lower), max_abs(box.upper));
  add("rounding", kSearchGap + size * 1e-12, "searches stop, and doubles are rounded");
}

void judge(const nc::Program& program, bool finished, nc::StockReport& report) {
  char text[400];
  if (!finished || report.unchecked > 0 || !program.complete()) {
    report.verdict = nc::GougeVerdict::not_verified;
    std::snprintf(text, sizeof text, "stock not verified: %s%llu of %llu motions were simulated%s",
                  finished ? "" : "stopped; ", static_cast<unsigned long long>(report.simulated),
                  static_cast<unsigned long long>(report.motions),
                  program.complete() ? "" : "; the program has errors");
  } else if (report.findings.empty() && report.findings_left_out == 0) {
    report.verdict = nc::GougeVerdict::clean;
    std::snprintf(
        text, sizeof text,
        "on lines %.4g mm apart no rapid motion, shank or holder of %llu motions meets material%s; between "
        "lines, nothing that holds a ball of radius %.4g mm is met",
        std::max({report.cell[0], report.cell[1], report.cell[2]}), static_cast<unsigned long long>(report.motions),
        report.compared ? ", and none is left above the part by more than the tolerance" : "", report.between_lines);
  } else {
    report.verdict = nc::GougeVerdict::findings;
    std::snprintf(text, sizeof text, "%llu motions with rapid tools, %llu with shanks, %llu with holders in material%s",
                  static_cast<unsigned long long>(report.rapids_in_stock),
                  static_cast<unsigned long long>(report.shanks_in_stock),
                  static_cast<unsigned long long>(report.holders_in_stock),
                  report.worst_excess > 0 ? "; material is left above the part" : "");
  }
  report.proved = text;
}

}  // namespace graze::detail::stock
