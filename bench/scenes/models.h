// SPDX-License-Identifier: Apache-2.0
// Meshes and recorded flights from files: those bundled in data/, and larger ones below the folder GRAZE_DATA names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graze/mesh.h"

namespace graze::scenes {

/// Why a file cannot be read, in one line, or nothing. "bundled/x" is data/x of the sources, all else is below
/// GRAZE_DATA.
std::string why_missing(const std::string& file);

/// Where that is, whether it exists or not; empty when GRAZE_DATA is needed and not set.
std::filesystem::path data_path(const std::string& file);

/// Throws graze::Error as load_mesh() does.
Mesh model(const std::string& file);

/// Parts of an assembly placed by its list: lines of a part's file, a row-major 3x4 matrix, a name.
Mesh assembly(const std::string& folder);

/// A recorded flight, as load_poses() reads it.
std::vector<Pose> recorded(const std::string& file);

/// Centred, and scaled so that the longest side of its box is `size`.
Mesh fitted(Mesh mesh, double size);

}  // namespace graze::scenes
