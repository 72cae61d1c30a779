// SPDX-License-Identifier: Apache-2.0
// The steps of a query, each alone, on the instruction set in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "traverse/traversal.h"

namespace graze::bench {

using IndexPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Node pairs (both inner) and leaf-packet pairs that a breadth-first traversal of a pair of OBB models meets.
struct Met {
  IndexPairs nodes, leaves;
};
Met collect(const detail::PairQuery& query, std::size_t most);

/// Each runs over all pairs once and returns something that depends on all results. With `dependent`, which pair comes
/// next is known only when the last one is done.
std::uint64_t obb_steps(const detail::PairQuery& query, const IndexPairs& nodes, bool dependent);
std::uint64_t dop_steps(const detail::PairQuery& query, const IndexPairs& nodes);     ///< 4 re-alignments, 16 tests
std::uint64_t dop_realigns(const detail::PairQuery& query, const IndexPairs& nodes);  ///< 4 re-alignments, 4 tests
std::uint64_t leaf_packets(const detail::PairQuery& query, const IndexPairs& leaves, bool dependent);

}  // namespace graze::bench
