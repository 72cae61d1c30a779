// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/words.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace graze::nc {

std::string_view name(FindingKind kind) {
  static constexpr std::array<std::string_view, 14> kNames = {
      "gouge-cutter",    "gouge-shank", "gouge-holder", "fixture",   "near-miss",    "rapid-in-stock", "shank-in-stock",
      "holder-in-stock", "excess",      "undecided",    "unchecked", "tool-missing", "program",        "travel-limit"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(GougeVerdict verdict) {
  switch (verdict) {
    case GougeVerdict::clean:
      return "clean";
    case GougeVerdict::findings:
      return "findings";
    default:
      return "not verified";
  }
}

namespace detail {
namespace {

std::string_view part_name(Part part) {
  return part == Part::cutting ? "cutter" : part == Part::shank ? "shank" : "holder";
}

std::string at_text(const Finding& f) {
  return " at X" + millimetres(f.tip.x) + " Y" + millimetres(f.tip.y) + " Z" + millimetres(f.tip.z) +
         ", t=" + millimetres(f.t).substr(0, 4);
}

std::string bounds(double lower, double upper) {
  if (!std::isfinite(upper)) return "at least " + millimetres(lower) + " mm";
  if (!std::isfinite(lower) || lower < 0) return "at most " + millimetres(upper) + " mm";
  const std::string low = millimetres(lower), high = millimetres(upper);
  return (low == high ? low : low + ".." + high) + " mm";
}

/// How near, of a depth between bounds.
std::string distance_text(const Finding& f) {
  if (f.lower > 0) return bounds(f.lower, f.upper) + " deep";
  const double near = std::max(0.0, -f.upper);
  if (!std::isfinite(f.lower)) return millimetres(near) + " mm away or more";
  const std::string low = millimetres(near), high = millimetres(-f.lower);
  return (low == high ? low : low + ".." + high) + " mm away";
}

std::string needs_text(const Finding& f) {
  return f.allowed > 0 ? " (tol " + millimetres(f.allowed) + ")" : " (needs " + millimetres(-f.allowed) + ")";
}

}  // namespace

std::string millimetres(double value) {
  std::array<char, 64> text{};
  const double size = std::abs(value);
  const int digits = size == 0 || size >= 1e-3 ? 3 : 6;
  const char* format = size < 1e15 ? "%.*f" : "%.*g";  // however large, it fits
  const int length = std::snprintf(text.data(), text.size(), format, digits, value == 0 ? 0.0 : value);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string message_of(const Finding& f, const std::string& type, const std::string& body) {
  const std::string tool =
      " T" + std::to_string(f.tool) + (type.empty() ? "" : " " + type) + " " + std::string(part_name(f.part));
  std::string text;
  switch (f.kind) {
    case FindingKind::gouge_cutter:
    case FindingKind::gouge_shank:
    case FindingKind::gouge_holder:
      text = f.allowed >= 0 ? "gouge " + bounds(f.lower, f.upper) + " (tol " + millimetres(f.allowed) + ")"
                            : "gouge into the stock to leave, " + distance_text(f) + needs_text(f);
      text += tool + at_text(f);
      break;
    case FindingKind::fixture:
      text = "fixture " + body + ": " + distance_text(f) + needs_text(f) + tool + at_text(f);
      break;
    case FindingKind::near_miss:
      text = "near miss, " + distance_text(f) + needs_text(f) + tool + at_text(f);
      break;
    case FindingKind::undecided:
      text = "undecided: depth " + millimetres(f.lower) + " to " + millimetres(f.upper) + " mm (tol " +
             millimetres(f.allowed) + ")" + tool + (f.body == 0 ? "" : " and " + body) + at_text(f);
      break;
    default:
      text = f.message;
  }
  const bool gouge =
      f.kind == FindingKind::gouge_cutter || f.kind == FindingKind::gouge_shank || f.kind == FindingKind::gouge_holder;
  if (gouge && f.raise > 0) text += ", raise " + millimetres(f.raise);
  if (f.motions > 1) text += "; " + std::to_string(f.motions) + " motions";
  if (f.motions > 1 && f.first.line != f.last.line) {
    text += ", lines " + std::to_string(f.first.line) + " to " + std::to_string(f.last.line);
  }
  return text;
}

Finding turned_note(const BodyUsed& body, std::size_t turned) {
  Finding f;
  f.kind = FindingKind::program;
  f.severity = Severity::note;
  f.motions = 0;
  f.upper = f.lower;
  f.place.line = f.place.column = 1;
  f.first = f.last = f.place;
  f.message = body.name + ": " + std::to_string(turned) + " of " + std::to_string(body.triangles) +
              " triangles look inward or down and were turned";
  return f;
}

Finding finding_of(const Diagnostic& d) {
  Finding f;
  f.kind = FindingKind::program;
  f.severity = d.severity;
  f.place = f.first = f.last = d.place;
  f.motions = 0;
  f.message = d.message;
  f.word = d.word;
  f.advice = d.advice;
  f.upper = f.lower;
  return f;
}

}  // namespace detail
}  // namespace graze::nc
