// SPDX-License-Identifier: Apache-2.0
// Small sets along a space-filling curve: the surface area heuristic over the cuts of one order.
#include <limits>

#include "build/split_sweep.h"
#include "build/split_weights.h"

namespace graze::detail {
namespace {

/// Splits of the primitives in the order they have.
class CurveSweep {
 public:
  CurveSweep(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order)
      : begin_(range.begin),
        leaf_size_(static_cast<unsigned>(context.options.leaf_size)),
        weight_(weights_of(context.options.leaf_size)),
        area_scale_(context.area_scale),
        primitives_(context.data(range)),
        writer_(writer),
        order_(order + range.begin) {
    for (unsigned i = 0; i < range.size(); ++i) {
      box_[i] = box_of(primitives_[i]);
      whole_.add(box_[i]);
    }
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
      right_area[i] = half_area(sum.extent() * area_scale_);
    }
    float best = std::numeric_limits<float>::infinity();
    unsigned best_left = n / 2;
    Box4 left;
    sum = {};
    for (unsigned i = 1; i < n; ++i) {
      sum.add(box_[first + i - 1]);
      const float cost = half_area(sum.extent() * area_scale_) * weight_[i] + right_area[i] * weight_[n - i];
      if (cost < best || (cost == best && std::min(i, n - i) > std::min(best_left, n - best_left))) {
        best = cost;
        best_left = i;
        left = sum;
      }
    }
    if (!(best < std::numeric_limits<float>::infinity())) {  // no cost was a number
      for (unsigned i = 0; i < best_left; ++i) left.add(box_[first + i]);
    }
    const Box4 rest = right[best_left];
    writer_.nodes[node].left = writer_.count;
    build(first, first + best_left, left);
    writer_.nodes[node].right = writer_.count;
    build(first + best_left, last, rest);
  }

  std::uint32_t begin_;
  unsigned leaf_size_;
  const Weights& weight_;
  Float4 area_scale_;
  const Primitive* primitives_;
  NodeWriter& writer_;
  std::uint32_t* order_;
  Box4 box_[kSweepSize], whole_;
};

}  // namespace

void build_along_curve(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order) {
  CurveSweep(context, range, writer, order).build(range.size());
}

}  // namespace graze::detail
