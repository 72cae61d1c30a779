// SPDX-License-Identifier: Apache-2.0
// What a simulation amounts to, in words.
#pragma once

#include "graze/nc/stock.h"

namespace graze::detail::stock {

/// Errors of what was simulated, mm; 0: none.
struct StockErrors {
  double chord = 0, turn = 0, tool_excess = 0, path_tolerance = 0;
};
void list_errors(const StockErrors& sizes, const nc::Stock& stock, nc::StockReport& report);

/// Sets the verdict and what is proved. `finished`: nobody stopped the simulation.
void judge(const nc::Program& program, bool finished, nc::StockReport& report);

}  // namespace graze::detail::stock
