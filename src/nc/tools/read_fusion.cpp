// SPDX-License-Identifier: Apache-2.0
// Fusion's tool libraries as JSON: {"data": [{type, unit, description, geometry, shaft, holder, post-process}]}.
#include <cmath>
#include <limits>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

double unit_in(Fields& fields, const ReadContext& context) {
  const std::string name = fields.required_text("unit");
  const std::optional<double> unit = unit_of(name);
  if (!unit) context.fail(fields.object().line, "unknown unit " + in_quotes(name));
  return *unit;
}

/// The segments of "shaft" or "holder"; empty where there are none.
std::vector<Segment> segments_in(const Json& tool, const char* key, double unit, const ReadContext& context) {
  const Json* part = tool.find(key);
  const Json* list = part ? part->find("segments") : nullptr;
  return list && !list->is(Json::Kind::null) ? read_segments(*list, unit, context) : std::vector<Segment>{};
}

Tool read_tool(const Json& json, const ReadContext& context) {
  Fields fields(json, context);
  const std::string type = fields.required_text("type");
  const double unit = unit_in(fields, context);
  const Json* geometry = fields.find("geometry");
  if (!geometry || !geometry->is(Json::Kind::object)) fields.fail("no \"geometry\"");
  Fields g(*geometry, context);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  FusionGeometry shape{g.required({"DC"}) * unit, g.value_or({"RE"}, kNone) * unit, g.value_or({"TA"}, kNone),
                       g.value_or({"SIG"}, kNone), g.value_or({"tip-diameter"}, kNone) * unit};
  if (const std::optional<double> kapr = g.number({"KAPR"}); kapr && std::isnan(shape.side_angle)) {
    shape.side_angle = 90 - *kapr;
  }
  std::string assumed = printable(type);
  Body body;
  body.cutting_length = g.required({"LCF", "APMX"}) * unit;
  body.shank_diameter = g.value_or({"SFDM", "DMM"}, 0) * unit;
  const double shoulder = g.value_or({"shoulder-length", "LH"}, 0) * unit;
  const double shoulder_diameter = g.value_or({"shoulder-diameter", "DN"}, 0) * unit;
  if (shoulder > body.cutting_length && shoulder_diameter > 0) {
    body.neck_diameter = shoulder_diameter;
    body.neck_length = shoulder;
  }
  body.shaft = segments_in(json, "shaft", unit, context);
  double holder_unit = unit;
  if (const Json* holder = fields.find("holder"); holder && holder->is(Json::Kind::object)) {
    Fields h(*holder, context);
    if (holder->find("unit")) {
      holder_unit = unit_in(h, context);
    } else {
      assumed += "; the holder names no unit: the tool's";
    }
    body.holder = segments_in(json, "holder", holder_unit, context);
    if (!body.holder.empty()) assumed += ", holder " + printable(h.text("description"));
  }
  const double below = g.value_or({"LB"}, 0) * unit, overall = g.value_or({"OAL"}, 0) * unit;
  if (body.holder.empty()) {
    body.length = overall > 0 ? overall : below;
    assumed += "; no holder";
    if (body.shank_diameter == 0) assumed += ", no shank: nothing is known above the flutes";
  } else {
    body.stick_out = below;
  }
  Tool tool = make_fusion_tool(type, shape, body, assumed);
  tool.source = assumed;
  return tool;
}

}  // namespace

void read_fusion(const Json& json, const ReadContext& context) {
  const Json* list = json.is(Json::Kind::list) ? &json : json.find("data");
  if (!list || !list->is(Json::Kind::list)) context.fail(json.line, "no \"data\" of tools");
  for (const Json& item : list->items) {
    if (!item.is(Json::Kind::object)) context.fail(item.line, "a tool must be an object");
    Fields fields(item, context);
    const Json* type = fields.find("type");
    if (type && type->text == "holder") continue;  // libraries list holders beside tools
    int number = -1;
    const Json* post = fields.find("post-process");
    if (const Json* value = post ? post->find("number") : nullptr) {
      if (value->is(Json::Kind::number) && value->number >= 0 && value->number < 1e9) {
        number = static_cast<int>(value->number);
      }
    }
    const Json* description = fields.find("description");
    context.add(number, description ? description->text : "", item.line, [&] { return read_tool(item, context); });
  }
  if (context.library.tools.empty() && context.library.refused.empty()) context.fail(json.line, "no tools");
}

}  // namespace graze::nc::detail::tools
