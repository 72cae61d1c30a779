// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes that wait to be opened, the one with the least bound next: a heap of four children a node, which has
// half the levels of a binary one, and as many misses of the branch predictor as levels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {

struct alignas(16) WaitingNodes {
  float bound;  // of their distance, from below, in units
  Ref a, b;
};

class NearestFirst {
 public:
  bool empty() const { return size_ == 0; }

  void push(const WaitingNodes& pair) {
    if (size_ == capacity_) grow();
    std::size_t at = size_++;
    while (at > 0) {
      const std::size_t parent = (at - 1) / 4;
      if (!(pair.bound < entries_[parent].bound)) break;
      entries_[at] = entries_[parent];
      at = parent;
    }
    entries_[at] = pair;
  }

  WaitingNodes pop() {
    const WaitingNodes top = entries_[0], last = entries_[--size_];
    std::size_t at = 0;
    for (std::size_t child = 1; child < size_; child = 4 * at + 1) {
      std::size_t least = child;
      if (child + 4 <= size_) {
        const std::size_t left = child + (entries_[child + 1].bound < entries_[child].bound ? 1 : 0);
        const std::size_t right = child + 2 + (entries_[child + 3].bound < entries_[child + 2].bound ? 1 : 0);
        least = entries_[right].bound < entries_[left].bound ? right : left;
      } else {
        for (std::size_t i = child + 1; i < size_; ++i) {
          if (entries_[i].bound < entries_[least].bound) least = i;
        }
      }
      if (!(entries_[least].bound < last.bound)) break;
      entries_[at] = entries_[least];
      at = least;
    }
    entries_[at] = last;
    return top;
  }

 private:
  static constexpr std::size_t kFew = 2048;  // most queries need less, and allocate nothing

  void grow() {
    std::vector<WaitingNodes> more(2 * capacity_);
    std::copy(entries_, entries_ + size_, more.begin());
    many_ = std::move(more);
    entries_ = many_.data();
    capacity_ = many_.size();
  }

  WaitingNodes few_[kFew];
  std::vector<WaitingNodes> many_;
  WaitingNodes* entries_ = few_;
  std::size_t capacity_ = kFew, size_ = 0;
};

}  // namespace graze::detail
