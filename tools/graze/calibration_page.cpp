// SPDX-License-Identifier: Apache-2.0
// The page of `graze calibrate --html`: one file with the reliability diagram as SVG, which loads nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibration_report.h"
#include "command.h"

namespace graze::cli {
namespace {

constexpr const char* kHead = R"(<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>
:root{color-scheme:light dark;--ink:#1c1f24;--soft:#666;--line:#d9dce1;--paper:#fff;--ours:#2563a8;--old:#c8641f}
@media(prefers-color-scheme:dark){:root{--ink:#dfe2e7;--soft:#9aa1ab;--line:#3a3f47;--paper:#16181c;--ours:#7db2ee}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:860px;padding:24px}
h1{font-size:24px;margin:0 0 4px}h2{font-size:17px;margin:28px 0 4px}.soft{color:var(--soft)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:3px 10px;border-bottom:1px solid var(--line);
text-align:right}th:first-child,td:first-child{text-align:left}li{margin:4px 0}ul{list-style:none;padding:0}
.mark{display:inline-block;border-radius:4px;padding:0 7px;font-size:12px;font-weight:600;color:#fff;margin-right:6px}
.yes{background:#2f8a57}.no{background:#a8324a}svg{max-width:100%;height:auto}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}.g{stroke:var(--line)}.ours{fill:var(--ours);stroke:var(--ours)}
.old{fill:none;stroke:var(--old)}
</style>)";

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Claimed across, observed upwards; a claim that is true lies on the diagonal. Bars are Wilson's 95 % of a bin.
std::string diagram(const CalibrationReport& report) {
  constexpr double kLeft = 56, kTop = 14, kSide = 380;
  const auto x = [](double p) { return kLeft + kSide * p; };
  const auto y = [](double p) { return kTop + kSide * (1 - p); };
  std::string out =
      fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" role=\"img\" aria-label=\"Reliability diagram\">",
                  kLeft + kSide + 20, kTop + kSide + 50);
  for (int i = 0; i <= 10; i += 2) {
    const double p = 0.1 * i;
    out += fmt::format("<line class=\"g\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>", x(0), x(1), y(p), y(p));
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.1f}</text>", x(0) - 6, y(p) + 4, p);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{:.1f}</text>", x(p), y(0) + 18, p);
  }
  out += fmt::format("<line class=\"g\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke-dasharray=\"4 4\"/>", x(0), y(0),
                     x(1), y(1));
  out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">claimed probability of a collision</text>", x(0.5),
                     y(0) + 40);
  out += fmt::format("<text x=\"14\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {0})\">observed</text>",
                     y(0.5));
  std::string path;
  for (const Reliability::Bin& bin : report.shipped.reliability.bins) {
    if (bin.count == 0) continue;
    path += fmt::format("{:.1f},{:.1f} ", x(bin.claimed), y(bin.observed));
  }
  out += "<polyline class=\"old\" stroke-width=\"1.5\" points=\"" + path + "\"/>";
  std::size_t most = 1;
  for (const Reliability::Bin& bin : report.calibrated.reliability.bins) most = std::max(most, bin.count);
  for (const Reliability::Bin& bin : report.calibrated.reliability.bins) {
    if (bin.count == 0) continue;
    const auto hits = static_cast<std::size_t>(std::lround(bin.observed * static_cast<double>(bin.count)));
    const bench::Interval spread = bench::share(hits, bin.count);
    const double size = 3 + 6 * static_cast<double>(bin.count) / static_cast<double>(most);
    out += fmt::format("<line class=\"ours\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>",
                       x(bin.claimed), y(spread.low), y(spread.high));
    out += fmt::format(
        "<circle class=\"ours\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"><title>{} claims: {:.3f} claimed, "
        "{:.3f} observed</title></circle>",
        x(bin.claimed), y(bin.observed), size, bin.count, bin.claimed, bin.observed);
  }
  return out + "</svg>";
}

std::string number_row(const char* name, const bench::Interval& ours, const bench::Interval& shipped) {
  return fmt::format("<tr><td>{}</td><td>{:.4f}</td><td>{:.4f} to {:.4f}</td><td>{:.4f}</td></tr>", name, ours.value,
                     ours.low, ours.high, shipped.value);
}

}  // namespace

std::string calibration_page(const CalibrationReport& r) {
  std::string out = kHead;
  const std::string title = escaped(fmt::format("Calibration of {} and {}", r.a, r.b));
  out += "<title>" + title + "</title><h1>" + title + "</h1>";
  out += fmt::format(
      "<p class=\"soft\">Poses: {}. {} in all, {} of them collide; {} to fit, {} held back in {} of {}. What "
      "follows holds for poses like these, and no others.</p>",
      escaped(r.distribution), grouped(r.poses), grouped(r.colliding), grouped(r.fitted), grouped(r.held),
      counted(r.runs, "run"), r.run);
  out += "<h2>What was shown</h2><ul>";
  for (const Statement& s : r.statements) {
    out += fmt::format("<li><span class=\"mark {}\">{}</span>{}</li>", s.shown ? "yes" : "no",
                       s.shown ? "shown" : "not shown", escaped(s.text));
  }
  out += "</ul><h2>Reliability on the poses held back</h2>" + diagram(r);
  out += fmt::format(
      "<p class=\"soft\">{} of unfinished queries, at each look. Dots: calibrated, larger for more "
      "claims, with the 95 % range of a bin; line: shipped weights; dashed: claims that are true.</p>",
      counted(r.calibrated.reliability.states, "claim"));
  out += "<table><tr><th></th><th>calibrated</th><th>95 %</th><th>shipped weights</th></tr>";
  out += number_row("Expected calibration error", r.calibrated.calibration_error, r.shipped.calibration_error);
  out += number_row("Brier score", r.calibrated.brier, r.shipped.brier);
  return out + "</table></html>\n";
}

}  // namespace graze::cli
