// SPDX-License-Identifier: Apache-2.0
// A motion of a program as straight moves of a tool that does not turn.
#pragma once

#include <string>
#include <vector>

#include "graze/nc/stock.h"

namespace graze::detail::stock {

struct StraightMove {
  Vec3 from, to;  // of the tip
  Vec3 axis;
  double t0 = 0, t1 = 1;  // of the motion
};

/// How the division was done.
struct Division {
  double chord = 0;  // the farthest that a chord may be from its arc
  double turn = 0;   // the farthest that a point of a turning tool may be from where it should be
};

/// The motion's place in between, X Y Z alone.
Vec3 point_on(const nc::Motion& motion, double t);

/// Is a rotary axis at either end not at zero?
bool turned(const nc::Motion& motion);

/// Appends moves, and returns why the motion cannot be simulated, or nothing. `reach` is how far the tool extends from
/// its tip; `cell` what turns are measured by where the options leave it open.
std::string divide(const nc::Motion& motion, const nc::StockOptions& options, double reach, double cell,
                   std::vector<StraightMove>& moves, Division& division);

}  // namespace graze::detail::stock
