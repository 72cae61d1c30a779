// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes: tools whose pieces can be made, or Errors of one line.
#include "check.h"
#include "graze/nc/tool_library.h"

namespace graze::fuzz {
namespace {

void check_tool(const nc::Tool& tool) {
  nc::validate(tool);
  require(!tool.source.empty() && tool.source.size() < 1000, "a tool tells where it comes from");
  double excess = -1;
  for (const nc::ConvexPiece& piece : nc::convex_pieces(tool, 0.1, &excess)) {
    require(piece.z0 <= piece.z1 && piece.r0 >= 0 && piece.r1 >= 0 && piece.rounding >= 0,
            "a piece is a rounded frustum");
    require(std::isfinite(piece.z0 + piece.z1 + piece.r0 + piece.r1 + piece.rounding), "a piece is finite");
  }
  require(excess >= 0 && excess <= 0.1000001, "the excess keeps to the tolerance");
}

void run_tools(std::string_view bytes, const nc::ToolReadOptions& options) {
  try {
    const nc::ToolLibrary library = nc::parse_tools(bytes, "f", options);
    require(!library.tools.empty() || !library.refused.empty() || !library.meshes.empty(), "nothing read is an error");
    for (const nc::Tool& tool : library.tools) check_tool(tool);
    for (const nc::RefusedTool& tool : library.refused) {
      require(!tool.reason.empty(), "a refusal tells why");
    }
  } catch (const Error& error) {
    check(error);
  }
}

}  // namespace
}  // namespace graze::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  graze::nc::ToolReadOptions options;
  graze::fuzz::run_tools(bytes, options);
  options.unit = 25.4;
  options.flat = true;
  options.cutting_length = 20;
  // A library's bits: the library itself.
  options.load_text = [&](const std::filesystem::path&) { return std::string(bytes); };
  options.load_mesh = [](const std::filesystem::path&) {
    return graze::Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  };
  graze::fuzz::run_tools(bytes, options);
  return 0;
}
