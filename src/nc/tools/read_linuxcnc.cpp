// SPDX-License-Identifier: Apache-2.0
// LinuxCNC's tool table: T1 P1 Z51.2 D6 ;remark. Machine units, a diameter, no shape.
#include <algorithm>
#include <vector>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

struct Row {
  std::optional<int> number;
  std::optional<double> diameter;
};

Row read_row(std::string_view words, std::uint64_t line, const ReadContext& context) {
  Row row;
  std::string seen;
  for (std::string_view rest = trim(words); !rest.empty(); rest = trim(rest)) {
    const char letter = lower(rest.substr(0, 1))[0];
    if (std::string_view("tpxyzabcuvwdijq").find(letter) == std::string_view::npos) {
      context.fail(line, "no word of a tool table: " + in_quotes(rest.substr(0, rest.find_first_of(" \t"))));
    }
    if (seen.find(letter) != std::string::npos) context.fail(line, std::string("two words ") + letter);
    seen += letter;
    const std::string_view word = rest;
    rest = trim(rest.substr(1));
    const std::string_view digits = rest;
    const std::optional<double> value = take_number(rest);
    if (!value) context.fail(line, "no number: " + in_quotes(word.substr(0, word.find_first_of(" \t"))));
    if (letter == 't') {
      row.number = to_integer(digits.substr(0, digits.size() - rest.size()));
      if (!row.number) context.fail(line, "the tool number is not a whole one");
    }
    if (letter == 'd') row.diameter = value;
  }
  if (!row.number) context.fail(line, "no tool number (T)");
  return row;
}

}  // namespace

void read_linuxcnc(const ReadContext& context) {
  if (context.options.unit == 0) {
    context.fail(1, "a LinuxCNC tool table names no unit: tell the machine's (mm or inches)",
                 ErrorCode::invalid_option);
  }
  std::uint64_t line = 0;
  std::vector<int> numbers;
  for (std::string_view text = context.text; !text.empty();) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t remark = std::min(whole.find(';'), whole.size());
    if (trim(whole.substr(0, remark)).empty()) continue;
    const Row row = read_row(whole.substr(0, remark), line, context);
    if (std::find(numbers.begin(), numbers.end(), *row.number) != numbers.end()) {
      context.fail(line, "tool " + std::to_string(*row.number) + " twice");
    }
    numbers.push_back(*row.number);
    const std::string_view name = trim(whole.substr(std::min(remark + 1, whole.size())));
    context.add(*row.number, name, line, [&] {
      if (!row.diameter) refuse("no diameter (D)");
      if (!context.options.flat) {
        refuse("a LinuxCNC tool table tells no shape: say that its tools are flat end mills, or give a tool library");
      }
      const double diameter = require_length(*row.diameter * context.options.unit, "the diameter");
      std::string assumed = "a flat end mill, as told";
      Body body;
      body.cutting_length = assumed_cutting_length(diameter, context.options, assumed);
      Tool tool = flat_mill(diameter, body);
      tool.source = assumed;
      return tool;
    });
  }
  if (numbers.empty()) context.fail(std::max<std::uint64_t>(line, 1), "no tools");
}

}  // namespace graze::nc::detail::tools
