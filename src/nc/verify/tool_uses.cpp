// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/tool_uses.h"

#include <algorithm>
#include <cmath>

namespace graze::nc::detail {
namespace {

/// Tangents instead of arcs, where a profile needs them, may stand out by this share of the tolerance.
constexpr double kExcess = 0.1;
constexpr double kFinest = 1e-6;  // what convex_pieces takes; bounds contain what is in excess

ToolUse use_of(const MeshTool& tool) {
  ToolUse use;
  use.used.name = tool.name;
  use.used.type = tool.convex ? "convex mesh" : "mesh";
  use.used.source = tool.source;
  use.used.excess = tool.convex ? tool.excess : 0;
  const Box box = inspect(tool.convex ? tool.hull : tool.mesh).box;
  use.used.height = box.upper.z;
  use.lowest = std::min(0.0, box.lower.z);
  use.used.diameter =
      2 * std::max({std::abs(box.lower.x), std::abs(box.lower.y), std::abs(box.upper.x), std::abs(box.upper.y)});
  use.used.has_shank = tool.part == Part::shank;
  use.used.has_holder = tool.part == Part::holder;
  use.groups.push_back({tool.part, {}, std::make_shared<const MeshSweep>(tool), use.used.excess});
  return use;
}

ToolUse use_of(const Tool& tool, double tolerance) {
  ToolUse use;
  use.used.name = tool.name;
  use.used.type = tool.type;
  use.used.source = tool.source;
  use.used.height = tool.height();
  use.used.pieces = convex_pieces(tool, tolerance, &use.used.excess);
  for (const ProfilePiece& p : tool.profile) {
    if (p.part == Part::cutting) use.used.diameter = std::max({use.used.diameter, 2 * p.from.r, 2 * p.to.r});
  }
  for (const Part part : {Part::cutting, Part::shank, Part::holder}) {
    ToolGroup group{part, {}, nullptr, use.used.excess};
    for (const ConvexPiece& p : use.used.pieces) {
      if (p.part == part) group.pieces.push_back(p);
    }
    if (group.pieces.empty()) continue;
    use.used.has_shank = use.used.has_shank || part == Part::shank;
    use.used.has_holder = use.used.has_holder || part == Part::holder;
    use.groups.push_back(std::move(group));
  }
  if (use.groups.empty()) use.trouble = "the tool has no body";
  return use;
}

}  // namespace

ToolUse& ToolUses::at(int number) {
  const auto found = uses_.find(number);
  return found != uses_.end() ? found->second : uses_.emplace(number, make(number)).first->second;
}

ToolUse ToolUses::make(int number) const {
  ToolUse use;
  if (number == 0) {
    use.trouble = "the program has not named a tool (T.. M6)";
    return use;
  }
  try {
    const MeshTool* mesh = library_.find_mesh(number);
    const auto has_number = [number](const auto& tool) { return tool.number == number; };
    const bool several = std::any_of(library_.tools.begin(), library_.tools.end(), has_number) ||
                         std::any_of(library_.refused.begin(), library_.refused.end(), has_number) ||
                         std::count_if(library_.meshes.begin(), library_.meshes.end(), has_number) > 1;
    if (mesh != nullptr && several) {
      use.trouble = "tool " + std::to_string(number) + " is there more than once";
    } else {
      use = mesh != nullptr ? use_of(*mesh)
                            : use_of(library_.at(number), std::clamp(kExcess * tolerance_, kFinest, 1e-3));
    }
  } catch (const Error& error) {
    use = {};
    use.trouble = error.message();
  }
  use.used.number = number;
  return use;
}

}  // namespace graze::nc::detail
