// SPDX-License-Identifier: Apache-2.0
// Small sets along a space-filling curve: the surface area heuristic over the cuts of one order.
#include "build/small_set.h"

namespace graze::detail {
namespace {

/// Splits of the primitives in the order they have. A left child's boxes from its first primitive on are its parent's,
/// and so are a right child's up to its last: only the others are made anew.
class CurveSweep : SmallSet {
 public:
  CurveSweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order)
      : SmallSet(context, range, writer, order) {}

  void build(unsigned n) {
    sum_up(0, n);
    sum_down(0, n);
    build(0, n, up_[n - 1].box);
  }

 private:
  /// The box of a run of primitives that ends, or begins, here.
  struct Sum {
    Box4 box;
    float area;
  };

  void sum_up(unsigned first, unsigned last) {
    Box4 box;
    for (unsigned i = first; i < last; ++i) {
      box.add(box_[i]);
      up_[i] = {box, area(box)};
    }
  }

  void sum_down(unsigned first, unsigned last) {
    Box4 box;
    for (unsigned i = last; i-- > first;) {
      box.add(box_[i]);
      down_[i] = {box, area(box)};
    }
  }

  void build(unsigned first, unsigned last, const Box4& box) {
    const unsigned n = last - first;
    const std::uint32_t node = writer_.add(begin_ + first, begin_ + last, box);
    if (n <= leaf_size_) {
      write_leaf(first, last);
      return;
    }
    Cut best{n};
    for (unsigned i = 1; i < n; ++i) {
      const float cut_cost = cost(up_[first + i - 1].area, i, down_[first + i].area, n - i);
      if (best.improves(i, cut_cost)) best = {n, i, cut_cost};
    }
    const unsigned middle = first + (best.left == n ? n / 2 : best.left);
    const Box4 left = up_[middle - 1].box, right = down_[middle].box;
    writer_.nodes[node].left = writer_.count;
    if (middle - first > leaf_size_) sum_down(first, middle);
    build(first, middle, left);
    writer_.nodes[node].right = writer_.count;
    if (last - middle > leaf_size_) sum_up(middle, last);
    build(middle, last, right);
  }

  /// By triangle: few, so by insertion.
  void write_leaf(unsigned first, unsigned last) {
    for (unsigned i = first; i < last; ++i) {
      unsigned to = i;
      for (; to > first && order_[to - 1] > primitives_[i].triangle; --to) order_[to] = order_[to - 1];
      order_[to] = primitives_[i].triangle;
    }
  }

  Sum up_[kSweepSize], down_[kSweepSize];
};

}  // namespace

void build_along_curve(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order) {
  CurveSweep(context, range, writer, order).build(range.size());
}

}  // namespace graze::detail
