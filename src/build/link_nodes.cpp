// SPDX-License-Identifier: Apache-2.0
#include "build/link_nodes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace graze::detail {
namespace {

/// Of a node's diagonal.
double square_of(const BinaryNode& node) {
  double sum = 0;
  for (int x = 0; x < 3; ++x) {
    const double side = static_cast<double>(node.upper[x]) - node.lower[x];
    sum += side * side;
  }
  return sum;
}

/// Half octaves below the root's power of two, 63 for the root.
unsigned size_code_of(const BinaryNode& node, int size_exponent) {
  const double sum = square_of(node);
  if (!(sum > 0)) return 0;
  // The nearest integer to the logarithm, without one. Squares of floats are no denormal doubles.
  constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<std::uint64_t>(sum), half = std::bit_cast<std::uint64_t>(std::numbers::sqrt2 / 2);
  const int exponent = static_cast<int>(bits >> 52) - 1022;
  const bool below_half = (bits & kMantissa) < (half & kMantissa);
  return static_cast<unsigned>(std::clamp(63 + exponent - (below_half ? 1 : 0) - 2 * size_exponent, 0, 63));
}

}  // namespace

int size_exponent_of(const BinaryNode& root) {
  const double sum = square_of(root);
  return sum > 0 ? static_cast<int>(std::floor(0.5 * std::log2(sum))) + 1 : 0;
}

void link_nodes(std::size_t begin, std::size_t end, const Topology& topology, const WideTopology& wide,
                const BulkVector<std::uint32_t>& first_packet, Hierarchy& h) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint32_t first = wide.child_begin[i], count = wide.child_begin[i + 1] - first;
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      if (lane >= count) {
        h.set_ref(i, lane, kNoRef);
        continue;
      }
      const WideChild& child = wide.children[first + lane];
      const auto slot = static_cast<std::uint32_t>(i * h.layout.lanes + lane);
      const bool leaf = child.wide == kNoNode;
      const std::uint32_t index = leaf ? first_packet[child.binary] : child.wide;
      h.set_ref(i, lane, make_ref(leaf, size_code_of(topology.nodes[child.binary], h.size_exponent), index));
      if (leaf) {
        h.leaves[index].slot = slot;
      } else {
        h.node_slot[index] = slot;
      }
    }
  }
}

}  // namespace graze::detail
