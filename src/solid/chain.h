// SPDX-License-Identifier: Apache-2.0
// A mesh as a chain of oriented triangles, and the edges of its boundary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "graze/mesh.h"

namespace graze::detail {

/// One triangle at one edge, whose ends are merged vertices.
struct EdgeUse {
  std::uint32_t low = 0, high = 0;
  std::uint32_t triangle = 0;
  bool forward = false;  // the triangle runs from low to high

  friend auto operator<=>(const EdgeUse&, const EdgeUse&) = default;
  bool same_edge(const EdgeUse& other) const { return low == other.low && high == other.high; }
};

/// All uses of one edge.
struct EdgeRun {
  std::span<const EdgeUse> uses;

  std::size_t faces() const { return uses.size(); }
  int surplus() const {
    int sum = 0;
    for (const EdgeUse& use : uses) sum += use.forward ? 1 : -1;
    return sum;
  }
};

class Chain {
 public:
  explicit Chain(const Mesh& mesh);

  std::size_t degenerate() const { return degenerate_; }
  /// Triangles that count: see SolidReport.
  const std::vector<std::uint32_t>& triangles() const { return triangles_; }
  /// Their corners as merged vertices, by triangle of the mesh.
  const Triangle& corners(std::uint32_t triangle) const { return corners_[triangle]; }

  template <class F>
  void for_each_edge(const F& f) const {
    for_each_run(uses_, f);
  }

 private:
  using Uses = std::vector<EdgeUse>;
  template <class F>
  static void for_each_run(const Uses& uses, const F& f) {
    for (std::size_t i = 0; i < uses.size();) {
      std::size_t end = i + 1;
      while (end < uses.size() && uses[end].same_edge(uses[i])) ++end;
      f(EdgeRun{std::span(uses).subspan(i, end - i)});
      i = end;
    }
  }
  Uses uses_of(const std::vector<std::uint32_t>& triangles) const;
  static std::size_t unbalanced(const Uses& uses);

  std::vector<Triangle> corners_;
  std::vector<std::uint32_t> triangles_;
  Uses uses_;  // sorted
  std::size_t degenerate_ = 0;
};

/// Sets of triangles, each triangle turned (1) or not (0) relative to its set's first.
class TurnedSets {
 public:
  explicit TurnedSets(std::size_t count) : parent_(count), turned_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  /// The set's first, and whether `i` is turned relative to it.
  struct Place {
    std::uint32_t first = 0;
    bool turned = false;
  };
  Place find(std::uint32_t i);
  /// False when they are in one set already, and turned otherwise.
  bool join(std::uint32_t i, std::uint32_t j, bool turned);

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint8_t> turned_;  // relative to the parent
};

}  // namespace graze::detail
