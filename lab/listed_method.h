// SPDX-License-Identifier: Apache-2.0
// Methods that keep lists of triangles by place: a box finds the lists it reaches. Grid, 3-d tree and R-tree differ in
// how; both phases of a query are the same.
#pragma once

#include "lab/sink.h"

namespace graze::lab {

/// `Derived` has visit(box, flight, stop): calls `stop(triangle)` for what lies in the lists the box reaches, until it
/// says so; true then.
template <class Derived>
class ListedMethod : public Method {
 protected:
  using Method::Method;

 private:
  bool box_meets(Flight& flight) const final {
    return self().visit(flight.box(), flight, [&](std::uint32_t t) {
      ++flight.counters().box_tests;
      return overlap(environment().boxes[t], flight.box());
    });
  }

  void check(Flight& flight, PairSink& sink) const final {
    for (std::uint32_t f = 0; f < flight.flyer().size(); ++f) {
      sink.begin(f);
      if (self().visit(sink.box(), flight, [&](std::uint32_t t) { return sink.offer(t); })) return;
    }
  }

  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace graze::lab
