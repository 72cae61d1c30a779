// SPDX-License-Identifier: Apache-2.0
#include "build/choose_volume.h"

#include <algorithm>

#include "volumes/layout.h"

namespace graze::detail {
namespace {

/// Nodes looked at, evenly over the depth-first order; larger ones than this many corners are left out: the leaves
/// and the nodes just above them are where a query spends its tests.
constexpr std::size_t kSample = 1024;
constexpr std::size_t kMostPoints = 384;

float least_half(const float* half, int count) { return *std::min_element(half, half + count); }

}  // namespace

double flat_fraction(const Topology& topology, const Surface& surface, const LeafMoments& moments, float slack) {
  if (topology.nodes.empty()) return 0;
  const std::size_t step = std::max<std::size_t>(1, topology.nodes.size() / kSample);
  std::size_t seen = 0, flat = 0;
  for (std::size_t i = 0; i < topology.nodes.size(); i += step) {
    const BinaryNode& node = topology.nodes[i];
    const Points points = surface.range(node.begin, node.end);
    if (points.count > kMostPoints) continue;
    float obb[15], dop[32];
    fit_obb(points, moments.of(node), slack, obb);
    fit_dop(Volume::dop26, points, slack, dop);
    ++seen;
    if (least_half(obb + field::kObbHalf, 3) < 0.5f * least_half(dop + 16, dop_directions(Volume::dop26))) ++flat;
  }
  return seen > 0 ? static_cast<double>(flat) / static_cast<double>(seen) : 0;
}

Volume choose_volume(double flat_fraction) { return flat_fraction < 0.3 ? Volume::dop26 : Volume::obb; }

}  // namespace graze::detail
