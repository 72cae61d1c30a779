// SPDX-License-Identifier: Apache-2.0
// Our own readers. Each parses a buffer, so that it can be fuzzed; `name` is only used in errors. All throw Error,
// and none allocates more than a small multiple of the bytes it is given, whatever counts those bytes claim.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "graze/error.h"
#include "graze/mesh.h"

namespace graze::detail {

Mesh read_stl(std::string_view bytes, const std::filesystem::path& name);
Mesh read_obj(std::string_view bytes, const std::filesystem::path& name);
Mesh read_ply(std::string_view bytes, const std::filesystem::path& name);
Mesh read_off(std::string_view bytes, const std::filesystem::path& name);

/// Does the first word say so ("OFF", "NOFF", "STCNOFF", ...)?
bool has_off_keyword(std::string_view bytes);
/// Does the size agree with the count in a binary STL header?
bool is_binary_stl(std::string_view bytes);

/// Gives the content of a buffer that a .gltf file names by a relative URI; throws Error when it cannot.
using BufferLoader = std::function<std::string(const std::filesystem::path&)>;

/// glTF 2.0, as JSON or as GLB: the default scene, instances flattened into its frame.
Mesh read_gltf(std::string_view bytes, const std::filesystem::path& name, const BufferLoader& load_buffer);

/// Every other format, through assimp in a child process with limited memory and time.
Mesh read_foreign(const std::filesystem::path& file);
bool is_foreign_extension(const std::string& extension);

}  // namespace graze::detail
