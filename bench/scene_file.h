// SPDX-License-Identifier: Apache-2.0
// Scenes in files, so that another revision of the library (bench/compare) is timed on the very same numbers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace graze::bench {

/// Writes NAME.scene for each: "grazescn", then for A and B the counts of vertices and triangles (64 bits), vertices
/// (3 doubles) and triangles (3 × 32 bits); the count of poses, then rotation (9) and translation (3 doubles) of each.
/// Native byte order. At most `max_poses` of a scene, evenly spread. Throws std::runtime_error.
void export_scenes(const std::filesystem::path& folder, const std::vector<std::string>& names, std::size_t max_poses);

}  // namespace graze::bench
