// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "geometry/vec.h"
#include "graze/solid.h"
#include "solid/chain.h"
#include "solid/holes.h"
#include "solid/stab.h"

namespace graze {
namespace {

using detail::Chain;
using detail::EdgeRun;
using detail::EdgeUse;
using detail::TurnedSets;

/// Area and volume of triangles, about a point of the mesh.
class Measure {
 public:
  explicit Measure(const Mesh& mesh) : mesh_(mesh), origin_(mesh.vertices[mesh.triangles[0][0]]) {}
  double area(std::uint32_t t) const { return 0.5 * detail::norm(twice(t)); }
  double volume(std::uint32_t t) const { return detail::dot(corner(t, 0), twice(t)) / 6; }
  Vec3 middle(std::uint32_t t) const { return origin_ + (1.0 / 3) * (corner(t, 0) + corner(t, 1) + corner(t, 2)); }

  Patch patch(std::vector<std::uint32_t> triangles) const {
    Patch patch;
    Vec3 sum, plain;
    for (const std::uint32_t t : triangles) {
      const double a = area(t);
      patch.area += a;
      sum = sum + a * middle(t);
      plain = plain + middle(t);
    }
    patch.centre = patch.area > 0 ? (1 / patch.area) * sum : (1.0 / static_cast<double>(triangles.size())) * plain;
    patch.triangles = std::move(triangles);
    return patch;
  }

 private:
  Vec3 corner(std::uint32_t t, int i) const { return mesh_.vertices[mesh_.triangles[t][i]] - origin_; }
  Vec3 twice(std::uint32_t t) const { return detail::cross(corner(t, 1) - corner(t, 0), corner(t, 2) - corner(t, 0)); }
  const Mesh& mesh_;
  Vec3 origin_;
};

/// The edge as the first triangle of the more frequent direction runs along it.
SolidEdge solid_edge(const Mesh& mesh, const EdgeRun& run) {
  const bool forward = run.surplus() > 0;
  const auto use =
      std::find_if(run.uses.begin(), run.uses.end(), [&](const EdgeUse& u) { return u.forward == forward; });
  const Vec3 &low = mesh.vertices[use->low], &high = mesh.vertices[use->high];
  return {forward ? low : high, forward ? high : low, use->triangle};
}

void find_edges(const Mesh& mesh, const Chain& chain, SolidReport& report) {
  std::vector<std::array<std::uint32_t, 2>> ends;
  chain.for_each_edge([&](const EdgeRun& run) {
    report.non_manifold_edges += run.faces() > 2;
    if (run.surplus() == 0) return;
    if (run.faces() % 2 == 0) {
      report.misoriented_edges.push_back(solid_edge(mesh, run));
    } else {
      report.open_edges.push_back(solid_edge(mesh, run));
      ends.push_back({run.uses[0].low, run.uses[0].high});
    }
  });
  report.holes = detail::chain_holes(report.open_edges, ends);
}

template <class Key>
std::vector<Patch> patches_by(const std::vector<std::uint32_t>& triangles, const Measure& measure, const Key& key) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups;
  for (const std::uint32_t t : triangles) groups[key(t)].push_back(t);
  std::vector<Patch> patches;
  patches.reserve(groups.size());
  for (auto& [first, group] : groups) patches.push_back(measure.patch(std::move(group)));
  std::stable_sort(patches.begin(), patches.end(), [](const Patch& a, const Patch& b) { return a.area > b.area; });
  return patches;
}

/// Sheets are triangles joined at edges of two faces. In each that has misoriented edges, either one half of its parts
/// is turned or the other: where the sheet is closed, so that its volume is positive, else the lesser half by area.
void find_flipped(std::size_t count, const Chain& chain, const Measure& measure, SolidReport& report) {
  struct Sheet {
    double volume = 0, area[2] = {0, 0};
    bool closed = true;
  };
  TurnedSets sheets(count);
  chain.for_each_edge([&](const EdgeRun& run) {
    if (run.faces() != 2) return;
    const bool agree = run.surplus() == 0;
    if (!sheets.join(run.uses[0].triangle, run.uses[1].triangle, !agree)) report.one_sided = true;
  });
  std::map<std::uint32_t, Sheet> all;
  for (const std::uint32_t t : chain.triangles()) {
    const TurnedSets::Place place = sheets.find(t);
    Sheet& sheet = all[place.first];
    sheet.area[place.turned] += measure.area(t);
    sheet.volume += place.turned ? -measure.volume(t) : measure.volume(t);
  }
  chain.for_each_edge([&](const EdgeRun& run) {
    if (run.faces() == 2) return;
    for (const EdgeUse& use : run.uses) all[sheets.find(use.triangle).first].closed = false;
  });
  const auto is_flipped = [&](std::uint32_t t) {
    const TurnedSets::Place place = sheets.find(t);
    const Sheet& sheet = all[place.first];
    if (sheet.area[0] == 0 || sheet.area[1] == 0) return false;
    const bool turned_are_wrong = sheet.closed ? sheet.volume > 0 : sheet.area[1] <= sheet.area[0];
    return place.turned == turned_are_wrong;
  };
  std::vector<std::uint32_t> flipped;
  std::copy_if(chain.triangles().begin(), chain.triangles().end(), std::back_inserter(flipped), is_flipped);
  TurnedSets parts(count);
  chain.for_each_edge([&](const EdgeRun& run) {
    if (run.faces() != 2 || run.surplus() != 0) return;
    if (is_flipped(run.uses[0].triangle)) parts.join(run.uses[0].triangle, run.uses[1].triangle, false);
  });
  report.flipped = patches_by(flipped, measure, [&](std::uint32_t t) { return parts.find(t).first; });
}

/// Components of negative volume outside all others. One within others is a cavity.
void find_inside_out(const Mesh& mesh, const Chain& chain, const Measure& measure, TurnedSets& components,
                     SolidReport& report) {
  std::map<std::uint32_t, double> volumes;
  for (const std::uint32_t t : chain.triangles()) volumes[components.find(t).first] += measure.volume(t);
  for (const auto& [component, volume] : volumes) report.volume += volume;
  if (std::none_of(volumes.begin(), volumes.end(), [](const auto& entry) { return entry.second < 0; })) return;
  std::vector<std::uint32_t> component(mesh.triangles.size(), kNoTriangle);
  for (const std::uint32_t t : chain.triangles()) component[t] = components.find(t).first;
  const detail::SurfaceTree tree(mesh);
  // Rounding of the sums must not make a component of no volume (two faces back to back) look inside out.
  const Vec3 size = tree.box().upper - tree.box().lower;
  const double noise = 1e-12 * detail::norm(size);
  std::vector<std::uint32_t> wrong;
  std::map<std::uint32_t, double> areas;
  for (const std::uint32_t t : chain.triangles()) areas[component[t]] += measure.area(t);
  for (const auto& entry : volumes) {
    const std::uint32_t id = entry.first;  // clang 14 lets no lambda see a structured binding
    const double volume = entry.second;
    if (volume >= -noise * areas[id]) continue;
    // One of its points that lies on no other component, if there is one soon; `id` is its first triangle.
    int around = 0, tries = 0;
    for (std::uint32_t t = id; t < component.size() && tries < 20; ++t) {
      if (component[t] != id) continue;
      ++tries;
      const auto others = [&](const detail::TreeTriangle& other) {
        return component[other.id] != id && component[other.id] != kNoTriangle;
      };
      const detail::Stabbed found = detail::stab(tree, measure.middle(t), others);
      around = found.winding;
      if (!found.on_surface) break;
    }
    if (around < 1) wrong.push_back(id);
  }
  if (wrong.empty()) return;
  std::vector<std::uint32_t> triangles;
  for (const std::uint32_t t : chain.triangles()) {
    if (std::binary_search(wrong.begin(), wrong.end(), component[t])) triangles.push_back(t);
  }
  report.inside_out = patches_by(triangles, measure, [&](std::uint32_t t) { return component[t]; });
  for (const Patch& patch : report.inside_out) {
    report.inside_out_volume.push_back(-volumes[component[patch.triangles[0]]]);
  }
}

}  // namespace

SolidReport inspect_solid(const Mesh& mesh) {
  validate(mesh);
  SolidReport report;
  report.triangles = mesh.triangles.size();
  const Chain chain(mesh);
  report.degenerate_triangles = chain.degenerate();
  if (report.degenerate_triangles == report.triangles) return report;
  const Measure measure(mesh);
  find_edges(mesh, chain, report);
  TurnedSets components(mesh.triangles.size());
  chain.for_each_edge([&](const EdgeRun& run) {
    for (const EdgeUse& use : run.uses) components.join(run.uses[0].triangle, use.triangle, false);
  });
  for (const std::uint32_t t : chain.triangles()) report.components += components.find(t).first == t;
  if (!report.misoriented_edges.empty()) find_flipped(mesh.triangles.size(), chain, measure, report);
  if (report.open_edges.empty() && report.misoriented_edges.empty()) {
    find_inside_out(mesh, chain, measure, components, report);
    report.solid = report.inside_out.empty();
  }
  return report;
}

}  // namespace graze
