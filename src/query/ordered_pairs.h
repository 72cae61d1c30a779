// SPDX-License-Identifier: Apache-2.0
// Depth first over pairs of nodes, the one with the least bound next: what GetFirstTimeOfCollision (seed 003, 3.4) does
// with times, and distances ask for as well.
#pragma once

#include <utility>
#include <vector>

#include "query/moved_side.h"

namespace graze::detail {

struct OrderedPair {
  double bound;
  Ref a, b;
};

/// `search` offers worth(bound), offer(triangle of A, triangle of B) and counters(); `bound` is a function of two
/// solids.
template <class Solid, class Search, class Bound>
class OrderedPairs {
 public:
  OrderedPairs(const MovedSide& a, const MovedSide& b, Search& search, const Bound& bound)
      : a_(a), b_(b), search_(search), bound_(bound) {}

  void run() {
    stack_.push_back({0, a_.hierarchy().ref(0, 0), b_.hierarchy().ref(0, 0)});
    while (!stack_.empty()) {
      const OrderedPair pair = stack_.back();
      stack_.pop_back();
      if (!search_.worth(pair.bound)) continue;
      if (is_leaf(pair.a) && is_leaf(pair.b)) {
        test_leaves(pair);
      } else {
        open(pair);
      }
    }
  }

 private:
  /// The larger of the two, its children by their bounds, the least on top.
  void open(const OrderedPair& pair) {
    const auto solid_a = a_.of<Solid>(pair.a), solid_b = b_.of<Solid>(pair.b);
    const bool opens_a = !is_leaf(pair.a) && (is_leaf(pair.b) || size_of(solid_a) >= size_of(solid_b));
    const MovedSide& side = opens_a ? a_ : b_;
    const std::size_t node = index_of(opens_a ? pair.a : pair.b), first = stack_.size();
    for (std::size_t lane = 0; lane < side.hierarchy().layout.lanes; ++lane) {
      const Ref ref = side.hierarchy().ref(node, lane);
      if (ref == kNoRef) break;
      ++search_.counters().volume_tests;
      Solid child;
      side.read(node, lane, child);
      const double bound = opens_a ? bound_(child, solid_b) : bound_(solid_a, child);
      if (!search_.worth(bound)) continue;
      stack_.push_back(opens_a ? OrderedPair{bound, ref, pair.b} : OrderedPair{bound, pair.a, ref});
      for (std::size_t i = stack_.size() - 1; i > first && stack_[i - 1].bound < bound; --i) {
        std::swap(stack_[i], stack_[i - 1]);
      }
    }
  }

  void test_leaves(const OrderedPair& pair) {
    const LeafPacket* packets_a = &a_.hierarchy().leaves[index_of(pair.a)];
    const LeafPacket* packets_b = &b_.hierarchy().leaves[index_of(pair.b)];
    for (std::size_t i = 0; i < packets_a->packets; ++i) {
      for (std::size_t j = 0; j < packets_b->packets; ++j) {
        for (std::size_t x = 0; x < packets_a[i].count; ++x) {
          for (std::size_t y = 0; y < packets_b[j].count; ++y) search_.offer(packets_a[i].id[x], packets_b[j].id[y]);
        }
      }
    }
  }

  const MovedSide& a_;
  const MovedSide& b_;
  Search& search_;
  const Bound& bound_;
  std::vector<OrderedPair> stack_;
};

/// Starts at the roots.
template <class Solid, class Search, class Bound>
void search_pairs(const MovedSide& a, const MovedSide& b, Search& search, const Bound& bound) {
  OrderedPairs<Solid, Search, Bound>(a, b, search, bound).run();
}

}  // namespace graze::detail
