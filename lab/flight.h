// SPDX-License-Identifier: Apache-2.0
// The flying object: its convex hull, prepared once, and its box from pose to pose by hill climbing (thesis 2.4.2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangle_triangle.h"
#include "graze/math.h"
#include "graze/mesh.h"

namespace graze::lab {

/// Immutable: any number of flights may share it.
class Flyer {
 public:
  /// Throws Error (invalid_mesh), or (limit) for a coordinate beyond 1e100.
  explicit Flyer(Mesh mesh);

  const Mesh& mesh() const { return mesh_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(mesh_.triangles.size()); }
  std::size_t hull_vertices() const { return hull_.size(); }
  std::size_t bytes() const;  ///< of the hull

 private:
  friend class Flight;
  Mesh mesh_;
  std::vector<std::uint32_t> hull_;  // vertices of the convex hull; all in use where that is flat
  bool climbable_ = false;           // hull_ is a proper polytope and has edges
  std::vector<std::uint32_t> edges_;
  std::vector<std::uint32_t> first_edge_;  // of hull_[i]: edges_[first_edge_[i]...], indices into hull_
  Vec3 reach_;                             // largest |x|, |y|, |z|
};

struct Counters {
  std::uint64_t queries = 0;
  std::uint64_t full_checks = 0;     ///< queries that came to phase II
  std::uint64_t cells = 0;           ///< voxels, nodes or tetrahedra looked at
  std::uint64_t box_tests = 0;       ///< of triangles' boxes
  std::uint64_t triangle_tests = 0;  ///< exact tests
  std::uint64_t walked = 0;          ///< tetrahedra on the way of rays
  std::uint64_t climbed = 0;         ///< hull vertices looked at for the box
};

/// Memory of one flight that methods share. Marks are compared with `mark`, so nothing is ever cleared.
struct Scratch {
  const void* owner = nullptr;       ///< the method `cell` belongs to
  std::uint32_t cell = 0;            ///< where the last query's ray ended,
  Vec3 place;                        ///< at this point
  std::uint64_t mark = 0;            ///< never used twice
  std::vector<std::uint64_t> tried;  ///< by triangle of the environment
  std::vector<std::uint64_t> seen;   ///< by cell
  std::vector<std::uint32_t> queue, found;

  /// At least `size` entries, all older than any mark to come.
  static void fit(std::vector<std::uint64_t>& marks, std::size_t size) {
    if (marks.size() < size) marks.resize(size, 0);
  }
};

/// A flying object on its way: one pose after the other, one thread.
class Flight {
 public:
  explicit Flight(const Flyer& flyer);

  /// Places all vertices and finds the box. Throws std::invalid_argument unless the pose is rigid.
  void move(const Pose& pose);

  const Flyer& flyer() const { return *flyer_; }
  std::span<const Vec3> points() const { return points_; }
  /// Holds all placed points in its interior, by more than their rounding errors and little else.
  const Box& box() const { return box_; }
  detail::Corners corners(std::uint32_t f) const {
    const Triangle& v = flyer_->mesh_.triangles[f];
    return {{points_[v[0]], points_[v[1]], points_[v[2]]}};
  }

  Counters& counters() { return counters_; }
  Scratch& scratch() { return scratch_; }

 private:
  double climb(int axis, double sign, double slack);
  double coordinate_of(std::uint32_t corner, int axis) const;

  const Flyer* flyer_;
  std::vector<Vec3> points_;
  Box box_;
  std::array<std::uint32_t, 6> top_{};  // of hull_, where each climb of the last pose ended
  std::vector<std::uint64_t> visited_;  // by corner of the hull
  std::uint64_t visit_ = 0;
  std::vector<std::uint32_t> stack_;
  Counters counters_;
  Scratch scratch_;
};

}  // namespace graze::lab
