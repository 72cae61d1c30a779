// SPDX-License-Identifier: Apache-2.0
// What a Front keeps: the pairs of volumes at which the last traversals stopped, each with a plane between the two.
//
// A plane found at pose P1 with gap g along the unit normal n (from A to B) still separates by more than the margin at
// pose P when
//   g + n·(P c - P1 c) - |R - R1| r > margin,   c and r the centre and radius of a ball about B's volume in B's frame.
// So an entry holds n, c, r and k = g - n·(P1 c) + r·clock(P1), the clock adding up |R - R'| from pose to pose; testing
// every entry takes a dozen multiply-adds a vector. docs/coherence.md has the proof and the roundings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "build/aligned.h"
#include "traverse/traversal.h"

namespace graze::detail {

struct FrontPairs {
  /// Entries come in blocks of 16, which hold 16 floats of each of these.
  enum Row : std::size_t { kNormal = 0, kOffset = 3, kCentre = 4, kRadius = 7, kRows = 8 };
  static constexpr std::size_t kBlock = 16;

  /// The two nodes or leaves of an entry, and where their volumes start in Hierarchy::nodes.
  struct Link {
    Ref a, b;
    std::uint32_t volume_a, volume_b;
  };

  AlignedVector<float> blocks;
  std::vector<Link> links;
  std::vector<std::uint8_t> waits;  // queries for which a pair of leaves is tested without looking for a plane
  std::size_t size = 0;
  std::size_t room = 0;

  // Scratch of a query: entries whose planes do not separate any more, and what is to be done with them.
  AlignedVector<std::uint32_t> expired, tested, searched, inner;

  /// Rows are kBlock floats apart.
  float* entry(std::size_t i) { return blocks.data() + i / kBlock * (kBlock * kRows) + i % kBlock; }
  const float* entry(std::size_t i) const { return blocks.data() + i / kBlock * (kBlock * kRows) + i % kBlock; }
  void reserve_more(std::size_t n);
};

/// What a query cost, for the decision whether a front pays.
struct FrontWork {
  std::uint64_t scanned = 0;  // entries
  std::uint64_t volumes = 0;  // pairs of volumes
  std::uint64_t planes = 0;   // searched between leaf packets, or packets and boxes
};

/// The front before the first query: the two roots.
void front_start(const Hierarchy& a, const Hierarchy& b, FrontPairs& pairs);

/// k-DOPs or oriented boxes on either side, or k-DOPs of the same directions.
bool front_possible(const Hierarchy& a, const Hierarchy& b);

/// Finds what meets, as traverse() does, from the front, and moves the front. `clock` is at least the sum of |R - R'|
/// over the poses since front_start, and at most kFrontClock.
bool front_query(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
                 FrontWork& work);
inline constexpr double kFrontClock = 1;

/// Sets the clock back to zero, by what every entry may have turned since: front_query may go on with it.
void front_rewind(const Frame& frame, float clock, FrontPairs& pairs);

/// Do two packets meet? For the pair that met last.
bool front_witness(const PairQuery& query, std::uint32_t a, std::uint32_t b, TraversalState& state);

}  // namespace graze::detail
