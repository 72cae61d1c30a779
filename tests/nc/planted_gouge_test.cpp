// SPDX-License-Identifier: Apache-2.0
// Every program over a plate as high as its lowest point is clean; with one line 20 um deeper than the tolerance, that
// line is found and its depth is known.
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "base/random.h"
#include "nc/program_sources.h"
#include "support/scale.h"

namespace graze::test::planted {
namespace {

constexpr double kPlanted = kTolerance + 0.02;

/// The lowest point of the ball at the end of a motion.
double lowest(const Motion& m, const nc::VerifyOptions& options) {
  if (!options.machine) return m.end.value[2];
  const nc::ToolPose pose = nc::tool_pose(nc::forward(*options.machine, m.end, nc::Interpolation::tcp));
  return pose.tip.z + kRadius * pose.axis.z - kRadius;
}

/// A plate below all ends of motions (`low`); between them, tools that turn may go lower.
Mesh plate_below(const nc::Program& program, double top) {
  Vec3 low{1e9, 1e9, 0}, high{-1e9, -1e9, 0};
  for (const Motion& m : program.path) {
    if (!m.end.has(0) || !m.end.has(1)) continue;
    low = {std::min(low.x, m.end.value[0]), std::min(low.y, m.end.value[1]), 0};
    high = {std::max(high.x, m.end.value[0]), std::max(high.y, m.end.value[1]), 0};
  }
  const double beyond = 30;
  return box_mesh({low.x - beyond, low.y - beyond, top - 20}, {high.x + beyond, high.y + beyond, top});
}

/// The line with its Z word, or the one that it gets, at z.
std::string deeper(std::string line, double z) {
  std::ostringstream word;
  word.precision(9);
  word << std::fixed << " Z" << z << ' ';
  static const std::regex kZ(R"([Zz]\s*(\[[^\]]*\]|[-+]?[0-9]*\.?[0-9]*))");
  const std::size_t comment = std::min(line.find('('), line.find(';'));
  std::string code = line.substr(0, comment);
  if (std::regex_search(code, kZ)) {
    code = std::regex_replace(code, kZ, word.str());
  } else {
    code += word.str();
  }
  return code;
}

struct Planted {
  std::uint32_t line = 0;
  std::string text;
};

Planted plant(const Source& source, const nc::Program& program, const nc::VerifyOptions& options, double top,
              const Motion& m) {
  // With rotary axes the tip is above the lowest point of the ball by what the tilt makes of it.
  const double z = m.end.value[2] - (lowest(m, options) - top) - kPlanted;
  std::istringstream in(source.text);
  std::string line, text;
  for (std::uint32_t i = 1; std::getline(in, line); ++i) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    text += (i == m.place.line ? deeper(line, z) : line) + '\n';
  }
  EXPECT_EQ(program.files.size(), 1U);
  return {m.place.line, text};
}

TEST(PlantedGouge, IsFoundAtItsLineInEveryProgram) {
  for (const Source& source : sources()) {
    SCOPED_TRACE(source.name);
    const nc::Program program = read(source.text, source.name);
    ASSERT_TRUE(program.complete());
    const nc::VerifyOptions options = options_of(program);
    double top = 1e9;
    std::vector<const Motion*> candidates;
    const auto upright = [](const Motion& m) { return m.kind == MotionKind::arc && m.plane != nc::Plane::xy; };
    for (std::size_t i = 0; i < program.path.size(); ++i) {
      const Motion& m = program.path[i];
      if (m.end.has_xyz()) top = std::min(top, lowest(m, options));
      const bool whole = m.start.has_xyz() && m.end.has_xyz() && m.kind != MotionKind::rapid;
      // Another height would break arcs that stand upright.
      const bool breaks = upright(m) || (i + 1 < program.path.size() && upright(program.path[i + 1]));
      if (whole && !breaks) candidates.push_back(&m);
    }
    if (options.machine) top -= 0.5;
    ASSERT_GT(candidates.size(), 5U);
    const nc::CheckedBody part = body_of(plate_below(program, top));
    const nc::ToolLibrary tools = balls(program);
    const GougeReport clean = nc::verify(program, tools, part, {}, options);
    ASSERT_EQ(clean.verdict, GougeVerdict::clean) << clean.proved;

    detail::Random random(11);
    for (int i = 0; i < scaled(3); ++i) {
      const Motion& m = *candidates[static_cast<std::size_t>(random.below(static_cast<int>(candidates.size())))];
      const Planted planted = plant(source, program, options, top, m);
      SCOPED_TRACE("line " + std::to_string(planted.line));
      const nc::Program wrong = read(planted.text, source.name);
      const GougeReport r = nc::verify(wrong, tools, part, {}, options);
      EXPECT_EQ(r.verdict, GougeVerdict::findings) << r.proved;
      std::uint32_t first = ~0U;
      for (const nc::Finding& f : r.findings) {
        if (f.kind == nc::FindingKind::gouge_cutter) first = std::min(first, f.first.line);
      }
      EXPECT_EQ(first, planted.line);
      const auto line =
          std::find_if(r.lines.begin(), r.lines.end(), [&](const nc::LineDepth& l) { return l.line == planted.line; });
      ASSERT_NE(line, r.lines.end());
      EXPECT_GE(line->upper, kPlanted - 1e-6);
      EXPECT_GT(line->lower, kTolerance);
      if (options.machine) continue;
      EXPECT_LE(line->lower, kPlanted + 1e-6);
      EXPECT_NEAR(line->lower, kPlanted, 0.003);
      EXPECT_NEAR(line->upper, kPlanted, 0.003);
    }
  }
}

}  // namespace
}  // namespace graze::test::planted
