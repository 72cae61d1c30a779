// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/paint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gouge_page/divide.h"
#include "gouge_page/divide_cuts.h"

namespace graze::gouge_page {
namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();
constexpr int kPasses = 24;

Scale scale_of(const nc::GougeReport& report, double tolerance) {
  Scale scale;
  scale.allowed = report.bodies.empty() ? tolerance : report.bodies[0].allowed;
  scale.green = std::max(tolerance, -scale.allowed);
  scale.band = 5 * scale.green;
  const double deepest = report.gouging > 0 && std::isfinite(report.deepest_upper) ? report.deepest_upper : 0;
  scale.deepest = std::max(deepest, scale.allowed + tolerance);
  return scale;
}

/// The edge that the smallest cut asks for: a ball of radius r that goes in by d leaves a mark of radius sqrt(2 r d),
/// of which a fifth shows its shape.
double finest(const nc::GougeReport& report, double coarse) {
  double edge = coarse;
  for (const nc::Finding& f : report.findings) {
    if (f.body != 0 || !(f.upper > 0)) continue;
    for (const nc::ToolUsed& tool : report.tools)
      if (tool.number == f.tool) edge = std::min(edge, std::sqrt(tool.diameter * f.upper) / 5);
  }
  return std::max(edge, coarse / 64);
}

/// Large triangles are cut everywhere, down to what `coarse` of them would have.
double divide_large(Mesh& mesh, const PaintOptions& options) {
  // An equilateral triangle of side s has an area of 0.433 s^2; halved edges are between half of it and all.
  const double edge = 1.4 * std::sqrt(area_of(mesh) / (0.433 * static_cast<double>(options.coarse)));
  if (!(edge > 0) || !std::isfinite(edge)) return 0;
  for (int pass = 0; pass < kPasses && mesh.triangles.size() < options.coarse; ++pass) {
    const std::vector<std::uint8_t> all(mesh.triangles.size(), 1);
    if (!divide(mesh, all, edge)) break;
  }
  return edge;
}

/// Where not all moves could be looked at: what the check itself noted, at corners of small triangles.
void fall_back(PaintedPart& part, const Mesh& given, const nc::GougeReport& report, double edge) {
  if (report.depth_of_triangle.size() != given.triangles.size()) return;
  for (std::size_t i = 0; i < given.triangles.size(); ++i) {
    const float depth = report.depth_of_triangle[i];
    if (!(static_cast<double>(depth) > part.scale.allowed) || longest_edge(given, given.triangles[i]) > edge) continue;
    for (const std::uint32_t v : given.triangles[i]) part.depth[v] = std::max(part.depth[v], depth);
  }
}

}  // namespace

std::array<std::uint8_t, 3> Scale::colour(double depth) const {
  using Rgb = std::array<double, 3>;
  constexpr Rgb kGrey = {184, 192, 202}, kGreen = {52, 168, 96}, kLight = {255, 132, 92}, kDark = {156, 0, 28};
  const auto mixed = [](const Rgb& a, const Rgb& b, double t) {
    std::array<std::uint8_t, 3> out = {};
    for (std::size_t k = 0; k < 3; ++k)
      out[k] = static_cast<std::uint8_t>(std::lround(a[k] + std::clamp(t, 0.0, 1.0) * (b[k] - a[k])));
    return out;
  };
  if (depth > allowed) return mixed(kLight, kDark, (depth - allowed) / (deepest - allowed));
  return mixed(kGrey, kGreen, (depth + band) / (band - green));
}

PaintedPart paint(const Mesh& part, const nc::GougeReport& report, const Path& path, const PaintOptions& options) {
  PaintedPart result;
  result.mesh = part;
  result.scale = scale_of(report, options.tolerance);
  const double edge = divide_large(result.mesh, options);
  const std::vector<SweptMove> moves = swept_moves(report, path);
  result.moves = moves.size();
  std::size_t budget = options.budget;
  const auto gouging =
      static_cast<std::size_t>(std::count_if(moves.begin(), moves.end(), [](const SweptMove& m) { return m.gouges; }));
  if (gouging > 0 && edge > 0) {
    std::size_t share = budget / 2;
    CutDivision division;
    division.allowed = result.scale.allowed;
    division.finest = finest(report, edge);
    division.middle = std::max(division.finest, edge / 4);
    division.most = options.most;
    for (const nc::Finding& f : report.findings)
      if (f.body == 0 && f.triangle != kNoTriangle) division.contacts.push_back(f.contact);
    divide_at_cuts(result.mesh, Coverage(report, std::span(moves).first(gouging)), division, share);
  }
  result.depth.assign(result.mesh.vertices.size(), kNothing);
  result.moves_done = Coverage(report, moves).raise(result.mesh.vertices, result.scale.band, result.depth, budget);
  // The bound from above may be far off where a cut is only just one; the colours need what is seen.
  const float seen = result.depth.empty() ? 0 : *std::max_element(result.depth.begin(), result.depth.end());
  result.scale.deepest = std::clamp(std::max(static_cast<double>(seen), report.deepest_lower),
                                    result.scale.allowed + options.tolerance, result.scale.deepest);
  if (result.moves_done < moves.size()) fall_back(result, part, report, edge);
  for (float& depth : result.depth) depth = std::max(depth, static_cast<float>(-result.scale.band));
  return result;
}

}  // namespace graze::gouge_page
