// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "build/priors.h"
#include "graze/timed.h"
#include "timed/pair_queue.h"
#include "traverse/traversal.h"

namespace graze::detail {

/// Coordinates and one number more, so that compilers make one vector of them.
struct Padded {
  alignas(32) double of[4] = {};
};

/// All of A and all of B, as far as it does not depend on the pose: in units, A's box along its axes; of B's along its
/// own the centre and how far it reaches from there; and the thinnest axis of the flatter of their oriented boxes.
struct Wholes {
  Padded lower_a, upper_a, centre_a;
  Padded centre_b, reach_b;
  Padded thin;
  bool thin_is_of_a = false;
  bool turned = false;  // A's axes are not its mesh's
  Padded origin;        // of A, in its mesh's units,
  double unit = 1;
};

Wholes wholes_of(const Hierarchy& a, const Hierarchy& b, const Priors& priors_a, const Priors& priors_b);

/// What whole_region-inl.h wrote along the axes of A's hierarchy, along its mesh's.
void turn_back(const Hierarchy& a, Region& region);

/// Of the likeliest pairs in the queue, at most so many.
void write_regions(const PairQuery& query, const Wholes& wholes, const PairQueue& queue, std::size_t most,
                   std::vector<Region>& out);

}  // namespace graze::detail
