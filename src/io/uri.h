// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graze::detail {

/// The bytes of "data:<type>;base64,<text>". Throws Error.
std::string decode_data_uri(std::string_view uri);

/// A relative reference with its %xx resolved. Throws Error for absolute paths and for other schemes.
std::filesystem::path decode_relative_uri(std::string_view uri);

}  // namespace graze::detail
