// SPDX-License-Identifier: Apache-2.0
// Engines from shared libraries, by the C ABI of graze/engine.h.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "graze/engine.h"
#include "rivals/rival.h"

namespace graze::suite {

/// An engine of a library that stays loaded until the process ends: what was measured may point into it.
struct PluginEngine {
  std::filesystem::path file;
  const graze_engine_table* table = nullptr;
};

/// A shared library, or all of a folder (*.so, by name). Throws graze::Error (io, format) with the file and the reason:
/// it cannot be loaded, exports no graze_engine, speaks another version of the ABI, or leaves something out.
std::vector<PluginEngine> load_plugins(const std::filesystem::path& file_or_folder);

/// An instance. Its functions throw std::runtime_error with the engine's own words when it fails.
std::unique_ptr<bench::Rival> make_plugin(const graze_engine_table& table);

}  // namespace graze::suite
