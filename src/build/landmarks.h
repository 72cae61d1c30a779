// SPDX-License-Identifier: Apache-2.0
// Where small nodes of a model lie: two grids over its box that know one of them a cell, and points that are spread
// over its surface, few and many. Those of one model, looked up in the grids of another, tell where the two are likely
// to meet. A sketch (build/sketch.h) tells more, but takes thirty times as long to make.
#pragma once

#include <cstddef>
#include <cstdint>

#include "build/aligned.h"
#include "build/nearest_cells.h"

namespace graze::detail {

struct Hierarchy;
struct LeafBox;

/// In units about the hierarchy's origin. Guesses, nothing that an answer may rest on.
struct Landmarks {
  static constexpr std::size_t kFew = 32, kEach = 16;  // of the many, each of the few stands for so many
  static constexpr float kStepsPerCell = 16;
  static constexpr std::int32_t kNowhere = 0x7F7F7F;  // as far from a cell as a place can be

  struct Grid : CubeGrid {
    // Where x lies, in cells from the centre of the first: per_cell·x + shift. The last, and how many, as floats.
    float per_cell = 0, shift[3] = {}, last[3] = {}, along[2] = {};
    /// Of each cell, x fastest: where the point that it knows lies, as seen from its centre. A signed byte an axis, in
    /// sixteenths of a cell.
    AlignedVector<std::int32_t> place;
  };
  Grid coarse;                        // every cell knows the nearest point,
  Grid fine;                          // those next to one
  AlignedVector<std::uint32_t> node;  // of the fine grid's cells: a node or leaf about the point, as a Ref, or kNoRef
  /// Points, coordinate after coordinate; those that one of the few stands for after those of another.
  AlignedVector<float> few, many;
  AlignedVector<std::uint32_t> node_of_many;
  float spread = 0;  // mean distance of the surface from the nearest of the few

  bool empty() const { return node.empty(); }
  std::size_t bytes() const {
    const std::size_t entries = coarse.place.size() + fine.place.size() + node.size();
    return (entries + few.size() + many.size() + node_of_many.size()) * sizeof(std::uint32_t);
  }
};

/// Of hierarchies of oriented boxes, four wide; none for few triangles, where queries are short anyhow, and for thin
/// parts, of which points tell little. Takes 0.1 to 0.8 ms and 25 to 145 KiB; no longer for more triangles, but for
/// those as long as the model (10^6: 82 ms).
Landmarks make_landmarks(const Hierarchy& hierarchy, const LeafBox& box);

}  // namespace graze::detail
