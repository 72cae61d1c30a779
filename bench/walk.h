// SPDX-License-Identifier: Apache-2.0
// Small steps: the flights that a Front is for.
#pragma once

#include <vector>

#include "graze/model.h"

namespace graze::bench {

/// 5e-4 of A's width and 0.57 degrees (KERNELS, "Temporal coherence"), times `factor`.
struct Walk {
  double factor = 1;
  std::size_t poses = 600;
  /// The chance that a step into contact is taken; otherwise another direction is tried. 1: flies through.
  double entering = 0.2;
};

/// From the first of `starts` that meets: steps in one direction with one spin; contact, or a step that is not taken,
/// gives new ones. The same for every run.
std::vector<Pose> walk(const Model& a, const Model& b, const std::vector<Pose>& starts, const Walk& how);

}  // namespace graze::bench
