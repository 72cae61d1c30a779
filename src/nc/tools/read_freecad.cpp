// SPDX-License-Identifier: Apache-2.0
// FreeCAD's tool bits (.fctb: a shape's name, parameters as texts with units) and libraries of them (.fctl).
#include <algorithm>
#include <cmath>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

class Parameters {
 public:
  Parameters(const Json& parameters, const ReadContext& context) : parameters_(parameters), context_(context) {}

  double length(const char* name) const { return quantity(name, to_length, "a length with a unit, such as \"6 mm\""); }
  double angle(const char* name) const { return quantity(name, to_angle, "an angle with a unit, such as \"60 deg\""); }
  double length_or_zero(const char* name) const { return parameters_.find(name) ? length(name) : 0; }

  Body body() const {
    Body body;
    body.cutting_length = length("CuttingEdgeHeight");
    with_shank(body);
    return body;
  }
  void with_shank(Body& body) const {
    body.shank_diameter = length_or_zero("ShankDiameter");
    body.length = length_or_zero("Length");
  }

 private:
  template <class Parse>
  double quantity(const char* name, const Parse& parse, const char* what) const {
    const Json* value = parameters_.find(name);
    if (!value) context_.fail(parameters_.line, std::string("no \"") + name + '"');
    const std::optional<double> parsed = value->is(Json::Kind::text) ? parse(value->text) : std::nullopt;
    if (!parsed) {
      context_.fail(value->line, std::string(name) + " is " +
                                     (value->text.empty() ? "not" : in_quotes(value->text) + ", not") + ' ' + what);
    }
    return *parsed;
  }

  const Json& parameters_;
  const ReadContext& context_;
};

/// FreeCAD's own 45 degree chamfer bit has a height that belongs to 30 degrees: where angle and height disagree, the
/// wider cone contains the other.
Tool chamfer(const Parameters& p, std::string& assumed) {
  Body body = p.body();
  const double d = p.length("Diameter"), tip = p.length_or_zero("TipDiameter"), angle = p.angle("CuttingEdgeAngle") / 2;
  const double by_height = std::atan2((d - tip) / 2, body.cutting_length) / kDegree;
  if (std::abs(by_height - angle) > 0.05) {
    assumed += "; its angle is " + number_text(2 * angle) + " degrees, by its height " + number_text(2 * by_height) +
               ": the wider is taken";
  }
  return chamfer_mill(d, tip, 0, std::max(angle, by_height), body);
}

/// The cone ends where it has the bit's diameter: CuttingEdgeHeight is not used by FreeCAD's shape.
Tool v_bit(const Parameters& p, std::string& assumed) {
  const double d = p.length("Diameter"), tip = p.length_or_zero("TipDiameter"), angle = p.angle("CuttingEdgeAngle") / 2;
  require_within(angle, 0.1, 89.9, "half of CuttingEdgeAngle");
  Body body;
  body.cutting_length = (d - tip) / 2 / std::tan(angle * kDegree);
  p.with_shank(body);
  assumed += "; its cone ends at its diameter, " + number_text(body.cutting_length) + " mm up";
  return chamfer_mill(d, tip, 0, angle, body);
}

Tool make(const std::string& shape, const Parameters& p, std::string& assumed) {
  if (shape == "endmill" || shape == "reamer") return flat_mill(p.length("Diameter"), p.body());
  if (shape == "ballend") return ball_mill(p.length("Diameter"), p.body());
  if (shape == "bullnose") return bull_mill(p.length("Diameter"), p.length("CornerRadius"), p.body());
  if (shape == "chamfer") return chamfer(p, assumed);
  if (shape == "v-bit" || shape == "vbit") return v_bit(p, assumed);
  if (shape == "taperedballnose") {
    return taper_ball_mill(p.length("Diameter"), p.angle("TaperAngle") / 2, p.length_or_zero("TaperDiameter"),
                           p.body());
  }
  if (shape == "drill") {
    Body body;
    body.cutting_length = p.length("Length");
    assumed += "; cutting over its whole length";
    return drill(p.length("Diameter"), p.angle("TipAngle"), body);
  }
  if (shape == "tap") {
    assumed += "; the cylinder around its threads";
    return flat_mill(p.length("Diameter"), p.body());
  }
  if (shape == "probe") {
    Body body;
    body.neck_diameter = p.length("ShaftDiameter");
    body.neck_length = p.length("Length");
    return lollipop_mill(p.length("Diameter"), body);
  }
  throw Error(ErrorCode::unsupported, "no profile is known for the shape " + in_quotes(shape));
}

Tool read_bit(const Json& json, const ReadContext& context) {
  Fields fields(json, context);
  const std::string shape = lower(std::filesystem::path(fields.required_text("shape")).stem().string());
  const Json* parameters = fields.find("parameter");
  if (!parameters || !parameters->is(Json::Kind::object)) fields.fail("no \"parameter\"");
  std::string assumed = printable(shape) + "; FreeCAD knows no holder";
  Tool tool = make(shape, Parameters(*parameters, context), assumed);
  tool.source = assumed;
  return tool;
}

std::string name_of(const Json& json) {
  const Json* name = json.find("name");
  return name ? name->text : "";
}

}  // namespace

void read_freecad_bit(const Json& json, const ReadContext& context) {
  context.add(context.options.number, name_of(json), json.line, [&] { return read_bit(json, context); });
}

void read_freecad_library(const Json& json, const ReadContext& context) {
  const Json* list = json.find("tools");
  if (!list || !list->is(Json::Kind::list)) context.fail(json.line, "no list of \"tools\"");
  for (const Json& item : list->items) {
    if (!item.is(Json::Kind::object)) context.fail(item.line, "a tool must be an object");
    Fields fields(item, context);
    const double number = fields.required({"nr"});
    if (!(number >= 0 && number < 1e9 && number == std::floor(number)))
      context.fail(item.line, "\"nr\" is no tool number");
    const std::filesystem::path bit = fields.required_text("path");
    if (bit.is_absolute() || std::find(bit.begin(), bit.end(), "..") != bit.end()) {
      context.fail(item.line, "a tool bit outside the library's folders");
    }
    context.add(static_cast<int>(number), bit.stem().string(), item.line, [&] {
      if (!context.options.load_text) context.fail(item.line, "tool bits lie in other files, which are not read here");
      // Bits lie beside the library, or in Bit, beside the folder Library.
      const std::filesystem::path folder = context.file.parent_path();
      std::filesystem::path file = folder / bit;
      std::string text;
      try {
        text = context.options.load_text(file);
      } catch (const Error&) {
        file = folder.parent_path() / "Bit" / bit;
        text = context.options.load_text(file);
      }
      const ReadContext inner{text, file, context.options, context.library};
      const Json parsed = parse_json(text, file);
      return inner.at_line(parsed.line, [&] { return read_bit(parsed, inner); });
    });
  }
  if (list->items.empty()) context.fail(json.line, "no tools");
}

}  // namespace graze::nc::detail::tools
