// SPDX-License-Identifier: Apache-2.0
// Our own files (docs/nc_tools.md). Strict: a key that a tool's type does not use is an error.
#include <algorithm>
#include <array>
#include <cmath>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

class ToolReader {
 public:
  ToolReader(const Json& json, double unit, const ReadContext& context)
      : fields_(json, context), context_(context), unit_(unit) {
    if (json.find("unit")) unit_ = unit_at(fields_.required_text("unit"), json.line);
  }

  static double unit_at(const std::string& name, std::uint64_t line, const ReadContext& context) {
    const std::optional<double> unit = unit_of(name);
    if (!unit) context.fail(line, "unknown unit " + in_quotes(name) + "; \"mm\" or \"inch\"");
    return *unit;
  }

  int number() {
    const double value = fields_.required({"number"});
    if (!(value >= 0 && value < 1e9 && value == std::floor(value))) fields_.fail("\"number\" is no tool number");
    return static_cast<int>(value);
  }
  std::string name() { return printable(fields_.text("name")); }
  bool is_mesh() { return fields_.text("type") == "mesh"; }

  Tool read() {
    const std::string type = fields_.required_text("type");
    Tool tool = make(type);
    fields_.refuse_unknown();
    return tool;
  }

  MeshTool read_mesh() {
    const std::filesystem::path file = context_.file.parent_path() / fields_.required_text("mesh");
    fields_.refuse_unknown();
    if (!context_.options.load_mesh) fields_.fail("a mesh as a tool, but no reader of meshes was given");
    Mesh mesh = context_.options.load_mesh(file);
    for (Vec3& v : mesh.vertices) v = {v.x * unit_, v.y * unit_, v.z * unit_};
    MeshTool tool = mesh_tool(std::move(mesh));
    tool.source = context_.place(fields_.object().line) + ": mesh " + printable(file.filename().string()) +
                  (tool.convex ? ", convex" : ", " + tool.reason);
    return tool;
  }

 private:
  double unit_at(const std::string& name, std::uint64_t line) const { return unit_at(name, line, context_); }
  double length(std::initializer_list<std::string_view> names) { return fields_.required(names) * unit_; }
  double length_or_zero(std::initializer_list<std::string_view> names) { return fields_.value_or(names, 0) * unit_; }
  double diameter() { return length({"diameter", "DC"}); }
  double corner() { return length_or_zero({"corner_radius", "RE"}); }

  double side_angle() {
    if (const std::optional<double> kapr = fields_.number({"KAPR"})) return 90 - *kapr;
    return fields_.required({"side_angle", "TA"});
  }
  double point_angle(double d) {
    if (const std::optional<double> height = fields_.number({"point_length", "PL"})) {
      return 2 * std::atan2(d / 2, require_within(*height * unit_, 0, kMaxSize, "the point's length")) / kDegree;
    }
    return fields_.required({"point_angle", "SIG"});
  }

  std::vector<Segment> segments(const Json& list, double unit) const {
    for (const Json& item : list.items) {
      for (const std::string& key : item.keys) {
        if (key != "height" && key != "lower_diameter" && key != "upper_diameter") {
          context_.fail(item.line, in_quotes(key) + " is not known here");
        }
      }
    }
    return read_segments(list, unit, context_, "lower_diameter", "upper_diameter");
  }

  Body body(bool has_cutting_length = true) {
    Body body;
    if (has_cutting_length) body.cutting_length = length({"cutting_length", "LCF", "APMX"});
    body.neck_diameter = length_or_zero({"neck_diameter", "DN"});
    body.neck_length = length_or_zero({"neck_length", "LH"});
    body.shank_diameter = length_or_zero({"shank_diameter", "SFDM", "DMM"});
    body.length = length_or_zero({"length", "OAL"});
    body.stick_out = length_or_zero({"stick_out", "LB"});
    if (const Json* shaft = fields_.find("shaft")) body.shaft = segments(*shaft, unit_);
    if (const Json* holder = fields_.find("holder")) {
      if (holder->is(Json::Kind::object)) {
        Fields h(*holder, context_);
        const double unit = holder->find("unit") ? unit_at(h.required_text("unit"), holder->line) : unit_;
        const Json* list = h.find("segments");
        if (!list) h.fail("no \"segments\"");
        h.text("name");
        h.refuse_unknown();
        body.holder = segments(*list, unit);
      } else {
        body.holder = segments(*holder, unit_);
      }
    }
    return body;
  }

  ProfilePoint point(const Json& json) const {
    if (!json.is(Json::Kind::list) || json.items.size() != 2 || !json.items[0].is(Json::Kind::number) ||
        !json.items[1].is(Json::Kind::number)) {
      context_.fail(json.line, "a point must be [r, z]");
    }
    return {json.items[0].number * unit_, json.items[1].number * unit_};
  }

  Tool read_profile() {
    const Json* list = fields_.find("profile");
    if (!list || !list->is(Json::Kind::list)) fields_.fail("no list \"profile\"");
    std::vector<ProfilePiece> pieces;
    ProfilePoint at;
    for (const Json& item : list->items) {
      if (!item.is(Json::Kind::object)) context_.fail(item.line, "a piece of a profile must be an object");
      Fields f(item, context_);
      const std::string part = f.required_text("part");
      const Json *to = f.find("to"), *centre = f.find("centre");
      if (!to) f.fail("no \"to\"");
      f.refuse_unknown();
      if (part != "cutting" && part != "shank" && part != "holder") f.fail("unknown part " + in_quotes(part));
      const Part p = part == "cutting" ? Part::cutting : part == "shank" ? Part::shank : Part::holder;
      pieces.push_back({p, at, point(*to), centre != nullptr, centre ? point(*centre) : ProfilePoint{}});
      at = pieces.back().to;
    }
    return profile_tool(std::move(pieces));
  }

  Tool read_apt() {
    const Json* list = fields_.find("apt");
    std::array<double, 7> v{};
    if (!list || list->items.size() != v.size()) fields_.fail("\"apt\" must be [d, r, e, f, alpha, beta, h]");
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (!list->items[i].is(Json::Kind::number)) context_.fail(list->line, "\"apt\" must hold numbers");
      v[i] = list->items[i].number * (i == 4 || i == 5 ? 1 : unit_);
    }
    return apt_tool({v[0], v[1], v[2], v[3], v[4], v[5], v[6]}, body(false));
  }

  Tool make(const std::string& type) {
    if (type == "flat") return flat_mill(diameter(), body());
    if (type == "ball") return ball_mill(diameter(), body());
    if (type == "bull") return bull_mill(diameter(), length({"corner_radius", "RE"}), body());
    if (type == "taper") {
      const double widest = length_or_zero({"max_diameter", "DCX"}), angle = side_angle();
      if (fields_.object().find("ball_diameter"))
        return taper_ball_mill(length({"ball_diameter"}), angle, widest, body());
      return taper_mill(diameter(), corner(), angle, widest, body());
    }
    if (type == "drill") {
      const double d = diameter();
      return drill(d, point_angle(d), body());
    }
    if (type == "chamfer") return chamfer_mill(diameter(), length({"tip_diameter"}), corner(), side_angle(), body());
    if (type == "lollipop") return lollipop_mill(diameter(), body(false));
    if (type == "dovetail") return dovetail_mill(diameter(), corner(), side_angle(), body());
    if (type == "slot") return slot_mill(diameter(), corner(), body());
    if (type == "apt") return read_apt();
    if (type == "profile") return read_profile();
    fields_.fail("unknown type " + in_quotes(type));
  }

  Fields fields_;
  const ReadContext& context_;
  double unit_;
};

}  // namespace

void read_graze(const Json& json, const ReadContext& context) {
  Fields fields(json, context);
  if (fields.text("format") != "graze-tools") fields.fail("\"format\" is not \"graze-tools\"");
  if (const double version = fields.required({"version"}); version != 1) {
    context.fail(json.line, "version " + number_text(version) + "; 1 is known", ErrorCode::unsupported);
  }
  const double unit = ToolReader::unit_at(fields.required_text("unit"), json.line, context);
  const Json* list = fields.find("tools");
  if (!list || !list->is(Json::Kind::list) || list->items.empty()) fields.fail("no list of \"tools\"");
  fields.refuse_unknown();
  std::vector<int> numbers;
  for (const Json& item : list->items) {
    if (!item.is(Json::Kind::object)) context.fail(item.line, "a tool must be an object");
    ToolReader reader(item, unit, context);
    const int number = reader.number();
    std::string name = reader.name();
    if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
      context.fail(item.line, "tool " + std::to_string(number) + " twice");
    }
    numbers.push_back(number);
    if (reader.is_mesh()) {
      MeshTool tool = reader.read_mesh();
      tool.number = number;
      tool.name = std::move(name);
      context.library.meshes.push_back(std::move(tool));
    } else {
      Tool tool = context.at_line(item.line, [&] { return reader.read(); });
      tool.number = number;
      tool.name = std::move(name);
      tool.source = context.place(item.line) + ": " + tool.type;
      context.library.tools.push_back(std::move(tool));
    }
  }
}

}  // namespace graze::nc::detail::tools
