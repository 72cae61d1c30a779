// SPDX-License-Identifier: Apache-2.0
// B's k-DOPs re-aligned to A's directions (thesis, 4.2), each when it is first met and at most once a pose.
#pragma once

#include <array>

#include "traverse/study_slabs.h"
#include "traverse/study_state.h"
#include "traverse/traversal.h"

namespace graze::detail {

class Tumbler {
 public:
  /// The pose is that of query.frame. Starts a new pose in `state`.
  Tumbler(const PairQuery& query, const DirectionSet& set, Tumbling method, StudyState& state);

  struct Intervals {
    const double* lower;
    const double* upper;
  };
  /// Of the slot's triangles, placed and padded. `updates` counts those that had to be computed.
  Intervals operator()(std::size_t slot, std::uint64_t& updates) {
    const double* values = state_.aligned.get(slot, [&](double* out) {
      ++updates;
      align(slot, out);
    });
    return {values, values + set_.count()};
  }

 private:
  void align(std::size_t slot, double* out);
  void by_duality(std::size_t slot, double* out) const;
  void by_corners(std::size_t slot, double* out);
  void by_climbing(std::size_t slot, double* out);
  void gather(std::size_t slot, std::vector<Vec3>& points) const;

  const PairQuery& query_;
  const DirectionSet& set_;
  Tumbling method_;
  StudyState& state_;
  SlabReader slabs_;
  std::array<Vec3, kMostDirections> target_;  // A's directions as B sees them: d·(R x + t) = (Rᵀd)·x + d·t
  std::array<double, kMostDirections> offset_;
  std::array<DirectionSet::Combination, kMostDirections> combination_;
};

}  // namespace graze::detail
