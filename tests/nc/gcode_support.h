// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "graze/nc/program.h"

namespace graze::nc::gcode_test {

inline Options known(Dialect dialect = Dialect::linuxcnc) {
  Options options;
  options.dialect = dialect;
  options.start.known = options.machine_zero.known = (1U << kAxes) - 1;
  return options;
}

inline Program run(std::string_view text, const Options& options = known()) {
  return read_program(text, "p.nc", options);
}
inline Program run_fanuc(std::string_view text) { return run(text, known(Dialect::fanuc)); }

/// "R 1 2 3; F 1 2 -5": kinds and ends in X Y Z, * for unknown.
inline std::string path_of(const Program& program) {
  std::string text;
  for (const Motion& m : program.path) {
    text += text.empty() ? "" : "; ";
    text += m.kind == MotionKind::rapid ? "R" : m.kind == MotionKind::feed ? "F" : "A";
    for (int axis = 0; axis < 3; ++axis) {
      char number[32];
      std::snprintf(number, sizeof number, " %.6g", m.end.value[static_cast<std::size_t>(axis)] + 0.0);
      text += m.end.has(axis) ? number : " *";
    }
  }
  return text;
}

inline std::string first_error(const Program& program) {
  for (const Diagnostic& d : program.diagnostics) {
    if (d.severity == Severity::error) return describe(d, program);
  }
  return {};
}

#define EXPECT_COMPLETE(program) EXPECT_TRUE((program).complete()) << first_error(program)

}  // namespace graze::nc::gcode_test
