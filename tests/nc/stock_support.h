// SPDX-License-Identifier: Apache-2.0
// Programs, tools and options for the tests of stock.
#pragma once

#include <string>

#include "graze/nc/stock.h"

namespace graze::test {

inline nc::Body body_of(double cutting, double shank_diameter = 0, double length = 0) {
  nc::Body body;
  body.cutting_length = cutting;
  body.shank_diameter = shank_diameter;
  body.length = length;
  return body;
}

/// T1 is the tool.
inline nc::ToolLibrary only(nc::Tool tool) {
  tool.number = 1;
  nc::ToolLibrary library;
  library.tools.push_back(std::move(tool));
  return library;
}

/// A program of T1 that starts at a known place, 50 above the origin.
inline nc::Program stock_program(const std::string& text) {
  nc::Options options;
  for (int axis = 0; axis < 3; ++axis) options.start.set(axis, axis == 2 ? 50 : 0);
  return nc::read_program("G21 G90 G17 F100\nT1 M6\n" + text, "t.ngc", options);
}

inline nc::StockOptions cells(double cell, bool height_field = false) {
  nc::StockOptions options;
  options.cell = cell;
  options.height_field = height_field;
  options.mesh_triangles = 0;
  return options;
}

inline double removed_of(const nc::StockReport& report, std::size_t axis) {
  return report.volume_before[axis] - report.volume_after[axis];
}

}  // namespace graze::test
