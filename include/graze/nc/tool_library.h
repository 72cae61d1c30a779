// SPDX-License-Identifier: Apache-2.0
// Reading tools: our JSON, Fusion's tool libraries, FreeCAD's .fctb and .fctl, CAMotics projects, LinuxCNC's tool
// table, and the comments of NC programs. docs/nc_tools.md tells how each is understood.
//
// Nothing is made up: a number that is missing, impossible or without a unit refuses the tool with file and line. What
// had to be assumed is in Tool::source.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/nc/mesh_tool.h"
#include "graze/nc/tool.h"

namespace graze::nc {

enum class ToolFormat : std::uint8_t {
  automatic,  ///< by content, and by extension for LinuxCNC's table
  graze,
  fusion,
  freecad_bit,
  freecad_library,
  camotics,
  linuxcnc,
  program,
};
std::string_view to_string(ToolFormat);

struct ToolReadOptions {
  ToolFormat format = ToolFormat::automatic;
  double unit = 0;            ///< mm (1) or inches (25.4) where the source names none: LinuxCNC's table, programs
  bool flat = false;          ///< tools without a shape (LinuxCNC's table) are flat end mills
  double cutting_length = 0;  ///< mm; for sources that tell none: LinuxCNC's table, programs
  int number = -1;            ///< of the tool in a file that holds a single one without a number (.fctb)
  std::function<Mesh(const std::filesystem::path&)> load_mesh;  ///< for mesh tools: graze::load_mesh
  std::function<std::string(const std::filesystem::path&)>
      load_text;  ///< for the bits of a .fctl; read_tools has its own
};

/// A tool that the file has and that cannot be used.
struct RefusedTool {
  int number = -1;
  std::string name;
  std::string reason;  ///< "file:line: why"
};

struct ToolLibrary {
  ToolFormat format = ToolFormat::automatic;
  std::filesystem::path file;
  std::vector<Tool> tools;
  std::vector<MeshTool> meshes;
  std::vector<RefusedTool> refused;

  /// The tool of that number. Throws Error (invalid_option) when there is none, when it was refused (with the reason),
  /// and when several that differ have the number.
  const Tool& at(int number) const;
  const MeshTool* find_mesh(int number) const;  ///< or nothing
};

/// Throws Error when the file cannot be read or is none of the formats, and for our own JSON when anything is wrong; in
/// the others, which are catalogues, a tool that cannot be used is listed in `refused`.
ToolLibrary read_tools(const std::filesystem::path& file, const ToolReadOptions& = {});
ToolLibrary parse_tools(std::string_view text, const std::filesystem::path& name, const ToolReadOptions& = {});

}  // namespace graze::nc
