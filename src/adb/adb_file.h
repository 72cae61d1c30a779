// SPDX-License-Identifier: Apache-2.0
// Saved ADB-trees: a header, the nodes as they lie in memory, a checksum (docs/adb.md).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <type_traits>

#include "adb/adb_node.h"

namespace graze::detail {

inline constexpr std::array<unsigned char, 8> kAdbMagic = {0x8B, 'g', 'r', 'z', 'a', 'd', 'b', '\n'};
inline constexpr std::uint32_t kAdbVersion = 1;

struct AdbHeader {
  std::array<unsigned char, 8> magic;
  std::uint32_t byte_order;  // kModelByteOrder as the writing machine stores it
  std::uint32_t version;
  std::uint64_t file_bytes;  // with the checksum, which is the last 8 bytes
  std::uint64_t nodes, triangles;
  std::int32_t kind, regions, depth, zero;
  double theta, origin[3];
  unsigned char reserved[40];  // zero
};
static_assert(sizeof(AdbHeader) == 128 && std::is_trivially_copyable_v<AdbHeader>);

void write_adb(const std::filesystem::path& file, const AdbContent& content);

/// Checks header, size, checksum and then `validate_adb`.
AdbContent read_adb(const std::filesystem::path& file);

/// Throws Error (corrupt_model) unless a query can trust it: links make one tree, a level after the other; children lie
/// in their parents' boxes; no side is zero; counts are no larger than what they count.
void validate_adb(const AdbContent& content);

}  // namespace graze::detail
