// SPDX-License-Identifier: Apache-2.0
// Files of machines (docs/nc_machines.md). Strict: what is not known is an error.
#include <cmath>
#include <fstream>
#include <sstream>

#include "graze/nc/machine.h"
#include "graze/nc/tool_library.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc {
namespace {

using detail::tools::Fields;
using detail::tools::in_quotes;
using detail::tools::Json;
using detail::tools::ReadContext;

class MachineReader {
 public:
  explicit MachineReader(const ReadContext& context) : context_(context) {}

  Kinematics read(const Json& json) {
    if (!json.is(Json::Kind::object)) context_.fail(json.line, "a machine must be an object");
    Fields fields(json, context_);
    if (fields.text("format") != "graze-machine") fields.fail("\"format\" is not \"graze-machine\"");
    if (fields.required({"version"}) != 1) context_.fail(json.line, "version 1 is known", ErrorCode::unsupported);
    const std::string unit = fields.required_text("unit");
    const auto mm = detail::tools::unit_of(unit);
    if (!mm) fields.fail("unknown unit " + in_quotes(unit) + "; \"mm\" or \"inch\"");
    unit_ = *mm;
    Kinematics machine;
    machine.name = detail::tools::printable(fields.text("name"));
    const Json* list = fields.find("chain");
    if (!list || !list->is(Json::Kind::list)) fields.fail("no list \"chain\"");
    fields.refuse_unknown();
    for (const Json& item : list->items) machine.chain.push_back(axis(item));
    try {
      validate(machine);
    } catch (const Error& error) {
      context_.fail(list->line, error.message());
    }
    return machine;
  }

 private:
  MachineAxis axis(const Json& json) const {
    if (!json.is(Json::Kind::object)) context_.fail(json.line, "an axis must be an object");
    Fields fields(json, context_);
    MachineAxis a;
    const std::string letter = fields.required_text("axis");
    if (letter.size() != 1 || std::string_view("XYZABC").find(letter[0]) == std::string_view::npos) {
      fields.fail("\"axis\" is one of X Y Z A B C, not " + in_quotes(letter));
    }
    a.letter = letter[0];
    a.kind = a.letter >= 'X' ? AxisKind::linear : AxisKind::rotary;
    const bool linear = a.kind == AxisKind::linear;
    const std::string type = fields.text("type");
    if (!type.empty() && type != (linear ? "linear" : "rotary")) {
      fields.fail("axis " + letter + " is " + (linear ? "linear" : "rotary") + ", not " + in_quotes(type));
    }
    const std::string side = fields.required_text("on");
    if (side != "table" && side != "head") fields.fail("\"on\" is \"table\" or \"head\", not " + in_quotes(side));
    a.side = side == "table" ? Side::table : Side::head;
    const Json* direction = fields.find("direction");
    if (!direction) fields.fail("no \"direction\"");
    a.direction = vector(*direction, 1);
    if (const Json* point = linear ? nullptr : fields.find("point")) a.point = vector(*point, unit_);
    if (!linear && !json.find("point")) fields.fail("no \"point\" that the rotary axis goes through");
    a.sign = 1;
    if (const auto sign = fields.number({"sign"})) {
      if (*sign != 1 && *sign != -1) fields.fail("\"sign\" is 1 or -1");
      a.sign = *sign < 0 ? -1 : 1;
    }
    const double scale = linear ? unit_ : 1;
    a.low = fields.value_or({"min"}, a.low) * scale;
    a.high = fields.value_or({"max"}, a.high) * scale;
    fields.refuse_unknown();
    return a;
  }

  Vec3 vector(const Json& json, double scale) const {
    if (!json.is(Json::Kind::list) || json.items.size() != 3) context_.fail(json.line, "a vector must be [x, y, z]");
    double v[3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      if (!json.items[i].is(Json::Kind::number)) context_.fail(json.line, "a vector must be [x, y, z]");
      v[i] = json.items[i].number * scale;
    }
    return {v[0], v[1], v[2]};
  }

  const ReadContext& context_;
  double unit_ = 1;
};

}  // namespace

Kinematics read_machine(std::string_view json, const std::filesystem::path& name) {
  ToolLibrary none;
  const ToolReadOptions options;
  const ReadContext context{json, name, options, none};
  return MachineReader(context).read(detail::tools::parse_json(json, name));
}

Kinematics load_machine(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(ErrorCode::io, "cannot be opened", file);
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) throw Error(ErrorCode::io, "cannot be read", file);
  return read_machine(text.str(), file);
}

}  // namespace graze::nc
