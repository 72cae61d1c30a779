// SPDX-License-Identifier: Apache-2.0
#include "build/priors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {
namespace {

// Fitted on four models of seed data in TIMED: flatness, covered area, number of triangles.
constexpr double kFlat = -0.58, kCovered = 0.75, kMany = -0.03;

struct Piece {
  double area = 0;
  double triangles = 0;
};

Piece piece_of(const Hierarchy& h, std::uint32_t first) {
  Piece piece;
  for (std::uint32_t i = first, end = first + h.leaves[first].packets; i < end; ++i) {
    const LeafPacket& leaf = h.leaves[i];
    for (std::uint32_t t = 0; t < leaf.count; ++t) {
      double e[2][3];
      for (int x = 0; x < 3; ++x) {
        e[0][x] = static_cast<double>(leaf.v[1][x][t]) - leaf.v[0][x][t];
        e[1][x] = static_cast<double>(leaf.v[2][x][t]) - leaf.v[0][x][t];
      }
      double square = 0;
      for (int x = 0; x < 3; ++x) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        const double n = e[0][y] * e[1][z] - e[0][z] * e[1][y];
        square += n * n;
      }
      piece.area += 0.5 * std::sqrt(square);
    }
    piece.triangles += leaf.count;
  }
  return piece;
}

float prior_of(const Hierarchy& h, std::size_t node, std::size_t lane, const Piece& piece) {
  double half[3];
  for (std::size_t i = 0; i < 3; ++i) half[i] = h.node(node)[h.layout.at(field::kObbHalf + i, lane)];
  std::sort(half, half + 3);
  const double face = 4 * half[1] * half[2];
  const double covered = face > 0 ? std::min(piece.area / face, 100.0) : 1;
  const double flat = half[1] > 0 ? half[0] / half[1] : 1;
  return static_cast<float>(kFlat * flat + kCovered * std::log(covered + 0.01) +
                            kMany * std::log2(std::max(piece.triangles, 1.0)));
}

/// Of every node; none unless nodes lie in depth-first order and their packets, lane after lane, one after the other:
/// files that graze did not write may be valid without.
BulkVector<Subtree> subtrees_of(const Hierarchy& h) {
  BulkVector<Subtree> out;
  out.assign(h.node_count(), {});
  for (std::size_t node = out.size(); node-- > 0;) {
    Subtree& below = out[node];
    below.last_node = static_cast<std::int32_t>(node);
    bool first = true;
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref == kNoRef) continue;
      const auto i = static_cast<std::int32_t>(index_of(ref));
      Subtree of_child{i, i, below.last_node};
      if (!detail::is_leaf(ref)) {
        if (i != below.last_node + 1) return {};
        of_child = out[index_of(ref)];
      }
      if (!first && of_child.first_packet <= below.last_packet) return {};
      if (first) below.first_packet = of_child.first_packet;
      below.last_packet = of_child.last_packet;
      below.last_node = of_child.last_node;
      first = false;
    }
  }
  return out;
}

/// Of what float makes of the triangles.
void find_box(const Hierarchy& h, Priors& out) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double lower[3] = {kNone, kNone, kNone}, upper[3] = {-kNone, -kNone, -kNone};
  for (const LeafPacket& leaf : h.leaves) {
    for (std::size_t x = 0; x < 3; ++x) {
      for (const auto& corner : leaf.v) {
        const auto [low, high] = std::minmax_element(corner[x], corner[x] + leaf.count);
        lower[x] = std::min(lower[x], static_cast<double>(leaf.centre[x]) + static_cast<double>(*low));
        upper[x] = std::max(upper[x], static_cast<double>(leaf.centre[x]) + static_cast<double>(*high));
      }
    }
  }
  if (h.leaves.empty()) return;
  out.lower = {lower[0], lower[1], lower[2]};
  out.upper = {upper[0], upper[1], upper[2]};
}

}  // namespace

Priors make_priors(const Hierarchy& h) {
  Priors out;
  const std::size_t nodes = h.node_count(), lanes = h.layout.lanes;
  out.of_slot.assign(nodes * lanes, 0);
  std::vector<Piece> below(nodes);
  double sizes = 0, leaves = 0;
  for (std::size_t node = nodes; node-- > 0;) {  // children come after their parents
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref == kNoRef) continue;
      const Piece piece = is_leaf(ref) ? piece_of(h, index_of(ref)) : below[index_of(ref)];
      if (is_leaf(ref)) {
        sizes += size_code(ref);
        ++leaves;
      }
      out.of_slot[node * lanes + lane] = prior_of(h, node, lane, piece);
      below[node].area += piece.area;
      below[node].triangles += piece.triangles;
    }
  }
  out.mean_leaf_size = static_cast<float>(leaves > 0 ? sizes / leaves : 0);
  out.subtrees = subtrees_of(h);
  find_box(h, out);
  out.sketch = make_sketch(h);
  return out;
}

}  // namespace graze::detail
