// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graze::detail {

/// The whole content of a regular file. Throws Error (io).
std::string read_file(const std::filesystem::path& file);

/// Writes to a temporary name in the same folder, then renames. Throws Error (io) and leaves nothing behind.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace graze::detail
