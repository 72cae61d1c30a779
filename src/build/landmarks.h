// SPDX-License-Identifier: Apache-2.0
// Where small nodes of a model lie: a coarse grid over its box that knows one of them a cell, and some that are spread
// over the surface. Those of one model, looked up in the grid of another, tell where the two are likely to meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace graze::detail {

struct Hierarchy;
struct LeafBox;

/// In units about the hierarchy's origin. Guesses, nothing that an answer may rest on.
struct Landmarks {
  static constexpr std::size_t kPoints = 16;
  static constexpr std::int32_t kNothing = -1;

  float lower[3] = {0, 0, 0};
  float per_cell = 0;  // cells a unit of length
  int sides[3] = {0, 0, 0};
  /// Of each cell, x fastest, none when there is no grid: where in it the centre of its node lies, a byte an axis in
  /// 127ths, or kNothing; and the node or leaf, as a Ref.
  std::vector<std::int32_t> place;
  std::vector<std::uint32_t> node;
  /// Centres of nodes, each far from those before, and these nodes.
  alignas(64) float point[3][kPoints] = {};
  std::uint32_t node_of_point[kPoints] = {};
};

/// Of hierarchies of oriented boxes, four wide; none for few triangles, where queries are short anyhow. Looks at some
/// hundred nodes, 1 to 20 µs, and at all where triangles are as long as the model: 200,000 needles 3.5 ms, of 130 to
/// build them. Some 14 KiB.
Landmarks make_landmarks(const Hierarchy& hierarchy, const LeafBox& box);

}  // namespace graze::detail
