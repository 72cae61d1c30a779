// SPDX-License-Identifier: Apache-2.0
#include "build/flat_fraction.h"

#include <algorithm>
#include <array>
#include <vector>

#include "volumes/layout.h"

namespace graze::detail {
namespace {

/// Nodes looked at, evenly over the depth-first order; larger ones than this many corners are left out: the leaves
/// and the nodes just above them are where a query spends its tests.
constexpr std::size_t kSample = 1024;
constexpr std::size_t kMostPoints = 384;

float least_half(const float* half, int count) { return *std::min_element(half, half + count); }

}  // namespace

double flat_fraction(const Topology& topology, const Surface& surface, float slack) {
  if (topology.nodes.empty()) return 0;
  const std::size_t step = std::max<std::size_t>(1, topology.nodes.size() / kSample);
  std::vector<Points> pieces;
  for (std::size_t i = 0; i < topology.nodes.size(); i += step) {
    const Points points = surface.range(topology.nodes[i].begin, topology.nodes[i].end);
    if (points.count <= kMostPoints) pieces.push_back(points);
  }
  if (pieces.empty()) return 0;
  std::vector<Moments> moments(pieces.size());
  std::vector<std::array<float, 15>> boxes(pieces.size());
  fit_leaf_obbs(pieces.data(), pieces.size(), slack, moments.data(), boxes.data());
  std::size_t flat = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    float dop[32];
    fit_dop(Volume::dop26, pieces[i], slack, dop);
    const float thinnest = least_half(dop + 16, dop_directions(Volume::dop26));
    if (least_half(boxes[i].data() + field::kObbHalf, 3) < 0.5f * thinnest) ++flat;
  }
  return static_cast<double>(flat) / static_cast<double>(pieces.size());
}

}  // namespace graze::detail
