// SPDX-License-Identifier: Apache-2.0
#include "lab/method.h"

#include <algorithm>

#include "lab/sink.h"

namespace graze::lab {

bool Method::run(Flight& flight, std::vector<Pair>* all) const {
  if (!near(flight)) return false;
  ++flight.counters().full_checks;
  PairSink sink(environment_, flight, all);
  check(flight, sink);
  return sink.any();
}

bool Method::near(Flight& flight) const {
  ++flight.counters().queries;
  return flight.flyer().size() > 0 && environment_.size() > 0 && box_meets(flight);
}

bool Method::collides(Flight& flight) const { return run(flight, nullptr); }

void Method::contacts(Flight& flight, std::vector<Pair>& out) const {
  out.clear();
  run(flight, &out);
  std::sort(out.begin(), out.end());
}

std::string_view name(KdAxis axis) {
  switch (axis) {
    case KdAxis::min_max:
      return "min_max";
    case KdAxis::min_difference:
      return "min_difference";
    case KdAxis::min_product:
      return "min_product";
    case KdAxis::longest_side:
      return "longest_side";
  }
  return "";
}

std::string_view name(RTreeAxis axis) { return axis == RTreeAxis::min_max ? "min_max" : "min_sum"; }

}  // namespace graze::lab
