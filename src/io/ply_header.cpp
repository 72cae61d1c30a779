// SPDX-License-Identifier: Apache-2.0
#include "io/ply_header.h"

#include <algorithm>
#include <array>

#include "io/scanner.h"

namespace graze::detail {
namespace {

PlyType parse_type(std::string_view token, const Scanner& scanner) {
  struct Name {
    std::string_view text;
    PlyType type;
  };
  static constexpr std::array<Name, 16> kNames{{{"char", PlyType::int8},
                                                {"int8", PlyType::int8},
                                                {"uchar", PlyType::uint8},
                                                {"uint8", PlyType::uint8},
                                                {"short", PlyType::int16},
                                                {"int16", PlyType::int16},
                                                {"ushort", PlyType::uint16},
                                                {"uint16", PlyType::uint16},
                                                {"int", PlyType::int32},
                                                {"int32", PlyType::int32},
                                                {"uint", PlyType::uint32},
                                                {"uint32", PlyType::uint32},
                                                {"float", PlyType::float32},
                                                {"float32", PlyType::float32},
                                                {"double", PlyType::float64},
                                                {"float64", PlyType::float64}}};
  for (const Name& name : kNames) {
    if (name.text == token) return name.type;
  }
  scanner.fail(token.empty() ? std::string("property without a type") : "unknown property type " + in_quotes(token));
}

PlyFormat parse_format(Scanner& scanner) {
  const std::string_view format = scanner.token(), version = scanner.token();
  if (version != "1.0")
    scanner.fail("PLY version " + in_quotes(version) + "; only 1.0 is known", ErrorCode::unsupported);
  if (format == "ascii") return PlyFormat::ascii;
  if (format == "binary_little_endian") return PlyFormat::little_endian;
  if (format == "binary_big_endian") return PlyFormat::big_endian;
  scanner.fail("unknown PLY format " + in_quotes(format));
}

PlyElement parse_element(Scanner& scanner) {
  PlyElement element;
  element.name = scanner.token();
  element.line = scanner.line();
  const std::string_view token = scanner.token();
  std::int64_t count = 0;
  if (!parse_integer(token, count) || count < 0) {
    scanner.fail("the number of elements " + in_quotes(element.name) + " is " + in_quotes(token) + ", not a count");
  }
  element.count = static_cast<std::uint64_t>(count);
  return element;
}

PlyRole role_of(const PlyElement& element, const PlyProperty& property) {
  if (element.name == "vertex" && !property.list) {
    if (property.name == "x") return PlyRole::x;
    if (property.name == "y") return PlyRole::y;
    if (property.name == "z") return PlyRole::z;
  }
  const bool indices = property.name == "vertex_indices" || property.name == "vertex_index";
  if (indices && element.name == "face") return PlyRole::corners;
  if (indices && element.name == "tristrips") return PlyRole::strips;
  return PlyRole::none;
}

PlyProperty parse_property(Scanner& scanner, const PlyElement& element) {
  PlyProperty property;
  std::string_view token = scanner.token();
  if (token == "list") {
    property.list = true;
    property.count_type = parse_type(scanner.token(), scanner);
    if (!is_integer(property.count_type)) scanner.fail("the count of a list must be of an integer type");
    token = scanner.token();
  }
  property.type = parse_type(token, scanner);
  property.name = scanner.token();
  if (property.name.empty()) scanner.fail("property without a name");
  property.role = role_of(element, property);
  if (property.role == PlyRole::corners || property.role == PlyRole::strips) {
    if (!property.list || !is_integer(property.type)) {
      scanner.fail(in_quotes(property.name) + " must be a list of an integer type");
    }
  }
  const auto same = [&](const PlyProperty& other) {
    return property.role != PlyRole::none && other.role == property.role;
  };
  if (std::any_of(element.properties.begin(), element.properties.end(), same)) {
    scanner.fail("property " + in_quotes(property.name) + " appears twice");
  }
  return property;
}

bool has_role(const PlyElement& element, PlyRole role) {
  return std::any_of(element.properties.begin(), element.properties.end(),
                     [role](const PlyProperty& p) { return p.role == role; });
}

void check_elements(const PlyHeader& header, const std::filesystem::path& name) {
  int vertex_elements = 0;
  for (const PlyElement& element : header.elements) {
    const auto fail = [&](const std::string& message) {
      throw Error(ErrorCode::format, message, name, Position::line(element.line));
    };
    if (element.name == "vertex") {
      if (++vertex_elements > 1) fail("a second element 'vertex'");
      for (PlyRole role : {PlyRole::x, PlyRole::y, PlyRole::z}) {
        if (!has_role(element, role)) fail("element 'vertex' without the properties x, y and z");
      }
    } else if (element.name == "face" && element.count > 0 && !has_role(element, PlyRole::corners)) {
      fail("element 'face' without the list vertex_indices");
    } else if (element.name == "tristrips" && element.count > 0 && !has_role(element, PlyRole::strips)) {
      fail("element 'tristrips' without the list vertex_indices");
    }
  }
  if (vertex_elements == 0) throw Error(ErrorCode::format, "the header has no element 'vertex'", name);
}

/// After "end_header" comes exactly one line end; what follows may be binary. Only a file whose first line ends with
/// a lone CR ends its header with one.
void find_body(std::string_view text, const Scanner& scanner, PlyHeader& header) {
  std::size_t at = scanner.offset();
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  const bool lone_cr = text.starts_with("ply\r") && !text.starts_with("ply\r\n");
  if (at < text.size() && text[at] == '\r') {
    ++at;
    if (!lone_cr && at < text.size() && text[at] == '\n') ++at;
  } else if (at < text.size() && text[at] == '\n') {
    ++at;
  } else if (at < text.size()) {
    scanner.fail("'end_header' must stand alone in its line");
  }
  header.body = at;
  header.body_line = scanner.line() + 1;
}

}  // namespace

std::size_t size_of(PlyType type) {
  switch (type) {
    case PlyType::int8:
    case PlyType::uint8:
      return 1;
    case PlyType::int16:
    case PlyType::uint16:
      return 2;
    case PlyType::int32:
    case PlyType::uint32:
    case PlyType::float32:
      return 4;
    case PlyType::float64:
      break;
  }
  return 8;
}

bool is_integer(PlyType type) { return type != PlyType::float32 && type != PlyType::float64; }

PlyHeader read_ply_header(std::string_view text, const std::filesystem::path& name) {
  Scanner scanner(text, name, {});
  if (!scanner.next_line() || scanner.token() != "ply") throw Error(ErrorCode::format, "no 'ply' in front", name);
  PlyHeader header;
  bool has_format = false;
  for (;;) {
    if (!scanner.next_line()) scanner.fail("the file ends inside the header");
    const std::string_view keyword = scanner.token();
    if (keyword == "end_header") break;
    if (keyword == "comment" || keyword == "obj_info") continue;
    if (keyword == "format") {
      if (has_format) scanner.fail("a second 'format'");
      header.format = parse_format(scanner);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(parse_element(scanner));
    } else if (keyword == "property") {
      if (header.elements.empty()) scanner.fail("property before any element");
      PlyElement& element = header.elements.back();
      element.properties.push_back(parse_property(scanner, element));
    } else {
      scanner.fail("unknown header line " + in_quotes(keyword));
    }
  }
  if (!has_format) scanner.fail("the header has no 'format'");
  find_body(text, scanner, header);
  check_elements(header, name);
  return header;
}

}  // namespace graze::detail
