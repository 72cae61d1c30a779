// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {

void ReadContext::fail(std::uint64_t line, const std::string& message, ErrorCode code) const {
  throw Error(code, message, file, Position::line(line));
}

std::string ReadContext::place(std::uint64_t line) const {
  return file.filename().string() + ":" + std::to_string(line);
}

Tool ReadContext::at_line(std::uint64_t line, const std::function<Tool()>& make) const {
  try {
    return make();
  } catch (const Error& error) {
    if (!error.file().empty()) throw;
    throw Error(error.code(), error.message(), file, Position::line(line));
  }
}

void ReadContext::add(int number, std::string_view name, std::uint64_t line, const std::function<Tool()>& make) const {
  try {
    Tool tool = at_line(line, make);
    tool.number = number;
    tool.name = printable(name);
    tool.source = place(line) + (tool.source.empty() ? "" : ": " + tool.source);
    library.tools.push_back(std::move(tool));
  } catch (const Error& error) {
    library.refused.push_back({number, printable(name), error.what()});
  }
}

std::optional<double> Fields::number(std::initializer_list<std::string_view> names) {
  std::optional<double> result;
  std::string_view first;
  for (const std::string_view name : names) {
    const Json* value = find(name);
    if (!value || value->is(Json::Kind::null)) continue;
    if (!value->is(Json::Kind::number)) context_.fail(value->line, in_quotes(name) + " is not a number");
    if (result && *result != value->number) {
      context_.fail(value->line, in_quotes(first) + " and " + in_quotes(name) + " mean the same and differ");
    }
    result = value->number;
    first = name;
  }
  return result;
}

double Fields::required(std::initializer_list<std::string_view> names) {
  const std::optional<double> value = number(names);
  if (!value) fail("no " + in_quotes(*names.begin()));
  return *value;
}

const Json* Fields::find(std::string_view name) {
  read_.emplace_back(name);
  return object_.find(name);
}

std::string Fields::text(std::string_view name) {
  const Json* value = find(name);
  if (!value || value->is(Json::Kind::null)) return {};
  if (!value->is(Json::Kind::text)) context_.fail(value->line, in_quotes(name) + " is not a text");
  return value->text;
}

std::string Fields::required_text(std::string_view name) {
  std::string value = text(name);
  if (value.empty()) fail("no " + in_quotes(name));
  return value;
}

void Fields::refuse_unknown() const {
  for (std::size_t i = 0; i < object_.keys.size(); ++i) {
    const std::string& key = object_.keys[i];
    if (std::find(read_.begin(), read_.end(), key) == read_.end()) {
      context_.fail(object_.items[i].line, in_quotes(key) + " is not known here");
    }
  }
}

std::vector<Segment> read_segments(const Json& list, double unit, const ReadContext& context, std::string_view lower,
                                   std::string_view upper) {
  if (!list.is(Json::Kind::list)) context.fail(list.line, "segments must be a list");
  std::vector<Segment> segments;
  for (const Json& item : list.items) {
    if (!item.is(Json::Kind::object)) context.fail(item.line, "a segment must be an object");
    Fields fields(item, context);
    segments.push_back(
        {fields.required({"height"}) * unit, fields.required({lower}) * unit, fields.required({upper}) * unit});
  }
  return segments;
}

double assumed_cutting_length(double diameter, const ToolReadOptions& options, std::string& assumed) {
  if (options.cutting_length > 0) {
    assumed += "; cutting length " + number_text(options.cutting_length) + " mm as told";
    return options.cutting_length;
  }
  const double length = std::max(100.0, 10 * diameter);
  assumed += "; no length is given: taken as cutting, and as wide as the cutter, up to " + number_text(length) +
             " mm; no holder";
  return length;
}

}  // namespace graze::nc::detail::tools
