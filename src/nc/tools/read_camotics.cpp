// SPDX-License-Identifier: Apache-2.0
// CAMotics projects and tool tables: {"tools": {"1": {units, shape, length, diameter, snub_diameter, description}}}.
#include <algorithm>
#include <cmath>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

constexpr double kSpheroidExcess = 1e-3;  // mm

/// Half axes a (radius) and h (height): a circle's tangents, stretched. The corners of the tangents lie outside by the
/// circle's share of the larger half axis at most.
Tool spheroid(double a, double h) {
  Outline outline;
  if (a == h) {
    outline.arc_to(0, 2 * a, {0, a}, Part::cutting);
    return assemble(std::move(outline), {}, "ball");
  }
  const double larger = std::max(a, h);
  const double half_step = std::acos(1 / (1 + kSpheroidExcess / larger));
  const int n = static_cast<int>(std::ceil(90 * kDegree / half_step));  // tangents' corners from tip to top
  const double step = 180 * kDegree / n, reach = 1 / std::cos(step / 2);
  for (int i = 0; i < n; ++i) {
    const double phi = (i + 0.5) * step;  // from the tip
    const double z = i == 0 ? 0 : i == n - 1 ? 2 * h : h - h * reach * std::cos(phi);
    outline.line_to(a * reach * std::sin(phi), z, Part::cutting);
  }
  return assemble(std::move(outline), {}, "spheroid");
}

Tool read_tool(const Json& json, const ReadContext& context) {
  Fields fields(json, context);
  const std::string unit_name = fields.required_text("units"), shape = lower(fields.required_text("shape"));
  const std::optional<double> unit = unit_of(unit_name);
  if (!unit) fields.fail("unknown unit " + in_quotes(unit_name));
  std::optional<double> diameter = fields.number({"diameter"});
  if (const std::optional<double> radius = fields.number({"radius"}); radius && !diameter) diameter = 2 * *radius;
  if (!diameter) fields.fail("no \"diameter\"");
  const double d = require_length(*diameter * *unit, "the diameter");
  Body body;
  body.cutting_length = require_length(fields.required({"length"}) * *unit, "the length");
  Tool tool;
  if (shape == "cylindrical") {
    tool = flat_mill(d, body);
  } else if (shape == "ballnose") {
    tool = ball_mill(d, body);
  } else if (shape == "conical" || shape == "snubnose") {
    const double tip = shape == "conical" ? 0 : fields.required({"snub_diameter"}) * *unit;
    require_within(tip, 0, kMaxSize, "the snub diameter");
    Outline outline;
    outline.line_to(tip / 2, 0, Part::cutting);
    outline.line_to(d / 2, body.cutting_length, Part::cutting);
    tool = assemble(std::move(outline), {}, "chamfer");
  } else if (shape == "spheroid") {
    tool = spheroid(d / 2, body.cutting_length / 2);
  } else {
    fields.fail("unknown shape " + in_quotes(shape));
  }
  tool.source = shape + "; CAMotics knows no shank and no holder: nothing is checked above " +
                number_text(body.cutting_length) + " mm";
  if (tool.type == "spheroid") tool.source += "; enclosed by tangents, at most 1 um too large";
  return tool;
}

}  // namespace

void read_camotics(const Json& json, const ReadContext& context) {
  const Json* tools = json.find("tools");
  if (!tools) tools = &json;
  if (!tools->is(Json::Kind::object)) context.fail(tools->line, "\"tools\" is not an object");
  for (std::size_t i = 0; i < tools->items.size(); ++i) {
    const Json& item = tools->items[i];
    const std::optional<int> number = to_integer(tools->keys[i]);
    if (!number) context.fail(item.line, in_quotes(tools->keys[i]) + " is no tool number");
    if (!item.is(Json::Kind::object)) context.fail(item.line, "a tool must be an object");
    const Json* description = item.find("description");
    context.add(*number, description ? description->text : "", item.line, [&] { return read_tool(item, context); });
  }
  if (tools->items.empty()) context.fail(json.line, "no tools");
}

}  // namespace graze::nc::detail::tools
