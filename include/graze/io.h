// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "graze/error.h"
#include "graze/mesh.h"

namespace graze {

/// Reads STL (ASCII, binary), OBJ, PLY, OFF and glTF 2.0 (GLB too; instances flattened into the scene's frame) with
/// our own readers, which keep double precision where the file has it; every other format through assimp (float), in
/// a child process. Polygons are triangulated. Throws Error: one line with file, what and where. docs/formats.md tells
/// how unusual files are read. Link graze::io.
Mesh load_mesh(const std::filesystem::path& file);

/// Writes .ply (binary, doubles), .obj, .off (text, every digit) or .stl (binary, floats, no shared vertices), as the
/// extension says; to a temporary name, then renamed. Throws Error.
void save_mesh(const std::filesystem::path& file, const Mesh& mesh);

/// Poses from CSV: 7 numbers a line (tx ty tz qw qx qy qz) or 12 (three rows of [R|t]), separated by commas,
/// semicolons or white space; '#' starts a comment; one header line is allowed. Throws Error with the line.
std::vector<Pose> load_poses(const std::filesystem::path& file);
std::vector<Pose> parse_poses(std::string_view text, const std::filesystem::path& name = "poses");

/// Writes 7 numbers a line with all digits; to a temporary name, then renamed.
void save_poses(const std::filesystem::path& file, std::span<const Pose> poses);

}  // namespace graze
