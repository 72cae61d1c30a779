// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/divide_cuts.h"

#include <algorithm>
#include <limits>

#include "gouge_page/divide.h"
#include "gouge_page/vectors.h"

namespace graze::gouge_page {
namespace {

constexpr float kUncovered = -std::numeric_limits<float>::infinity();
constexpr int kMostPasses = 24;

/// Triangles with an edge that is too long, and balls about them.
struct Candidates {
  std::vector<std::uint32_t> triangle;
  std::vector<Vec3> centre;
  std::vector<double> radius;
  double largest = 0;  // radius
};

Candidates larger_than(const Mesh& mesh, double edge) {
  Candidates found;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    if (!(longest_edge(mesh, t) > edge)) continue;
    const Vec3 centre = (1.0 / 3) * (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]);
    double radius = 0;
    for (const std::uint32_t v : t) radius = std::max(radius, norm(mesh.vertices[v] - centre));
    found.triangle.push_back(i);
    found.centre.push_back(centre);
    found.radius.push_back(radius);
    found.largest = std::max(found.largest, radius);
  }
  return found;
}

/// Each makes up to four: as many of the candidates as there is room for, the largest first.
bool divide_some(Mesh& mesh, const Candidates& candidates, std::vector<std::size_t> wanted, double edge,
                 std::size_t most) {
  const std::size_t room = (most - std::min(most, mesh.triangles.size())) / 4 + 1;
  if (wanted.size() > room) {
    std::stable_sort(wanted.begin(), wanted.end(),
                     [&](std::size_t a, std::size_t b) { return candidates.radius[a] > candidates.radius[b]; });
    wanted.resize(room);
  }
  std::vector<std::uint8_t> chosen(mesh.triangles.size(), 0);
  for (const std::size_t k : wanted) chosen[candidates.triangle[k]] = 1;
  return divide(mesh, chosen, edge);
}

/// No point within r of a centre is covered by more than the centre is, and r.
void divide_what_may_be_cut(Mesh& mesh, const Coverage& cuts, const CutDivision& d, std::size_t& budget) {
  for (int pass = 0; pass < kMostPasses && mesh.triangles.size() < d.most && budget > 0; ++pass) {
    const Candidates candidates = larger_than(mesh, d.middle);
    std::vector<float> cover(candidates.centre.size(), kUncovered);
    cuts.raise(candidates.centre, std::max(0.0, candidates.largest - d.allowed), cover, budget);
    std::vector<std::size_t> wanted;
    for (std::size_t k = 0; k < cover.size(); ++k)
      if (static_cast<double>(cover[k]) > d.allowed - candidates.radius[k]) wanted.push_back(k);
    if (!divide_some(mesh, candidates, std::move(wanted), d.middle, d.most)) return;
  }
}

bool has_contact(const CutDivision& d, const Vec3& centre, double radius) {
  const auto before = [](const Vec3& p, double x) { return p.x < x; };
  for (auto p = std::lower_bound(d.contacts.begin(), d.contacts.end(), centre.x - radius, before);
       p != d.contacts.end() && p->x <= centre.x + radius; ++p) {
    if (norm(*p - centre) <= radius) return true;
  }
  return false;
}

void divide_borders(Mesh& mesh, const Coverage& cuts, const CutDivision& d, std::size_t& budget) {
  const double reach = std::max(0.0, -d.allowed) + 1e-6;
  std::vector<float> corner;
  for (int pass = 0; pass < kMostPasses && mesh.triangles.size() < d.most && budget > 0; ++pass) {
    const std::size_t known = corner.size();
    corner.resize(mesh.vertices.size(), kUncovered);
    cuts.raise(std::span(mesh.vertices).subspan(known), reach, std::span(corner).subspan(known), budget);
    const Candidates candidates = larger_than(mesh, d.finest);
    std::vector<float> cover(candidates.centre.size(), kUncovered);
    cuts.raise(candidates.centre, reach, cover, budget);
    const auto is_cut = [&](float value) { return static_cast<double>(value) > d.allowed; };
    std::vector<std::size_t> wanted;
    for (std::size_t k = 0; k < cover.size(); ++k) {
      const Triangle& t = mesh.triangles[candidates.triangle[k]];
      const bool cut = is_cut(cover[k]);
      const bool border = is_cut(corner[t[0]]) != cut || is_cut(corner[t[1]]) != cut || is_cut(corner[t[2]]) != cut;
      if (border || has_contact(d, candidates.centre[k], candidates.radius[k])) wanted.push_back(k);
    }
    if (!divide_some(mesh, candidates, std::move(wanted), d.finest, d.most)) return;
  }
}

}  // namespace

void divide_at_cuts(Mesh& mesh, const Coverage& cuts, CutDivision division, std::size_t& budget) {
  std::sort(division.contacts.begin(), division.contacts.end(), [](const Vec3& a, const Vec3& b) { return a.x < b.x; });
  divide_what_may_be_cut(mesh, cuts, division, budget);
  divide_borders(mesh, cuts, division, budget);
}

}  // namespace graze::gouge_page
