// SPDX-License-Identifier: Apache-2.0
#include "build/split_sweep.h"

#include <bit>

#include "build/small_set.h"

namespace graze::detail {
namespace {

class Sweep : SmallSet {
 public:
  Sweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order)
      : SmallSet(context, range, writer, order) {
    const unsigned n = range.size();
    float key[3][kSweepSize];
    for (unsigned i = 0; i < n; ++i) {
      const Float4 c = centre_of(box_[i]);
      for (int axis = 0; axis < 3; ++axis) key[axis][i] = c[axis];
    }
    for (int axis = 0; axis < 3; ++axis) sort(key[axis], n, sorted_[axis]);
  }

  void build(unsigned first, unsigned last, const Box4& box) {
    const unsigned n = last - first;
    const std::uint32_t node = writer_.add(begin_ + first, begin_ + last, box);
    if (n <= leaf_size_) {
      write_leaf(first, last);
      return;
    }
    const unsigned middle = divide(first, last);
    Box4 left, right;
    for (unsigned i = first; i < middle; ++i) left.add(box_[sorted_[0][i]]);
    for (unsigned i = middle; i < last; ++i) right.add(box_[sorted_[0][i]]);
    writer_.nodes[node].left = writer_.count;
    build(first, middle, left);
    writer_.nodes[node].right = writer_.count;
    build(middle, last, right);
  }

 private:
  /// Ranks by counting, without branches: equal keys keep their order.
  static void sort(const float* key, unsigned n, std::uint8_t* sorted) {
    for (unsigned i = 0; i < n; ++i) {
      unsigned rank = 0;
      for (unsigned j = 0; j < i; ++j) rank += key[j] <= key[i] ? 1u : 0u;
      for (unsigned j = i + 1; j < n; ++j) rank += key[j] < key[i] ? 1u : 0u;
      sorted[rank] = static_cast<std::uint8_t>(i);
    }
  }

  void write_leaf(unsigned first, unsigned last) {
    std::uint32_t members = 0;
    for (unsigned i = first; i < last; ++i) members |= 1u << sorted_[0][i];
    for (unsigned i = first; i < last; ++i, members &= members - 1) {
      order_[i] = primitives_[std::countr_zero(members)].triangle;
    }
  }

  /// Divides the three orders at the cheapest split and returns where.
  unsigned divide(unsigned first, unsigned last) {
    const unsigned n = last - first;
    Cut best{n};
    int best_axis = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const std::uint8_t* sorted = sorted_[axis] + first;
      float right_area[kSweepSize];
      Box4 box;
      for (unsigned i = n - 1; i > 0; --i) {
        box.add(box_[sorted[i]]);
        right_area[i] = area(box);
      }
      box = {};
      for (unsigned i = 1; i < n; ++i) {
        box.add(box_[sorted[i - 1]]);
        const float cut_cost = cost(area(box), i, right_area[i], n - i);
        if (best.improves(i, cut_cost)) {
          best = {n, i, cut_cost};
          best_axis = axis;
        }
      }
    }
    const unsigned n_left = best.left == n ? n / 2 : best.left;
    split_orders(first, last, best_axis, n_left);
    return first + n_left;
  }

  void split_orders(unsigned first, unsigned last, int axis, unsigned n_left) {
    std::uint32_t left = 0;
    for (unsigned i = first; i < first + n_left; ++i) left |= 1u << sorted_[axis][i];
    for (int other = 0; other < 3; ++other) {
      if (other == axis) continue;
      std::uint8_t* sorted = sorted_[other];
      std::uint8_t right[kSweepSize];
      unsigned l = first, r = 0;
      for (unsigned i = first; i < last; ++i) {
        const std::uint8_t p = sorted[i];
        const unsigned in_left = (left >> p) & 1u;
        sorted[l] = p;
        right[r] = p;
        l += in_left;
        r += 1 - in_left;
      }
      std::copy(right, right + r, sorted + l);
    }
  }

  std::uint8_t sorted_[3][kSweepSize];
};

}  // namespace

void build_by_sweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order) {
  Sweep(context, range, writer, order).build(0, range.size(), range.box);
}

}  // namespace graze::detail
