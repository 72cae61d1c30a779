// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nc/stock/action.h"

namespace graze::detail::stock {

/// The stretch that an action sweeps of lines along an axis.
class Section {
 public:
  Section(const Action& action, int axis);

  /// What the action can sweep of any line at most.
  Span within() const { return {within_.lo + from_, within_.hi + from_}; }

  /// The line at c1 and c2 of the next two axes, cyclically. Upper ends beyond `above` need not be exact.
  Span operator()(double c1, double c2, double above) const;

 private:
  enum class Mode { along, capsule, level, plunge, any };
  Shape shape_;
  Vec3 way_;
  AlongAxis along_;
  Vec3 d_, e1_, e2_;
  double from1_, from2_, from_;
  Span within_;
  Mode mode_ = Mode::any;
};

}  // namespace graze::detail::stock
