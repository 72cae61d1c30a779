// SPDX-License-Identifier: Apache-2.0
// What the builders of small subtrees share: the boxes of a few primitives and the cost of cutting them in two.
#pragma once

#include <algorithm>
#include <limits>

#include "build/split_weights.h"

namespace graze::detail {

/// The cheapest cut of n primitives so far; of equal ones (copies of a triangle) the one nearest to the middle.
struct Cut {
  unsigned n;
  unsigned left = n;  ///< primitives before the cut; n while no cost was a number
  float cost = std::numeric_limits<float>::infinity();

  bool improves(unsigned i, float other) const {
    return other < cost || (other == cost && std::min(i, n - i) > std::min(left, n - left));
  }
};

/// At most kSweepSize primitives of a range, with what their subtree is written to.
class SmallSet {
 protected:
  SmallSet(const SplitContext& context, const Range& range, NodeWriter& writer, std::uint32_t* order)
      : begin_(range.begin),
        leaf_size_(static_cast<unsigned>(context.options.leaf_size)),
        primitives_(context.data(range)),
        writer_(writer),
        order_(order + range.begin),
        weight_(weights_of(context.options.leaf_size)),
        area_scale_(context.area_scale) {
    for (unsigned i = 0; i < range.size(); ++i) box_[i] = box_of(primitives_[i]);
  }

  float area(const Box4& box) const { return half_area(box.extent() * area_scale_); }
  float cost(float left_area, unsigned left, float right_area, unsigned right) const {
    return left_area * weight_[left] + right_area * weight_[right];
  }

  std::uint32_t begin_;
  unsigned leaf_size_;
  const Primitive* primitives_;
  NodeWriter& writer_;
  std::uint32_t* order_;
  Box4 box_[kSweepSize];

 private:
  const Weights& weight_;
  Float4 area_scale_;
};

}  // namespace graze::detail
