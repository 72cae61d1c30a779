// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "graze/timed.h"
#include "timed/pair_queue.h"
#include "traverse/traversal.h"

namespace graze::detail {

/// A box in units about an origin: upright, and the thinnest axis of the oriented one it holds.
struct Whole {
  Vec3 centre, reach;
  Vec3 thin;
  double flatness = 1;  // its share of the three sides
};

/// Of all of a model.
Whole whole_of(const Hierarchy& h);

/// Of all of A and all of B, when nothing else is known.
void write_whole_region(const PairQuery& query, const Whole& a, const Whole& b, double probability, Region& out);

/// Of the likeliest pairs in the queue, at most so many.
void write_regions(const PairQuery& query, const PairQueue& queue, std::size_t most, std::vector<Region>& out);

}  // namespace graze::detail
