// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/log.h"

#include <cstdio>

namespace graze::nc {
namespace detail {

constexpr std::size_t kShownWord = 60;
constexpr std::uint64_t kKeptRemarks = 1000;  // notes and warnings; errors have a limit of their own

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, kShownWord)) out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kShownWord) out += "...";
  return out;
}

std::string shown(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", value);
  return buffer;
}

void Log::add(Severity severity, const Place& place, const Trouble& trouble) {
  const auto level = static_cast<std::size_t>(severity);
  const std::uint64_t count = ++outcome_.severities[level];
  if (severity == Severity::error || outcome_.severities[0] + outcome_.severities[1] <= kKeptRemarks) {
    Diagnostic d;
    d.severity = severity;
    d.kind = trouble.kind;
    d.place = place;
    if (trouble.column != 0) d.place.column = trouble.column;
    d.word = printable(trouble.word);
    d.message = trouble.message;
    d.advice = trouble.advice;
    outcome_.diagnostics.push_back(std::move(d));
  }
  if (severity == Severity::error && count >= static_cast<std::uint64_t>(max_errors_)) throw Halt{};
}

void Log::once(Severity severity, const Place& place, const Trouble& trouble) {
  if (said_.insert(trouble.message).second) add(severity, place, trouble);
}

}  // namespace detail

std::string describe(const Diagnostic& d, const Outcome& outcome) {
  static constexpr const char* kNames[] = {"note", "warning", "error"};
  const auto at = [&](const Place& place) {
    std::string text = place.file < outcome.files.size() ? outcome.files[place.file] : "?";
    return text + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
  };
  std::string text = at(d.place) + kNames[static_cast<std::size_t>(d.severity)] + ": " + d.message;
  if (!d.word.empty()) text += " [" + d.word + "]";
  if (!d.advice.empty()) text += "; " + d.advice;
  for (std::uint32_t i = d.place.calls; i != 0 && i < outcome.stacks.size(); i = outcome.stacks[i].outer) {
    text += "\n" + at(outcome.stacks[i].from) + "note: called " + outcome.stacks[i].callee + " here";
  }
  return text;
}

}  // namespace graze::nc
