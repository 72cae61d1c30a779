// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "graze/timed.h"
#include "timed/pair_queue.h"
#include "traverse/traversal.h"

namespace graze::detail {

/// Of the likeliest pairs in the queue, at most so many.
void write_regions(const PairQuery& query, const PairQueue& queue, std::size_t most, std::vector<Region>& out);

}  // namespace graze::detail
