// SPDX-License-Identifier: Apache-2.0
// computeProb (000, figure 5): the probability that the triangles of two nodes meet.
#pragma once

#include "adb/adb_node.h"
#include "adb/box_pair.h"

namespace graze::detail {

class Estimator {
 public:
  Estimator(const AdbContent& a, const AdbContent& b, const Pose& b_in_a, const AdbQuery& query);

  /// Depths are those of the nodes.
  double operator()(std::uint32_t a, std::uint32_t b, int depth_a, int depth_b);

  std::uint64_t volumes() const { return volumes_; }

  /// The numbers behind a probability: cells in the shared volume, and possible collision cells of each.
  struct Parameters {
    double s = 0, s_a = 0, s_b = 0;
  };
  Parameters parameters(std::uint32_t a, std::uint32_t b);

 private:
  double shared(const BoxPair& pair);
  /// Possible collision cells of A's (or B's) node in the shared volume (equation 3, or by regions).
  double cells(const BoxPair& pair, double shared, const AdbNode& node, bool of_a) const;
  /// Those of the larger node, in cells as large as the other's (equations 3 to 5).
  double cells_below(const HalfBox& small, std::uint32_t large, bool large_is_a);

  const AdbContent& a_;
  const AdbContent& b_;
  AdbQuery query_;
  double rotation_[9], shift_[3];
  double depths_;
  std::uint64_t volumes_ = 0;
};

}  // namespace graze::detail
