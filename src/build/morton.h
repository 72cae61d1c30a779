// SPDX-License-Identifier: Apache-2.0
// The order of primitives along a space-filling curve.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "build/bulk.h"
#include "build/split_box.h"

namespace graze::detail {

/// A primitive's place on the Morton curve through 1024³ cells above its index: ascending order breaks ties by index.
using MortonKey = std::uint64_t;
inline constexpr unsigned kMortonBits = 30;
inline std::uint32_t index_of_key(MortonKey key) { return static_cast<std::uint32_t>(key); }

/// Keys of all primitives, ascending. `centres` is the box of their doubled centres.
BulkVector<MortonKey> morton_order(std::span<const Primitive> primitives, const Box4& centres);

/// Primitives [begin, end) that share a cell of some power of two.
struct Cluster {
  std::uint32_t begin, end;
  std::uint32_t size() const { return end - begin; }
};

/// Cuts the keys into the largest cells of at most `most` primitives; those of one cell of the finest grid stay
/// together however many they are.
std::vector<Cluster> cut_into_cells(std::span<const MortonKey> keys, std::uint32_t most);

/// The same, and puts the primitives in the order of their keys. `other` has room for as many.
std::vector<Cluster> sort_into_cells(std::span<Primitive> primitives, std::span<Primitive> other, const Box4& centres,
                                     std::uint32_t most);

}  // namespace graze::detail
