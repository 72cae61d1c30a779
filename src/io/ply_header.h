// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze::detail {

enum class PlyFormat { ascii, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// What a property means here; everything else is passed over.
enum class PlyRole { none, x, y, z, corners, strips };

std::size_t size_of(PlyType type);
bool is_integer(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  bool list = false;
  PlyType count_type = PlyType::uint8;
  PlyRole role = PlyRole::none;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::uint64_t line = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::ascii;
  std::vector<PlyElement> elements;
  std::size_t body = 0;         // offset of the first byte after the header
  std::uint64_t body_line = 0;  // the line that begins there
};

/// Reads and checks the header: a vertex element with x, y, z; faces or triangle strips with their indices.
PlyHeader read_ply_header(std::string_view text, const std::filesystem::path& name);

}  // namespace graze::detail
