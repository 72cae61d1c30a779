// SPDX-License-Identifier: Apache-2.0
// Programs, tools and parts for the tests of whole verifications.
#pragma once

#include <string>

#include "check_shapes.h"
#include "graze/nc/verify.h"

namespace graze::test {

inline nc::CheckedBody body_of(const Mesh& mesh, const std::string& name = "part",
                               nc::Surface surface = nc::Surface::automatic) {
  return {name, nc::CheckedPart(Model::build(mesh), surface), ""};
}

/// 40 x 40 with its top at z = 0.
inline Mesh block_mesh() { return box_mesh({-20, -20, -10}, {20, 20, 0}); }

inline nc::ToolLibrary library_of(nc::Tool tool, int number = 1) {
  tool.number = number;
  nc::ToolLibrary library;
  library.tools.push_back(std::move(tool));
  return library;
}

inline nc::Tool ball_tool(double diameter, double length = 20) {
  nc::Body body;
  body.cutting_length = length;
  return nc::ball_mill(diameter, body);
}

inline nc::Tool flat_tool(double diameter, double length = 20) {
  nc::Body body;
  body.cutting_length = length;
  return nc::flat_mill(diameter, body);
}

inline nc::Options started(double x = 0, double y = 0, double z = 50) {
  nc::Options options;
  options.start.set(0, x);
  options.start.set(1, y);
  options.start.set(2, z);
  return options;
}

inline nc::Program program_of(const std::string& text, const nc::Options& options = started()) {
  return nc::read_program(text, "test.nc", options);
}

/// How many findings of a kind there are.
inline std::size_t count(const nc::GougeReport& report, nc::FindingKind kind) {
  std::size_t n = 0;
  for (const nc::Finding& f : report.findings) n += f.kind == kind ? 1U : 0U;
  return n;
}

inline const std::string kVerifyHead = "G21 G90 G17\nT1 M6\n";  // lines 1 and 2

/// The report of a program of those two lines and `text`.
inline nc::GougeReport verify_text(const std::string& text, const nc::ToolLibrary& tools,
                                   const Mesh& mesh = block_mesh(), const nc::VerifyOptions& options = {},
                                   const nc::Options& reading = started()) {
  return nc::verify(program_of(kVerifyHead + text, reading), tools, body_of(mesh), {}, options);
}

}  // namespace graze::test
