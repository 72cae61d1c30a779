// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "graze/adb.h"

namespace graze::detail {

inline constexpr int kSide = 8;  ///< cells of a box along each axis (001, section 4: 8³ are optimal)
inline constexpr int kCells = kSide * kSide * kSide;

/// What a query sees of a set of triangles (000, table 1: 36 bytes). Children lie side by side, a level after the
/// other.
struct AdbNode {
  float lower[3], upper[3];  // about AdbContent::origin; no side is zero
  std::uint32_t children;    // number << kChildShift | index of the first
  /// Possible collision cells: of each region in a byte, or without regions in two, the low one first. The papers keep
  /// the box's volume here, which is two multiplications, and have no room for regions.
  std::uint8_t cells[8];

  static constexpr unsigned kChildShift = 28;
  static constexpr std::uint32_t kIndexMask = (1u << kChildShift) - 1;
  std::uint32_t child_count() const { return children >> kChildShift; }
  std::uint32_t first_child() const { return children & kIndexMask; }
};
static_assert(sizeof(AdbNode) == 36 && std::is_trivially_copyable_v<AdbNode>);

struct AdbContent {
  AdbKind kind = AdbKind::binary;
  AdbRegions regions = AdbRegions::none;
  double theta = 0;
  Vec3 origin;
  int depth = 0;
  std::uint64_t triangles = 0;
  std::vector<AdbNode> nodes;  // the root first; none for a mesh without triangles
};

}  // namespace graze::detail
