// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "build/priors.h"
#include "graze/timed.h"
#include "timed/pair_queue.h"
#include "traverse/traversal.h"

namespace graze::detail {

/// Of all of A and all of B, when nothing else is known.
void write_whole_region(const PairQuery& query, const Whole& a, const Whole& b, double probability, Region& out);

/// Of the likeliest pairs in the queue, at most so many.
void write_regions(const PairQuery& query, const PairQueue& queue, std::size_t most, std::vector<Region>& out);

}  // namespace graze::detail
