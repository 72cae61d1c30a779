// SPDX-License-Identifier: Apache-2.0
// Who takes part: graze with every volume, the rivals that were compiled in, engines of shared libraries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rivals/rival.h"

namespace graze::suite {

using bench::Rival;

struct EngineEntry {
  std::string name;
  std::string origin;  ///< "graze", "rival", or the file it comes from
  std::function<std::unique_ptr<Rival>()> make;
  bench::Description description;
  bench::Abilities abilities;
};

/// Answers many poses at once, on so many threads.
class Batching {
 public:
  virtual ~Batching() = default;
  virtual void intersects_all(std::span<const Pose> poses, std::span<std::uint8_t> answers, int threads) = 0;
};

/// In the order of the reports: "graze" (automatic), "graze-aabb" and so on, the rivals, then the plug-ins. Throws
/// graze::Error for a plug-in that cannot be loaded or has the name of another engine.
std::vector<EngineEntry> engine_catalogue(const std::vector<std::filesystem::path>& plugins);

/// Those named, in the catalogue's order; all when none is. "graze-all", "rivals" and "plugins" name groups. Throws
/// std::invalid_argument with those there are for a name that is not among them.
std::vector<EngineEntry> choose_engines(const std::vector<EngineEntry>& catalogue,
                                        const std::vector<std::string>& names);

std::string name_of(bench::Arithmetic arithmetic);

}  // namespace graze::suite
