// SPDX-License-Identifier: Apache-2.0
// Pairs of triangles under a motion: when they may meet first, and when, by the exact test, they do.
#pragma once

#include <cstdint>

#include "graze/model.h"
#include "graze/motion.h"
#include "query/moved_side.h"

namespace graze::detail {

/// The first contact so far, over the pairs offered: the least time, then the least pair. What it ends with does not
/// depend on their order, nor on pairs left out that cannot meet before time().
class SweepSearch {
 public:
  SweepSearch(const Model& a, const Model& b, const Motion& motion);

  void offer(std::uint32_t triangle_a, std::uint32_t triangle_b);

  /// The earliest contact known; 1 at first. Pairs that may meet no sooner need not be offered, those at it must.
  double time() const { return impact_.hits ? impact_.time : 1; }
  Impact answer() const;
  Counters& counters() { return impact_.counters; }

  const CommonScale& common() const { return common_; }
  bool worth(double bound) const { return !(bound > time()); }

 private:
  struct Hit {
    double time;
    bool hits;
  };
  Hit search(std::uint32_t triangle_a, std::uint32_t triangle_b, double enter, double estimate, double exit);
  bool meet_at(std::uint32_t triangle_a, std::uint32_t triangle_b, double s);

  const Mesh& mesh_a_;
  const Mesh& mesh_b_;
  const Motion& motion_;
  CommonScale common_;
  Vec3 scaled_;  // the motion
  double step_ = 0;
  Impact impact_;
};

}  // namespace graze::detail
