// SPDX-License-Identifier: Apache-2.0
#include "build/choose_volume.h"

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

Volume choose_volume(double flat_fraction, std::size_t dop_bytes, std::size_t triangles, Quality quality) {
  // Soups of tetrahedra have 0.04 to 0.20, a machined part of few large triangles 0.28, every other model and scene
  // looked at 0.55 to 0.99. Against oriented boxes on the other side, 26-DOPs of the soup took 0.8-1.1 of the time on
  // s2 and 0.6-0.9 on tetras; on the stalagmites of s4 (0.65), 26-DOPs on both sides took twice the time.
  constexpr double kFlat = 0.25;
  // What a default build may take. Oriented boxes take 82-88. Leaves of fast builds are less full.
  const std::size_t most_bytes = quality == Quality::fast ? 140 : 115;
  return flat_fraction < kFlat && dop_bytes <= most_bytes * triangles ? Volume::dop26 : Volume::obb;
}

}  // namespace graze::detail
