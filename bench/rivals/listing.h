// SPDX-License-Identifier: Apache-2.0
// A rival whose adapter collects the pairs of triangles itself, in whatever order they are found.
#pragma once

#include <algorithm>

#include "rival.h"

namespace graze::bench {

class ListingRival : public Rival {
 public:
  TrianglePairs pairs() const final {
    TrianglePairs sorted = found_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 protected:
  TrianglePairs found_;
};

}  // namespace graze::bench
