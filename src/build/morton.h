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

/// Primitives along the curve, in units that fit a cache: each is to be worked off as a whole once it is sorted.
class CurveUnits {
 public:
  /// Copies the primitives into `store`, which has room for as many. `centres` and `most` as above.
  CurveUnits(std::span<const Primitive> primitives, std::span<Primitive> store, const Box4& centres,
             std::uint32_t most);

  std::size_t size() const { return units_.size(); }

  struct Sorted {
    std::vector<Primitive> primitives;  // in the order of their keys
    std::vector<Cluster> cells;         // of those
    std::vector<MortonKey> keys;
  };
  /// Sorts a unit, and returns the place of its first primitive on the curve.
  std::uint32_t sort(std::size_t unit, Sorted& out) const;

 private:
  std::span<const Primitive> store_;  // by unit; `reserved` is the place on the curve
  std::vector<Cluster> units_;
  std::uint32_t most_;
};

}  // namespace graze::detail
