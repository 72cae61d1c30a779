// SPDX-License-Identifier: Apache-2.0
// The four methods of chapter 2 of the thesis behind one interface: grid of boxes (2.3.1), 3-d tree (2.3.2), R-tree
// (2.3.3), tetrahedral mesh (2.2). All answer in two phases: is there an obstacle triangle whose box meets the box of
// the flying object; if so, which triangles of the two meet (the "full-resolution check").
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lab/environment.h"
#include "lab/flight.h"

namespace graze::lab {

/// What building a method cost and made.
struct MethodStats {
  std::size_t triangles = 0;  ///< of the environment
  std::size_t stored = 0;     ///< references to triangles: #(T_st) of table 1
  std::size_t cells = 0;      ///< voxels, nodes or tetrahedra
  std::size_t steiner = 0;    ///< points added to make the tetrahedra conform
  int height = 0;             ///< edges from a tree's root to its deepest leaf
  std::size_t bytes = 0;      ///< of the structure and the triangles' boxes, without the mesh
  double build_seconds = 0;
};

/// A triangle of the environment and one of the flying object that meet.
struct Pair {
  std::uint32_t environment = 0, flyer = 0;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

class PairSink;

/// An environment, prepared. Immutable: any number of flights may use it at once.
class Method {
 public:
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  /// The thesis's query: stops at the first contact. The flight has been moved to its pose.
  bool collides(Flight& flight) const;

  /// All contacts, sorted: the same as brute force's, always.
  void contacts(Flight& flight, std::vector<Pair>& out) const;

  /// Phase I alone: does the box of an obstacle triangle meet the box of the flying object?
  bool near(Flight& flight) const;

  const Environment& environment() const { return environment_; }
  const MethodStats& stats() const { return stats_; }
  virtual std::string_view name() const = 0;

 protected:
  explicit Method(Mesh mesh) : environment_(std::move(mesh)) { stats_.triangles = environment_.size(); }

  MethodStats stats_;

 private:
  /// Phase I. Whatever it gathers for phase II it keeps in the flight's scratch.
  virtual bool box_meets(Flight& flight) const = 0;
  /// Phase II: offers every pair that may meet, until the sink has enough.
  virtual void check(Flight& flight, PairSink& sink) const = 0;

  bool run(Flight& flight, std::vector<Pair>* all) const;

  Environment environment_;
};

struct GridOptions {
  int cells = 40;  ///< N, along each side of the workspace: 1..400
};

/// How a 3-d tree chooses the axis of a cut through the middle of a box, from the numbers of triangles n1, n2 on its
/// sides: (a) to (d) of section 2.3.2.
enum class KdAxis { min_max, min_difference, min_product, longest_side };

struct KdOptions {
  KdAxis axis = KdAxis::min_product;
  int threshold = 10;  ///< τ: a box with at most as many triangles is a leaf
  int no_gain = 5;     ///< cuts in a row, on the way down, that leave a child as many triangles as its parent has
};

/// Of the cuts at the median centroid along x, y, z: the least larger or the least total volume of the two boxes.
enum class RTreeAxis { min_max, min_sum };

struct RTreeOptions {
  RTreeAxis axis = RTreeAxis::min_max;
  int threshold = 1;  ///< τ
};

/// Each throws Error: invalid_mesh, invalid_option, or limit when the structure would grow beyond 2^27 references.
std::unique_ptr<Method> make_grid(Mesh environment, const GridOptions& options = {});
std::unique_ptr<Method> make_kd_tree(Mesh environment, const KdOptions& options = {});
std::unique_ptr<Method> make_r_tree(Mesh environment, const RTreeOptions& options = {});

std::string_view name(KdAxis axis);
std::string_view name(RTreeAxis axis);

}  // namespace graze::lab
