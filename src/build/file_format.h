// SPDX-License-Identifier: Apache-2.0
// The bytes of a saved model (docs/model_file.md): a header, the arrays as they lie in memory, each at a multiple of
// 64 bytes, and a checksum of all that. Nothing holds an address, so that a mapped file can be used in place.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "build/hierarchy.h"
#include "graze/model.h"

namespace graze::detail {

/// The first byte is no ASCII, and line ends and an end-of-file mark are there to be spoiled by a text transfer.
inline constexpr std::array<unsigned char, 8> kModelMagic = {0x8B, 'g', 'r', 'a', 'z', 'e', '\r', '\n'};
inline constexpr std::uint32_t kModelByteOrder = 0x0A0B0C0Du;  // as the writing machine stores it
inline constexpr std::uint32_t kModelVersion = 4;
inline constexpr std::uint64_t kModelAlignment = 64;

enum SectionIndex : std::size_t {
  kVertices,
  kTriangles,
  kNodes,
  kNodeSlots,
  kLeaves,
  kDirections,
  kSlabs,
  kSectionCount
};

struct ModelSection {
  std::uint64_t offset;
  std::uint64_t count;
  std::uint64_t element_bytes;
  friend bool operator==(const ModelSection&, const ModelSection&) = default;
};

struct SavedOptions {
  std::int32_t volume, split, point, leaf_size, width, threads;
  double margin;
};

struct SavedHierarchy {
  std::int32_t volume, split, width, leaf_size, height, size_exponent;
  std::uint32_t lanes, stride;  // of the layout: a graze that lays nodes out otherwise must not read them
  double origin[3], unit, radius, max_coordinate;
};

struct SavedConstruction {
  std::int32_t split_axes, building, leaf_rule, orientation, regroup, samples;
  double regroup_balance, subdivide;
  std::uint64_t seed;
  std::uint64_t volume_key, split_key;  // of registered ones, whose numbers depend on the others
  double frame[9];                      // of the hierarchy, in the mesh's
};

struct ModelHeader {
  std::array<unsigned char, 8> magic;
  std::uint32_t byte_order;
  std::uint32_t version;
  std::uint64_t file_bytes;  // with the checksum, which is the last 8 bytes
  ModelSection sections[kSectionCount];
  SavedOptions options;
  SavedHierarchy hierarchy;
  std::int32_t quality;
  std::int32_t zero;
  SavedConstruction construction;
  unsigned char reserved[64];  // zero
};
static_assert(sizeof(ModelHeader) == 512 && sizeof(ModelHeader) % kModelAlignment == 0);
static_assert(std::is_trivially_copyable_v<ModelHeader>);

inline std::uint64_t padded_bytes(std::uint64_t bytes) {
  return (bytes + kModelAlignment - 1) / kModelAlignment * kModelAlignment;
}

/// Bytes of a section's element, by SectionIndex.
inline constexpr std::uint64_t kElementBytes[kSectionCount] = {sizeof(Vec3),          sizeof(Triangle),   sizeof(float),
                                                               sizeof(std::uint32_t), sizeof(LeafPacket), sizeof(Vec3),
                                                               sizeof(float)};

/// Places the sections one after the other and sets file_bytes; the counts are given.
inline void place_sections(ModelHeader& header) {
  std::uint64_t offset = sizeof(ModelHeader);
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    header.sections[i].offset = offset;
    header.sections[i].element_bytes = kElementBytes[i];
    offset += padded_bytes(header.sections[i].count * kElementBytes[i]);
  }
  header.file_bytes = offset + sizeof(std::uint64_t);
}

}  // namespace graze::detail
