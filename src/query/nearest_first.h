// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes that wait to be opened, the one with the least bound next: a heap of four children a node, which has
// half the levels of a binary one, and as many misses of the branch predictor as levels.
#pragma once

#include <cstddef>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {

struct alignas(16) WaitingNodes {
  float bound;  // of their distance, from below, in units
  Ref a, b;
};

class NearestFirst {
 public:
  bool empty() const { return entries_.empty(); }
  void clear() {
    entries_.clear();
    entries_.reserve(1024);  // most queries need less
  }

  void push(const WaitingNodes& pair) {
    std::size_t at = entries_.size();
    entries_.push_back(pair);
    WaitingNodes* entries = entries_.data();
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (!(pair.bound < entries[parent].bound)) break;
      entries[at] = entries[parent];
      at = parent;
    }
    entries[at] = pair;
  }

  WaitingNodes pop() {
    WaitingNodes* entries = entries_.data();
    const WaitingNodes top = entries[0], last = entries_.back();
    entries_.pop_back();
    const std::size_t size = entries_.size();
    if (size == 0) return top;
    std::size_t at = 0;
    for (std::size_t child = 1; child < size; child = 4 * at + 1) {
      std::size_t least = child;
      if (child + 4 <= size) {
        const std::size_t left = child + (entries[child + 1].bound < entries[child].bound ? 1 : 0);
        const std::size_t right = child + 2 + (entries[child + 3].bound < entries[child + 2].bound ? 1 : 0);
        least = entries[right].bound < entries[left].bound ? right : left;
      } else {
        for (std::size_t i = child + 1; i < size; ++i) {
          if (entries[i].bound < entries[least].bound) least = i;
        }
      }
      if (!(entries[least].bound < last.bound)) break;
      entries[at] = entries[least];
      at = least;
    }
    entries[at] = last;
    return top;
  }

 private:
  std::vector<WaitingNodes> entries_;
};

}  // namespace graze::detail
