// SPDX-License-Identifier: Apache-2.0
#include "calibration_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "command.h"

namespace graze::cli {
namespace {

using bench::Bootstrap;
using bench::Interval;
using bench::Trace;

constexpr std::size_t kFewestOfAKind = 20;  // of poses held back that collide, or that are free
constexpr double kEpsilons[] = {0.10, 0.05, 0.02};

Measured measured(const Trace& trace, const Bootstrap& bootstrap) {
  return {bench::reliability_of(trace.claims), bootstrap.calibration_error(trace), bootstrap.brier(trace)};
}

/// Why these poses cannot show anything about probabilities; empty when they can.
std::string too_little(const Trace& trace, std::size_t runs) {
  const std::size_t fewer = std::min(trace.colliding, trace.poses - trace.colliding);
  if (trace.claims.empty()) return "every query ended at its first step, so that no probability was ever told";
  if (runs < bench::kFewestRuns) {
    return fmt::format("{} held back in {} are too few; give 300 poses at least, thousands are better",
                       counted(trace.poses, "pose"), counted(runs, "run"));
  }
  if (fewer < kFewestOfAKind) {
    return fmt::format("of the {} held back {} {}: too few", counted(trace.poses, "pose"), grouped(fewer),
                       fewer == trace.colliding ? "collide" : "are free");
  }
  return {};
}

Statement about_error(const Interval& error, double most, const std::string& too_few) {
  Statement out{fmt::format("the calibration error is at most {:g}", most), false};
  if (!too_few.empty()) {
    out.text += ": " + too_few;
  } else {
    out.shown = error.high <= most;
    out.text += fmt::format(": {:.3f}, and with 95 % confidence at most {:.3f}", error.value, error.high);
  }
  return out;
}

Statement about_gain(const Interval& gain, const std::string& too_few) {
  Statement out{"better than the shipped weights", false};
  if (!too_few.empty()) {
    out.text += ": " + too_few;
  } else {
    out.shown = gain.low > 0;
    out.text += fmt::format(": the Brier score falls by {:.4f} ({:.4f} to {:.4f})", gain.value, gain.low, gain.high);
  }
  return out;
}

Statement about_epsilon(double epsilon, const bench::Verdicts& verdicts, const Bootstrap& bootstrap) {
  const Interval error = bootstrap.error(verdicts);
  Statement out{
      fmt::format("--epsilon {:g} errs in at most {:g} % of the verdicts it stops at", epsilon, 100 * epsilon), false};
  if (verdicts.stopped() == 0) {
    out.text += ": it stopped none";
    return out;
  }
  out.shown = error.high <= epsilon;
  out.text += fmt::format(": {} wrong of {}, {:.1f} %, and with 95 % confidence at most {:.1f} %",
                          grouped(verdicts.errors()), grouped(verdicts.stopped()), 100 * error.value, 100 * error.high);
  return out;
}

Json interval_json(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

Json measured_json(const Measured& m) {
  Json bins = Json::array();
  for (const Reliability::Bin& bin : m.reliability.bins) {
    bins.push_back({{"claimed", bin.claimed}, {"observed", bin.observed}, {"count", bin.count}});
  }
  return {{"claims", m.reliability.states},
          {"bins", bins},
          {"calibration_error", interval_json(m.calibration_error)},
          {"brier", interval_json(m.brier)}};
}

std::string bins_text(const Reliability& r) {
  constexpr int kWidth = 40;
  std::string text =
      "  claimed   mean  observed  claims  0 . . . . . . . 0.5 . . . . . . . . 1   (+ claimed, # observed)\n";
  for (std::size_t i = 0; i < r.bins.size(); ++i) {
    const Reliability::Bin& bin = r.bins[i];
    if (bin.count == 0) continue;
    std::string line(kWidth + 1, ' ');
    const auto mark = [&](double p, char c) { line[static_cast<std::size_t>(std::lround(p * kWidth))] = c; };
    mark(bin.claimed, '+');
    mark(bin.observed, '#');
    line.erase(line.find_last_not_of(' ') + 1);
    text += fmt::format("  {:.1f}-{:.1f}  {:.3f}     {:.3f} {:>7}  {}\n", 0.1 * static_cast<double>(i),
                        0.1 * static_cast<double>(i + 1), bin.claimed, bin.observed, bin.count, line);
  }
  return text;
}

std::string interval_text(const Interval& x) {
  return fmt::format("{:.4f} ({:.4f} to {:.4f})", x.value, x.low, x.high);
}

}  // namespace

void measure_calibration(const Model& a, const Model& b, std::span<const Pose> held, const Calibration& calibration,
                         double most, CalibrationReport& report) {
  TimedWorkspace plain, corrected;
  corrected.use(calibration);
  const Trace before = bench::trace(a, b, held, plain, bench::Asked::at_each_look),
              after = bench::trace(a, b, held, corrected, bench::Asked::at_each_look);
  const Bootstrap bootstrap(held.size(), report.run);
  report.shipped = measured(before, bootstrap);
  report.calibrated = measured(after, bootstrap);
  const std::string too_few = too_little(after, report.runs);
  report.statements = {about_error(report.calibrated.calibration_error, most, too_few),
                       about_gain(bootstrap.gain(before, after), too_few)};
  for (const double epsilon : kEpsilons) {
    Budget budget;
    budget.epsilon = epsilon;
    const bench::Verdicts verdicts = bench::verdicts_of(a, b, held, budget, corrected);
    report.statements.push_back(
        too_few.empty() ? about_epsilon(epsilon, verdicts, bootstrap)
                        : Statement{fmt::format("--epsilon {:g} keeps its word: {}", epsilon, too_few), false});
  }
  report.statements.push_back({fmt::format("certain verdicts are right: {} wrong of {}",
                                           grouped(after.wrong_but_certain), grouped(after.poses)),
                               after.wrong_but_certain == 0});
}

std::string report_text(const CalibrationReport& r) {
  std::string text = fmt::format("pair              {}, {}\n", r.a, r.b);
  text += fmt::format("poses             {}\n", r.distribution);
  text += fmt::format("                  {}, {} collide; {} to fit, {} held back in {} of {}\n", grouped(r.poses),
                      grouped(r.colliding), grouped(r.fitted), grouped(r.held), counted(r.runs, "run"), r.run);
  text += fmt::format("\nReliability on the poses held back: {} of unfinished queries, at each look\n",
                      counted(r.calibrated.reliability.states, "claim"));
  if (r.calibrated.reliability.states > 0) text += bins_text(r.calibrated.reliability);
  text += fmt::format("\ncalibration error {}; shipped weights {}\n", interval_text(r.calibrated.calibration_error),
                      interval_text(r.shipped.calibration_error));
  text += fmt::format("Brier score       {}; shipped weights {}\n", interval_text(r.calibrated.brier),
                      interval_text(r.shipped.brier));
  text += "\nFor poses like these, and no others:\n";
  for (const Statement& s : r.statements) text += fmt::format("  {:<10} {}\n", s.shown ? "shown" : "NOT SHOWN", s.text);
  return text;
}

Json report_json(const CalibrationReport& r) {
  Json statements = Json::array();
  for (const Statement& s : r.statements) statements.push_back({{"statement", s.text}, {"shown", s.shown}});
  return {{"poses", r.poses},
          {"colliding", r.colliding},
          {"fitted", r.fitted},
          {"held_back", r.held},
          {"run", r.run},
          {"runs", r.runs},
          {"reliability", measured_json(r.calibrated)},
          {"reliability_shipped", measured_json(r.shipped)},
          {"statements", statements}};
}

}  // namespace graze::cli
