// SPDX-License-Identifier: Apache-2.0
// How a node stores the volumes of its children.
#pragma once

#include <cstddef>

#include "graze/model.h"

namespace graze::detail {

/// Fields of the volumes stored by field.
namespace field {
inline constexpr std::size_t kCentre = 0;          // 3: of every volume
inline constexpr std::size_t kAabbHalf = 3;        // 3
inline constexpr std::size_t kSphereRadius = 3;    // 1
inline constexpr std::size_t kAxes = 3;            // 9: axis 0 (x y z), axis 1, axis 2; obb and rounded_box
inline constexpr std::size_t kObbHalf = 12;        // 3
inline constexpr std::size_t kRoundedHalf = 12;    // 2: along axes 0 and 1
inline constexpr std::size_t kRoundedRadius = 14;  // 1
inline constexpr std::size_t kHybridThird = 14;    // 1: a half-width, or minus a radius (volumes/hybrid-inl.h)
}  // namespace field

/// Fields of an oriented or a rounded box, and of what hybrid hierarchies are made of.
inline constexpr std::size_t kBoxFields = 15;

/// The row of a node that holds field f of its children's boxes. The three axes and the centre stand together by
/// coordinate, x of axis 0, 1, 2 and of the centre, then y, then z: a rotation takes 9 multiplications of 16 lanes
/// instead of 36 of 4 (four children).
constexpr std::size_t box_row(std::size_t f) {
  if (f >= field::kAxes + 9) return f;
  return f < field::kAxes ? 4 * f + 3 : 4 * ((f - field::kAxes) % 3) + (f - field::kAxes) / 3;
}

/// Two kinds of layout:
/// - by field (aabb, sphere, obb, rounded_box): float field[fields][lanes], then the Refs; the fields of boxes in the
///   order of box_row. One SIMD lane holds one child, so that a step tests lanes × lanes pairs of children at once. A
///   binary tree keeps four lanes. Sixteen children are two blocks of eight, each with its own Refs.
///   Volume::custom is laid out as aabb; its slabs lie elsewhere (Hierarchy::slabs).
/// - by child (k-DOPs): float centre[padded], half[padded] for each child; one SIMD lane holds one direction.
///   The Ref sits in the last float of each child's record, which no direction uses.
struct Layout {
  std::size_t fields = 0;  // floats of one volume
  std::size_t lanes = 0;   // child slots of a node
  std::size_t stride = 0;  // floats of a node
  std::size_t ref_offset = 0;
  std::size_t ref_step = 0;
  bool by_child = false;
  std::size_t block_shift = 5;  // by field: a block has 2^block_shift lanes
  std::size_t block = 0;        // floats of a block, when a node has more than one

  /// The index, in the node, of field f of the child in `lane`.
  std::size_t at(std::size_t f, std::size_t lane) const {
    if (by_child) return lane * fields + f;
    return (fields == kBoxFields ? box_row(f) : f) * (block == 0 ? lanes : std::size_t{1} << block_shift) + start(lane);
  }
  /// Where a child's volume begins: row 0 of its lane, or its record.
  std::size_t start(std::size_t lane) const { return by_child ? lane * fields : in_block(lane, 1); }
  std::size_t ref_at(std::size_t lane) const { return ref_offset + in_block(lane, ref_step); }
  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  std::size_t in_block(std::size_t lane, std::size_t step) const {
    return (lane >> block_shift) * block + (lane & ((std::size_t{1} << block_shift) - 1)) * step;
  }
};

/// Directions of a k-DOP, k / 2; zero for the other volumes.
int dop_directions(Volume volume);

/// `width` is 2, 4, 8 or 16.
Layout layout_of(Volume volume, int width);

}  // namespace graze::detail
