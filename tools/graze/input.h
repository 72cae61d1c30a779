// SPDX-License-Identifier: Apache-2.0
// Mesh files, saved models and poses, as they are named on the command line.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graze/math.h"
#include "graze/model.h"

namespace graze::cli {

struct Input {
  std::filesystem::path file;
  bool saved_model = false;
  std::uintmax_t bytes = 0;
  Model model;
  std::chrono::nanoseconds load_time{0};   ///< reading the file
  std::chrono::nanoseconds build_time{0};  ///< building the hierarchy; zero for a saved model
};

/// Throws Failure unless `file` is there and is no directory.
void require_file(const std::filesystem::path& file);

/// By the magic number at its start, not by its name.
bool is_saved_model(const std::filesystem::path& file);

/// Opens a saved model, or loads a mesh and builds its hierarchy.
Input load(const std::filesystem::path& file, const BuildOptions& options);

/// Throws Failure when build options were given although every file is a saved model.
void refuse_idle_build_options(bool any_given, const std::vector<std::filesystem::path>& files);

/// The poses of `text` ("--pose") or of `file` ("--poses", "-" = standard input), or the identity when neither is
/// given; at least one. Those that are no rigid motion are refused by the reader.
std::vector<Pose> read_poses(const std::optional<std::string>& text, const std::optional<std::string>& file);

}  // namespace graze::cli
