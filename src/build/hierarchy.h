// SPDX-License-Identifier: Apache-2.0
// The hierarchy in memory: wide nodes, structure of arrays, float; leaves as packets of four triangles.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "build/bulk.h"
#include "build/clearance.h"
#include "build/entries.h"
#include "build/landmarks.h"
#include "graze/model.h"
#include "volumes/dop_directions.h"
#include "volumes/layout.h"

namespace graze::detail {

/// A reference to a child, packed so that the descent decision loads nothing else:
/// leaf bit | 6-bit size code | 25-bit index of the node or of the first leaf packet.
using Ref = std::uint32_t;
inline constexpr Ref kNoRef = 0xFFFFFFFFu;
inline constexpr Ref kLeafBit = 0x80000000u;
inline constexpr unsigned kSizeShift = 25;
inline constexpr Ref kIndexMask = (1u << kSizeShift) - 1;
inline constexpr std::uint32_t kMaxIndex = kIndexMask - 1;  // all ones is kNoRef

inline Ref make_ref(bool leaf, unsigned size_code, std::uint32_t index) {
  return (leaf ? kLeafBit : 0u) | (size_code << kSizeShift) | index;
}
inline bool is_leaf(Ref ref) { return (ref & kLeafBit) != 0; }
inline unsigned size_code(Ref ref) { return (ref >> kSizeShift) & 63u; }
inline std::uint32_t index_of(Ref ref) { return ref & kIndexMask; }

/// Up to four triangles, float, relative to `centre`. A leaf of more than four is `packets` consecutive ones.
struct alignas(64) LeafPacket {
  float v[3][3][4];       // [corner][axis][triangle]; lanes beyond count repeat lane 0
  std::uint32_t id[4];    // triangle of the mesh; kNoRef beyond count
  float centre[3];        // relative to Hierarchy::origin, exact in float
  float radius;           // at least |v| of every corner
  float edge;             // at least the longest edge
  std::uint32_t slot;     // the child slot (node * lanes + lane) whose volume bounds this leaf
  std::uint16_t count;    // triangles in this packet
  std::uint16_t packets;  // packets of the leaf, in its first packet; 0 in the following ones
  std::uint32_t reserved;
};
static_assert(sizeof(LeafPacket) == 192);

/// All floats are frame·(v - origin) / unit. `unit` is 1 except for models so large or small that float products
/// would leave the float range; models of different units that are not clearly apart are queried by brute force.
struct Hierarchy {
  Volume volume = Volume::obb;
  Split split = Split::sah;
  int width = 4;
  int leaf_size = 4;
  int height = 0;

  /// Node i is the `layout.stride` floats at i * stride: the volumes and Refs of its children as volumes/layout.h
  /// says. Node 0 is the holder: its only child, lane 0, is the root (or kNoRef for an empty mesh).
  Layout layout;
  BulkVector<float> nodes;
  BulkVector<std::uint32_t> node_slot;  // of node i: the child slot (parent * layout.lanes + lane) that bounds it
  BulkVector<LeafPacket> leaves;

  /// Volume::custom: the nodes hold boxes, and these are the k-DOPs: for each child slot, centre and half-width along
  /// each of the directions.
  std::shared_ptr<const DirectionSet> directions;
  BulkVector<float> slabs;

  Vec3 origin;                // the centre of the mesh's box
  double unit = 1;            // a power of two
  double radius = 0;          // of the mesh about the origin, in units
  double max_coordinate = 0;  // largest |coordinate| of the mesh
  int size_exponent = 0;      // size code s stands for a diagonal of about 2^(size_exponent + (s - 63) / 2) units
  double subdivide = 0;       // BuildOptions::subdivide: leaves may hold parts of a triangle, packets always the whole
  double frame[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};  // rows: the hierarchy's axes in the mesh's frame
  Clearance clearance;                            // from the leaves; not saved
  Entries entries;                                // from the nodes; not saved
  Landmarks landmarks;                            // from the nodes; not saved

  std::size_t node_count() const { return layout.stride == 0 ? 0 : nodes.size() / layout.stride; }
  const float* node(std::size_t i) const { return nodes.data() + i * layout.stride; }
  Ref ref(std::size_t i, std::size_t lane) const { return std::bit_cast<Ref>(node(i)[layout.ref_at(lane)]); }
  void set_ref(std::size_t i, std::size_t lane, Ref ref) {
    nodes[i * layout.stride + layout.ref_at(lane)] = std::bit_cast<float>(ref);
  }
};

}  // namespace graze::detail
