// SPDX-License-Identifier: Apache-2.0
// On which side of a surface is a point, by the nearest point of the surface: pseudonormals (Bærentzen and Aanæs 2005).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/vec.h"
#include "graze/distance.h"

namespace graze::nc::detail {

/// For each triangle, the normals of its edges and corners: sums over the faces there, at corners by their angles.
/// Equal vertices count as one. At a border, nothing is behind.
class Sides {
 public:
  Sides() = default;
  explicit Sides(const Mesh& mesh);

  /// The other triangle of an edge; kNoTriangle where there are not two.
  std::uint32_t neighbour(std::uint32_t triangle, std::size_t edge) const { return normals_[triangle].neighbour[edge]; }

  bool has_border() const { return !border_.empty(); }

  /// Seen from above, is there some of the border between these?
  bool has_border(double x0, double x1, double y0, double y1) const;

  /// Is that point of the surface at its border?
  bool at_border(const ClosestPoint& nearest) const {
    const Normals& n = normals_[nearest.triangle];
    return nearest.feature == Feature::edge     ? n.edge[nearest.index] == Vec3{}
           : nearest.feature == Feature::vertex ? n.corner[nearest.index] == Vec3{}
                                                : false;
  }

  /// Is p behind the surface, whose point `nearest` is the nearest to it?
  bool behind(const Vec3& p, const ClosestPoint& nearest, const Mesh& mesh) const;

 private:
  struct Normals {
    Vec3 edge[3], corner[3];  // zero at a border
    std::uint32_t neighbour[3] = {kNoTriangle, kNoTriangle, kNoTriangle};
  };
  std::vector<Normals> normals_;
  /// How many edges of the border may reach into cells of a grid: sums over all cells to the left and below.
  void count_border();
  bool may_have_border(double x0, double x1, double y0, double y1) const;

  static constexpr std::size_t kCells = 128;  // on either axis
  std::vector<std::array<Vec3, 2>> border_;   // edges
  std::vector<std::uint32_t> border_sums_;
  double border_x_ = 0, border_y_ = 0, cells_per_x_ = 0, cells_per_y_ = 0;
};

}  // namespace graze::nc::detail
