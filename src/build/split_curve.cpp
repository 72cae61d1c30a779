// SPDX-License-Identifier: Apache-2.0
// Small sets along a space-filling curve: the surface area heuristic over the cuts of one order.
#include "build/small_set.h"

namespace graze::detail {
namespace {

/// Splits of the primitives in the order they have.
class CurveSweep : SmallSet {
 public:
  CurveSweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order)
      : SmallSet(context, range, writer, order) {
    for (unsigned i = 0; i < range.size(); ++i) whole_.add(box_[i]);
  }

  void build(unsigned n) { build(0, n, whole_); }

 private:
  void build(unsigned first, unsigned last, const Box4& box) {
    const unsigned n = last - first;
    const std::uint32_t node = writer_.add(begin_ + first, begin_ + last, box);
    if (n <= leaf_size_) {
      for (unsigned i = first; i < last; ++i) order_[i] = primitives_[i].triangle;
      std::sort(order_ + first, order_ + last);
      return;
    }
    float right_area[kSweepSize];
    Box4 right[kSweepSize];
    Box4 sum;
    for (unsigned i = n - 1; i > 0; --i) {
      sum.add(box_[first + i]);
      right[i] = sum;
      right_area[i] = area(sum);
    }
    Cut best{n};
    Box4 left;
    sum = {};
    for (unsigned i = 1; i < n; ++i) {
      sum.add(box_[first + i - 1]);
      const float cut_cost = cost(area(sum), i, right_area[i], n - i);
      if (best.improves(i, cut_cost)) {
        best = {n, i, cut_cost};
        left = sum;
      }
    }
    if (best.left == n) {
      best.left = n / 2;
      for (unsigned i = 0; i < best.left; ++i) left.add(box_[first + i]);
    }
    const unsigned middle = first + best.left;
    const Box4 rest = right[best.left];
    writer_.nodes[node].left = writer_.count;
    build(first, middle, left);
    writer_.nodes[node].right = writer_.count;
    build(middle, last, rest);
  }

  Box4 whole_;
};

}  // namespace

void build_along_curve(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order) {
  CurveSweep(context, range, writer, order).build(range.size());
}

}  // namespace graze::detail
