// SPDX-License-Identifier: Apache-2.0
// The answer of `graze gouge` for people, and its findings as CSV.
#include <fmt/format.h>

#include <cmath>

#include "command.h"
#include "gouge.h"

namespace graze::cli {
namespace {

std::string_view severity_text(nc::Severity severity) {
  return severity == nc::Severity::error ? "error" : severity == nc::Severity::warning ? "warning" : "note";
}

constexpr std::size_t kCallsTold = 4;  // of those that lead to a place

std::string finding_line(const nc::Finding& f, const nc::Outcome& outcome) {
  std::string text = fmt::format("{}: {}: {}", place_text(f.place, outcome), severity_text(f.severity), f.message);
  if (!f.word.empty()) text += fmt::format(" [{}]", f.word);
  if (!f.advice.empty()) text += "; " + f.advice;
  std::size_t calls = 0;
  for (std::uint32_t call = f.place.calls; call != 0 && call < outcome.stacks.size();
       call = outcome.stacks[call].outer) {
    if (++calls <= kCallsTold) text += fmt::format("; called at {}", place_text(outcome.stacks[call].from, outcome));
  }
  if (calls > kCallsTold) text += fmt::format("; and {} more", calls - kCallsTold);
  return text + "\n";
}

std::string tools_text(const GougeRun& run) {
  std::string text;
  for (const nc::ToolUsed& tool : run.report.tools) {
    if (tool.motions == 0) continue;
    text += fmt::format("tool T{}: {} {:g} mm{}{}, {}\n", tool.number, tool.type, tool.diameter,
                        tool.has_shank ? ", shank" : "", tool.has_holder ? ", holder" : "",
                        counted(tool.motions, "motion"));
    if (!tool.source.empty()) text += fmt::format("  {}\n", tool.source);
  }
  return text;
}

std::string errors_text(const nc::GougeReport& report) {
  std::string within, beside;
  for (const nc::ErrorTerm& term : report.errors) {
    std::string& list = term.in_bounds ? within : beside;
    list += fmt::format("{}{} {:.3g}", list.empty() ? "" : ", ", term.name, term.mm);
  }
  return fmt::format("errors, mm: in the bounds {}; beside them {}\n", within, beside);
}

std::string csv_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

/// Quoted where it must be (RFC 4180).
std::string csv_word(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string place_text(const nc::Place& place, const nc::Outcome& outcome) {
  const std::string file = place.file < outcome.files.size() ? outcome.files[place.file] : "program";
  return place.line == 0 ? file : fmt::format("{}:{}:{}", file, place.line, place.column == 0 ? 1 : place.column);
}

std::string gouge_text(const GougeRun& run, bool quiet) {
  const nc::GougeReport& report = run.report;
  std::string text;
  for (const nc::Finding& f : report.findings) text += finding_line(f, run.outcome);
  if (report.findings_left_out > 0) {
    text += fmt::format("and {} more (--max-findings)\n", counted(report.findings_left_out, "finding"));
  }
  if (!quiet) {
    for (const nc::BodyUsed& body : report.bodies) {
      text += fmt::format("{}: {}, {}\n", body.name, counted(body.triangles, "triangle"),
                          body.closed ? "closed" : "an open surface: the part is behind its faces");
    }
    text += tools_text(run);
    text += fmt::format("{}: {} clean, {} with findings, {} undecided, {} unchecked; {} checked in {:.2f} s\n",
                        counted(report.motions, "motion"), grouped(report.clean), grouped(report.gouging),
                        grouped(report.undecided), grouped(report.unchecked), counted(report.moves, "move"),
                        report.seconds);
    text += errors_text(report);
  }
  text += fmt::format("{}: {}\n", name(report.verdict), report.proved);
  return run.stock ? text + stock_text(*run.stock, quiet) : text;
}

std::string gouge_csv(const GougeRun& run) {
  std::string text =
      "file,line,column,severity,kind,tool,part,body,lower_mm,upper_mm,allowed_mm,raise_mm,t,tip_x,tip_y,tip_z,"
      "contact_x,contact_y,contact_z,triangle,motion,motions,first_line,last_line,message\n";
  auto out = std::back_inserter(text);
  for (const nc::Finding& f : run.report.findings) {
    const std::string file = f.place.file < run.outcome.files.size() ? run.outcome.files[f.place.file] : "";
    const char* part = f.part == nc::Part::cutting ? "cutter" : f.part == nc::Part::shank ? "shank" : "holder";
    fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_word(file),
                   f.place.line, f.place.column, severity_text(f.severity), name(f.kind), f.tool, part,
                   csv_word(run.report.bodies[f.body].name), csv_number(f.lower), csv_number(f.upper), f.allowed,
                   f.raise > 0 ? csv_number(f.raise) : std::string(), f.t, f.tip.x, f.tip.y, f.tip.z, f.contact.x,
                   f.contact.y, f.contact.z, f.triangle == kNoTriangle ? std::string() : std::to_string(f.triangle),
                   f.motion, f.motions, f.first.line, f.last.line, csv_word(f.message));
  }
  return text;
}

}  // namespace graze::cli
