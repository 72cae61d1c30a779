// SPDX-License-Identifier: Apache-2.0
// Where phase II ends: pairs of triangles, each tested once.
#pragma once

#include <vector>

#include "lab/method.h"

namespace graze::lab {

class PairSink {
 public:
  /// Without a list the first contact is enough.
  PairSink(const Environment& environment, Flight& flight, std::vector<Pair>* all)
      : environment_(environment), flight_(flight), all_(all) {
    Scratch::fit(flight.scratch().tried, environment.size());
  }

  /// The next triangle of the flying object.
  void begin(std::uint32_t f) {
    f_ = f;
    corners_ = flight_.corners(f);
    box_ = box_of(corners_);
    ++flight_.scratch().mark;
  }
  const Box& box() const { return box_; }

  /// An obstacle triangle that may meet the one begun. True when the search can stop.
  bool offer(std::uint32_t t) {
    Scratch& scratch = flight_.scratch();
    if (scratch.tried[t] == scratch.mark) return false;
    scratch.tried[t] = scratch.mark;
    ++flight_.counters().box_tests;
    if (!overlap(environment_.boxes[t], box_)) return false;
    ++flight_.counters().triangle_tests;
    if (!detail::triangles_meet(environment_.corners(t), corners_)) return false;
    any_ = true;
    if (all_ == nullptr) return true;
    all_->push_back({t, f_});
    return false;
  }

  bool any() const { return any_; }

 private:
  const Environment& environment_;
  Flight& flight_;
  std::vector<Pair>* all_;
  std::uint32_t f_ = 0;
  detail::Corners corners_;
  Box box_;
  bool any_ = false;
};

}  // namespace graze::lab
