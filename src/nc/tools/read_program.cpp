// SPDX-License-Identifier: Apache-2.0
// Tools that posts describe in a program's comments:
//   (T2 D=6. CR=0.5 TAPER=118deg - ZMIN=-29.5 - BULLNOSE END MILL)    Fusion, HSM: in the program's unit
//   (T2 = End Mill {0.5 inches})                                      VCarve: with its own unit
#include <algorithm>
#include <cmath>
#include <limits>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Comment {
  std::string_view text;
  std::uint64_t line;
};

struct Scan {
  std::vector<Comment> comments;
  bool inch = false, mm = false;  // G20 or G70, G21 or G71 among the words
};

/// A whole G word at the start of `text`: "G20", "g020", not "G20.1" nor "G200".
bool is_g(std::string_view text, int first, int second) {
  std::size_t i = 1;
  while (i < text.size() && text[i] == '0') ++i;
  int value = 0;
  const std::size_t begin = i;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9' && i < begin + 4) value = 10 * value + (text[i++] - '0');
  return i > begin && (i == text.size() || text[i] != '.') && (value == first || value == second);
}

Scan scan(std::string_view text) {
  Scan result;
  std::uint64_t line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '(' || c == ';') {
      const std::size_t line_end = std::min(text.find('\n', i), text.size());
      const std::size_t end = c == ';' ? line_end : std::min(text.find(')', i), line_end);
      result.comments.push_back({trim(text.substr(i + 1, end - i - 1)), line});
      i = end;
      if (i < text.size() && text[i] == ')') ++i;
      continue;
    }
    if (c == '\n') ++line;
    if (c == 'G' || c == 'g') {
      result.inch = result.inch || is_g(text.substr(i), 20, 70);
      result.mm = result.mm || is_g(text.substr(i), 21, 71);
    }
    ++i;
  }
  return result;
}

/// The number behind `key` ("D="), where a blank is before it.
double value_of(std::string_view text, std::string_view key) {
  const std::string upper_text = lower(text);
  std::size_t at = upper_text.find(' ' + std::string(key));
  if (at == std::string::npos) return kNone;
  std::string_view rest = text.substr(at + 1 + key.size());
  const std::optional<double> value = take_number(rest);
  if (!value) refuse("no number behind " + in_quotes(key));
  return *value;
}

/// "T2 ..." or "T2=...": its number, and the text behind.
std::optional<int> take_tool_number(std::string_view& text) {
  std::string_view rest = text;
  if (!rest.empty() && (rest.front() == 'T' || rest.front() == 't')) rest.remove_prefix(1);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const std::optional<int> number = to_integer(rest.substr(0, digits));
  if (number) text = rest.substr(digits);
  return number;
}

Tool read_fusion_comment(std::string_view text, double unit, const ReadContext& context) {
  if (unit == 0) {
    refuse("the program has no G20 or G21, or both: the comment's unit is not known; tell it");
  }
  const std::size_t dash = text.rfind(" - ");
  if (dash == std::string_view::npos) refuse("no type behind the last dash");
  const std::string type = lower(trim(text.substr(dash + 3)));
  const double angle = value_of(text, "taper=");
  FusionGeometry shape{value_of(text, "d=") * unit, value_of(text, "cr=") * unit, angle, angle, kNone};
  require_length(shape.diameter, "the diameter");
  std::string assumed = type + ", " + (unit == 1 ? "mm" : "inches");
  Body body;
  if ((type == "tapered mill" || type == "dovetail mill" || type == "slot mill" || type == "face mill") &&
      context.options.cutting_length == 0) {
    refuse("a comment tells no length, which the shape of a " + type + " depends on: tell a cutting length");
  }
  body.cutting_length = assumed_cutting_length(shape.diameter, context.options, assumed);
  Tool tool = make_fusion_tool(type, shape, body, assumed);
  tool.source = assumed;
  return tool;
}

/// "End Mill {0.5 inches}", "V-Bit {90 deg 1.25 inch}"
Tool read_vcarve_comment(std::string_view text, const ReadContext& context) {
  const std::size_t open = text.find('{'), close = text.find('}', open);
  const std::string name = lower(trim(text.substr(0, open)));
  std::string_view size = trim(text.substr(open + 1, close - open - 1));
  double angle = kNone;
  if (const std::size_t deg = lower(size).find("deg"); deg != std::string::npos) {
    angle = to_number(size.substr(0, deg)).value_or(kNone);
    size = trim(size.substr(deg + 3));
  }
  const std::optional<double> diameter = to_length(size);
  if (!diameter) refuse("no diameter with a unit in " + in_quotes(text.substr(open)));
  require_length(*diameter, "the diameter");
  std::string assumed = name;
  Body body;
  body.cutting_length = assumed_cutting_length(*diameter, context.options, assumed);
  Tool tool;
  if (name.find("v-bit") != std::string::npos && !std::isnan(angle)) {
    assumed += "; its point sharp";
    tool = chamfer_mill(*diameter, 0, 0, angle / 2, body);
  } else if (name.find("tapered") == std::string::npos && name.find("ball nose") != std::string::npos) {
    tool = ball_mill(*diameter, body);
  } else if (name.find("end mill") != std::string::npos) {
    tool = flat_mill(*diameter, body);
  } else {
    refuse("no profile is known for " + in_quotes(text));
  }
  tool.source = assumed;
  return tool;
}

}  // namespace

void read_program_comments(const ReadContext& context) {
  const Scan program = scan(context.text);
  double unit = context.options.unit;
  if (unit == 0 && program.inch != program.mm) unit = program.inch ? 25.4 : 1;
  std::vector<std::pair<int, std::string_view>> seen;  // posts repeat a tool's line before its operations
  for (const Comment& comment : program.comments) {
    std::string_view text = comment.text;
    const bool has_letter = text.starts_with("T") || text.starts_with("t");
    const std::optional<int> number = take_tool_number(text);
    if (!number) continue;
    const bool fusion = has_letter && lower(text).find(" d=") != std::string::npos;
    const std::string_view behind = trim(text);
    const bool vcarve =
        behind.starts_with("=") && behind.find('{') < behind.find('}') && behind.find('}') != std::string_view::npos;
    if (!fusion && !vcarve) continue;
    if (std::find(seen.begin(), seen.end(), std::pair{*number, behind}) != seen.end()) continue;
    seen.emplace_back(*number, behind);
    context.add(*number, fusion ? trim(text.substr(0, lower(text).find(" d="))) : trim(behind.substr(1)), comment.line,
                [&] {
                  return fusion ? read_fusion_comment(text, unit, context)
                                : read_vcarve_comment(trim(behind.substr(1)), context);
                });
  }
  if (seen.empty()) {
    throw Error(ErrorCode::format, "no tool file known here, and no comment such as (T2 D=6. CR=0. - FLAT END MILL)",
                context.file);
  }
}

}  // namespace graze::nc::detail::tools
