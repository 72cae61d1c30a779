// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/tool_library.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "nc/tools/outline.h"
#include "nc/tools/readers.h"
#include "nc/tools/text.h"

namespace graze::nc {
namespace {

constexpr std::uintmax_t kLargestFile = 256U << 20;

std::string read_text(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw Error(ErrorCode::io, "no such file", file);
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (!error && size > kLargestFile) throw Error(ErrorCode::limit, "larger than 256 MiB: no tools", file);
  std::ifstream in(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  if (!in) throw Error(ErrorCode::io, "cannot be read", file);
  return text;
}

ToolFormat format_of(const detail::tools::Json& json) {
  using Kind = detail::tools::Json::Kind;
  const auto is = [&](const char* key, Kind kind) {
    const detail::tools::Json* value = json.find(key);
    return value && value->is(kind);
  };
  if (json.is(Kind::list) && !json.items.empty() && json.items.front().find("geometry")) return ToolFormat::fusion;
  if (!json.is(Kind::object)) return ToolFormat::automatic;
  if (is("format", Kind::text)) return ToolFormat::graze;
  if (is("data", Kind::list)) return ToolFormat::fusion;
  if (is("parameter", Kind::object)) return ToolFormat::freecad_bit;
  if (is("tools", Kind::list)) return ToolFormat::freecad_library;
  if (is("tools", Kind::object)) return ToolFormat::camotics;
  const bool numbered = std::all_of(json.keys.begin(), json.keys.end(),
                                    [](const std::string& key) { return detail::tools::to_integer(key).has_value(); });
  return numbered && !json.keys.empty() ? ToolFormat::camotics : ToolFormat::automatic;
}

/// Lines of a LinuxCNC table begin with T and a number and name a pocket; those of programs do not all.
bool is_table(std::string_view text, const std::filesystem::path& name) {
  if (detail::tools::lower(name.extension().string()) == ".tbl") return true;
  bool any = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line =
        detail::tools::lower(detail::tools::trim(text.substr(0, std::min(end, text.substr(0, end).find(';')))));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (line[0] != 't' || line.find(" p") == std::string::npos) return false;
    any = true;
  }
  return any;
}

std::string numbers_of(const ToolLibrary& library) {
  std::vector<int> numbers;
  for (const Tool& tool : library.tools) numbers.push_back(tool.number);
  for (const MeshTool& tool : library.meshes) numbers.push_back(tool.number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  for (std::size_t i = 0; i < numbers.size() && i < 12; ++i) text += (i ? ", " : "") + std::to_string(numbers[i]);
  return numbers.empty() ? "none at all" : numbers.size() > 12 ? text + ", ..." : text;
}

bool is_same(const Tool& a, const Tool& b) {
  const auto point = [](const ProfilePoint& p, const ProfilePoint& q) { return p.r == q.r && p.z == q.z; };
  return std::equal(a.profile.begin(), a.profile.end(), b.profile.begin(), b.profile.end(),
                    [&](const ProfilePiece& p, const ProfilePiece& q) {
                      return p.part == q.part && p.arc == q.arc && point(p.from, q.from) && point(p.to, q.to) &&
                             point(p.centre, q.centre);
                    });
}

}  // namespace

std::string_view to_string(ToolFormat format) {
  switch (format) {
    case ToolFormat::graze:
      return "graze tools";
    case ToolFormat::fusion:
      return "Fusion tool library";
    case ToolFormat::freecad_bit:
      return "FreeCAD tool bit";
    case ToolFormat::freecad_library:
      return "FreeCAD tool library";
    case ToolFormat::camotics:
      return "CAMotics project";
    case ToolFormat::linuxcnc:
      return "LinuxCNC tool table";
    case ToolFormat::program:
      return "comments of an NC program";
    default:
      return "automatic";
  }
}

const Tool& ToolLibrary::at(int number) const {
  const auto fail = [&](const std::string& why) -> void { throw Error(ErrorCode::invalid_option, why, file); };
  const std::string name = "tool " + std::to_string(number);
  const Tool* found = nullptr;
  for (const Tool& tool : tools) {
    if (tool.number != number) continue;
    if (found && !is_same(*found, tool)) {
      fail(name + " is there more than once: " + found->source + "; " + tool.source);
    }
    if (!found) found = &tool;
  }
  for (const RefusedTool& tool : refused) {
    if (tool.number == number) fail(name + " cannot be used: " + tool.reason);
  }
  if (!found && find_mesh(number)) fail(name + " is a mesh");
  if (!found) fail(name + " is missing; the file has " + numbers_of(*this));
  return *found;
}

const MeshTool* ToolLibrary::find_mesh(int number) const {
  for (const MeshTool& tool : meshes) {
    if (tool.number == number) return &tool;
  }
  return nullptr;
}

ToolLibrary parse_tools(std::string_view text, const std::filesystem::path& name, const ToolReadOptions& options) {
  detail::tools::require_within(options.unit, 0, 1000, "the unit");
  detail::tools::require_within(options.cutting_length, 0, detail::tools::kMaxSize, "the cutting length");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.starts_with("PK\x03\x04")) {
    throw Error(ErrorCode::unsupported, "a ZIP archive, as Fusion's .tools are: unpack it and give the .json inside",
                name);
  }
  ToolLibrary library;
  library.file = name;
  library.format = options.format;
  const detail::tools::ReadContext context{text, name, options, library};
  const std::string_view start = detail::tools::trim(text.substr(0, 4096));
  const bool is_json = start.starts_with("{") || start.starts_with("[");
  const bool wants_json = options.format >= ToolFormat::graze && options.format <= ToolFormat::camotics;
  if (wants_json || (options.format == ToolFormat::automatic && is_json)) {
    const detail::tools::Json json = detail::tools::parse_json(text, name);
    if (library.format == ToolFormat::automatic) library.format = format_of(json);
    switch (library.format) {
      case ToolFormat::graze:
        read_graze(json, context);
        break;
      case ToolFormat::fusion:
        read_fusion(json, context);
        break;
      case ToolFormat::freecad_bit:
        read_freecad_bit(json, context);
        break;
      case ToolFormat::freecad_library:
        read_freecad_library(json, context);
        break;
      case ToolFormat::camotics:
        read_camotics(json, context);
        break;
      default:
        throw Error(ErrorCode::format, "JSON that is no tool file known here (docs/nc_tools.md)", name);
    }
    return library;
  }
  if (library.format == ToolFormat::automatic) {
    library.format = is_table(text, name) ? ToolFormat::linuxcnc : ToolFormat::program;
  }
  if (library.format == ToolFormat::linuxcnc) {
    read_linuxcnc(context);
  } else {
    read_program_comments(context);
  }
  return library;
}

ToolLibrary read_tools(const std::filesystem::path& file, const ToolReadOptions& options) {
  ToolReadOptions with_files = options;
  if (!with_files.load_text) with_files.load_text = read_text;
  return parse_tools(read_text(file), file, with_files);
}

}  // namespace graze::nc
