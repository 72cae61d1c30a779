// SPDX-License-Identifier: Apache-2.0
// Node pairs waiting to be opened and leaf pairs waiting to be tested: two arrays each, so that a step appends the
// surviving lanes with one compress and one full store (KERNELS lesson 4).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "build/aligned.h"
#include "build/hierarchy.h"

namespace graze::detail {

struct PairStack {
  AlignedVector<Ref> a, b;
  std::size_t size = 0;

  /// Room for n more pairs and for the tail of a full-width store.
  void reserve_more(std::size_t n) {
    const std::size_t needed = size + n + 16;
    if (needed > a.size()) {
      const std::size_t grown = std::max<std::size_t>({needed, 2 * a.size(), 1024});
      b.resize(grown);
      a.resize(grown);  // last, because its size counts: the other may have found no memory
    }
  }
  void push(Ref ra, Ref rb) {
    reserve_more(1);
    a[size] = ra;
    b[size++] = rb;
  }
};

}  // namespace graze::detail
