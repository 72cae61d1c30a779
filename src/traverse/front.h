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

  // Scratch of a query: entries whose planes do not separate any more.
  AlignedVector<std::uint32_t> expired;
  std::vector<std::uint32_t> inner, leaves;

  /// Rows are kBlock floats apart.
  float* entry(std::size_t i) { return blocks.data() + i / kBlock * (kBlock * kRows) + i % kBlock; }
  const float* entry(std::size_t i) const { return blocks.data() + i / kBlock * (kBlock * kRows) + i % kBlock; }
  void reserve_more(std::size_t n);
};

/// What a query cost, for the decision whether a front pays.
struct FrontWork {
  std::uint64_t scanned = 0;  // entries
  std::uint64_t volumes = 0;  // pairs of volumes
  std::uint64_t planes = 0;   // searched between leaf packets
  std::uint64_t packets = 0;  // pairs of packets tested
};

/// The front before the first query: the two roots.
void front_start(const Hierarchy& a, const Hierarchy& b, FrontPairs& pairs);

/// Only pairs with k-DOPs profit: a step of oriented boxes tests 16 pairs in the time a front looks at one or two.
bool front_possible(const Hierarchy& a, const Hierarchy& b);

/// Finds what meets, as traverse() does, from the front, and moves the front. `clock` is at least the sum of |R - R'|
/// over the poses since front_start, and at most kFrontClock.
bool front_query(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
                 FrontWork& work);
inline constexpr double kFrontClock = 1;

/// Can a list of neighbouring leaves be kept? Oriented boxes, whose leaves are few.
bool front_list_possible(const Hierarchy& a, const Hierarchy& b);

/// Longer lists cost more than they save: some 110 ns a pair to make, most of it misses and planes.
inline constexpr std::size_t kMostListed = 640;

/// A front of pairs of leaves alone: those that a rough traversal (PairQuery::rough) for all pairs found, which gives
/// packets instead of triangles and ends when they are more than kMostListed. Those that a face of A's box keeps apart
/// get this plane at once, in a fraction of the time of a search.
void front_list(const PairQuery& query, const std::vector<std::uint64_t>& found, FrontPairs& pairs);

/// front_query for such a front: finds what meets among its pairs.
bool front_leaves(const PairQuery& query, float clock, bool any, FrontPairs& pairs, TraversalState& state,
                  FrontWork& work);

/// Do two packets meet? For the pair that met last.
bool front_witness(const PairQuery& query, std::uint32_t a, std::uint32_t b, TraversalState& state);

}  // namespace graze::detail
