// SPDX-License-Identifier: Apache-2.0
// What the kernels are run on: parts of real queries, and pairs of triangles that need the exact arithmetic.
#pragma once

#include <utility>
#include <vector>

#include "geometry/triangle_triangle.h"
#include "graze/query.h"
#include "kernels.h"

namespace graze::bench {

/// Two models at a pose, ready for the kernels. Not copied: the query refers to it.
class KernelCase {
 public:
  KernelCase(Mesh a, Mesh b, const Pose& pose, Volume volume);
  KernelCase(const KernelCase&) = delete;
  KernelCase& operator=(const KernelCase&) = delete;

  const detail::PairQuery& query() const { return query_; }
  const Model& a() const { return a_; }
  const Model& b() const { return b_; }
  const Pose& pose() const { return pose_; }

 private:
  Model a_, b_;
  Pose pose_;
  detail::PairQuery query_;
};

/// Bumpy spheres that just cross, of some 69,620 triangles each.
const KernelCase& blobs(Volume volume);

/// Node pairs of blobs(obb) that a query meets: at most 64, which stay in the nearest caches.
const IndexPairs& warm_nodes();
/// Any nodes of a model of 640,000 triangles, whose nodes do not fit the second cache.
const KernelCase& large_case();
const IndexPairs& cold_nodes();
/// Node pairs of blobs(dop26), full ones.
const IndexPairs& dop_nodes();
/// Leaf pairs of blobs(obb): `crossing` those in which triangles meet.
const IndexPairs& leaf_pairs(bool crossing);

using CornerPairs = std::vector<std::pair<detail::Corners, detail::Corners>>;
/// Decided by the filter in double / touching in a corner or an edge / overlapping in one plane.
CornerPairs clear_triangles();
CornerPairs touching_triangles();
CornerPairs coplanar_triangles();

}  // namespace graze::bench
