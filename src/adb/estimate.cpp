// SPDX-License-Identifier: Apache-2.0
#include "adb/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "adb/filled_bins.h"
#include "adb/regions.h"
#include "geometry/rigid.h"
#include "geometry/vec.h"

namespace graze::detail {

Estimator::Estimator(const AdbContent& a, const AdbContent& b, const Pose& b_in_a, const AdbQuery& query)
    : a_(a), b_(b), query_(query), depths_(a.depth + b.depth) {
  std::copy(std::begin(b_in_a.r), std::end(b_in_a.r), rotation_);
  const Vec3 shift = placed(b_in_a, b.origin) - a.origin;
  for (int i = 0; i < 3; ++i) shift_[i] = coordinate(shift, i);
}

double Estimator::shared(const BoxPair& pair) {
  ++volumes_;
  return shared_volume(pair, query_.volume, query_.sphere_ratio);
}

double Estimator::cells(const BoxPair& pair, double shared, const AdbNode& node, bool of_a) const {
  const HalfBox& box = of_a ? *pair.a : *pair.b;
  const AdbRegions regions = of_a ? a_.regions : b_.regions;
  const double ratio = shared / box.volume;
  if (regions == AdbRegions::none) return ratio * cells_of(node, regions, 0);
  // The volume that the chosen way gives is shared out among the regions as that of the other box, enclosed along this
  // one's axes, would be.
  const Overlaps overlaps(pair);
  const int first = of_a ? 0 : 3;
  double low[3], high[3];
  for (int i = 0; i < 3; ++i) {
    low[i] = overlaps.low[first + i] / box.half[i];
    high[i] = overlaps.high[first + i] / box.half[i];
  }
  const std::array<double, kMaxRegions> shares = region_shares(regions, low, high);
  const int count = region_table(regions).count;
  double covered = 0;
  for (const double share : shares) covered += share / count;
  if (!(covered > 0)) return 0;
  double sum = 0;
  for (int j = 0; j < count; ++j) {
    sum += std::min(1.0, shares[static_cast<std::size_t>(j)] * ratio / covered) * cells_of(node, regions, j);
  }
  return sum;
}

double Estimator::cells_below(const HalfBox& small, std::uint32_t large, bool large_is_a) {
  struct Waiting {
    std::uint32_t node;
    int level;
  };
  constexpr std::size_t kMost = 8 * 17;  // eight children on each of size_levels
  std::array<Waiting, kMost> stack;
  std::size_t waiting = 0;
  stack[waiting++] = {large, 0};
  const std::vector<AdbNode>& nodes = (large_is_a ? a_ : b_).nodes;
  double sum = 0;
  while (waiting > 0) {
    const auto [index, level] = stack[--waiting];
    const AdbNode& node = nodes[index];
    const HalfBox box(node);
    const bool ends = node.child_count() == 0 || level == query_.size_levels;
    if (box.volume > query_.size_ratio * small.volume && !ends) {
      for (std::uint32_t k = 0; k < node.child_count(); ++k) stack[waiting++] = {node.first_child() + k, level + 1};
      continue;
    }
    const BoxPair pair = large_is_a ? BoxPair(box, small, rotation_, shift_) : BoxPair(small, box, rotation_, shift_);
    const double volume = shared(pair);
    if (!(volume > 0)) continue;
    const double count = cells(pair, volume, node, large_is_a);
    const double ratio = box.volume / small.volume;  // τ of equation 5
    sum += ratio > query_.size_ratio ? count * ratio / std::cbrt(ratio) : count;
  }
  return sum;
}

Estimator::Parameters Estimator::parameters(std::uint32_t a, std::uint32_t b) {
  const AdbNode &node_a = a_.nodes[a], &node_b = b_.nodes[b];
  const HalfBox box_a(node_a), box_b(node_b);
  const BoxPair pair(box_a, box_b, rotation_, shift_);
  const double volume = shared(pair);
  Parameters p;
  // Not so among the nodes below, where it would take away what the loose volumes make up for (docs/adb.md).
  if (!(volume > 0) || (query_.box_test && separated(pair))) return p;
  const bool a_is_small = box_a.volume <= box_b.volume;
  const HalfBox& small = a_is_small ? box_a : box_b;
  const HalfBox& large = a_is_small ? box_b : box_a;
  const bool alike = large.volume <= query_.size_ratio * small.volume;
  p.s = volume / small.volume * kCells;
  p.s_a = a_is_small || alike ? cells(pair, volume, node_a, true) : cells_below(box_b, a, true);
  p.s_b = !a_is_small || alike ? cells(pair, volume, node_b, false) : cells_below(box_a, b, false);
  p.s_a = std::min(p.s_a, p.s);
  p.s_b = std::min(p.s_b, p.s);
  return p;
}

double Estimator::operator()(std::uint32_t a, std::uint32_t b, int depth_a, int depth_b) {
  const Parameters p = parameters(a, b);
  if (!(p.s_a > 0) || !(p.s_b > 0)) return 0;
  const double lb = depths_ > 0 ? (depth_a + depth_b) / depths_ : 1;
  if (query_.rounding == AdbRounding::interpolated) {
    return interpolated_probability(p.s, p.s_a, p.s_b, lb, query_.x_max);
  }
  const auto bins = static_cast<int>(std::lround(p.s));
  return collision_probability(bins, std::min(bins, static_cast<int>(std::lround(p.s_a))),
                               std::min(bins, static_cast<int>(std::lround(p.s_b))), lb, query_.x_max);
}

}  // namespace graze::detail
