// SPDX-License-Identifier: Apache-2.0
#include "gouge_page/divide.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "gouge_page/vectors.h"

namespace graze::gouge_page {
namespace {

std::uint64_t edge_key(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 | std::max(a, b);
}

constexpr std::uint32_t kWhole = 0xFFFFFFFFu;

/// The triangles that replace one, given the middles of its edges (k: from corner k to the next) or kWhole.
std::vector<Triangle> pieces_of(const Mesh& mesh, const Triangle& t, const std::array<std::uint32_t, 3>& middle) {
  const auto halved = std::count_if(middle.begin(), middle.end(), [](std::uint32_t m) { return m != kWhole; });
  if (halved == 3) {
    return {{t[0], middle[0], middle[2]},
            {middle[0], t[1], middle[1]},
            {middle[2], middle[1], t[2]},
            {middle[0], middle[1], middle[2]}};
  }
  if (halved == 1) {
    const auto k = static_cast<std::size_t>(
        std::find_if(middle.begin(), middle.end(), [](std::uint32_t m) { return m != kWhole; }) - middle.begin());
    const std::uint32_t a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    return {{a, middle[k], c}, {middle[k], b, c}};
  }
  // Two: corner b between them is cut off; what is left has four corners and is cut along its shorter diagonal.
  const auto whole = static_cast<std::size_t>(std::find(middle.begin(), middle.end(), kWhole) - middle.begin());
  const std::uint32_t c = t[whole], a = t[(whole + 1) % 3], b = t[(whole + 2) % 3];
  const std::uint32_t ab = middle[(whole + 1) % 3], bc = middle[(whole + 2) % 3];
  const std::vector<Vec3>& v = mesh.vertices;
  if (norm(v[a] - v[bc]) < norm(v[ab] - v[c])) return {{ab, b, bc}, {a, ab, bc}, {a, bc, c}};
  return {{ab, b, bc}, {a, ab, c}, {ab, bc, c}};
}

}  // namespace

double longest_edge(const Mesh& mesh, const Triangle& t) {
  const std::vector<Vec3>& v = mesh.vertices;
  return std::max({norm(v[t[1]] - v[t[0]]), norm(v[t[2]] - v[t[1]]), norm(v[t[0]] - v[t[2]])});
}

double area_of(const Mesh& mesh) {
  double twice = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    twice += norm(cross(b - a, c - a));
  }
  return twice / 2;
}

bool divide(Mesh& mesh, std::span<const std::uint8_t> chosen, double longest) {
  std::unordered_map<std::uint64_t, std::uint32_t> middles;
  std::vector<std::uint8_t> touched(mesh.vertices.size(), 0);  // has a halved edge: saves most look-ups
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (chosen[i] == 0) continue;
    const Triangle t = mesh.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = std::min(t[k], t[(k + 1) % 3]), b = std::max(t[k], t[(k + 1) % 3]);
      if (!(norm(mesh.vertices[a] - mesh.vertices[b]) > longest)) continue;
      const auto [place, is_new] =
          middles.try_emplace(edge_key(a, b), static_cast<std::uint32_t>(mesh.vertices.size()));
      if (!is_new) continue;
      mesh.vertices.push_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
      touched[a] = touched[b] = 1;
    }
  }
  if (middles.empty()) return false;
  const std::size_t count = mesh.triangles.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Triangle t = mesh.triangles[i];
    std::array<std::uint32_t, 3> middle = {kWhole, kWhole, kWhole};
    bool any = false;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      if (touched[a] == 0 || touched[b] == 0) continue;
      const auto found = middles.find(edge_key(a, b));
      if (found == middles.end()) continue;
      middle[k] = found->second;
      any = true;
    }
    if (!any) continue;
    const std::vector<Triangle> pieces = pieces_of(mesh, t, middle);
    mesh.triangles[i] = pieces[0];
    mesh.triangles.insert(mesh.triangles.end(), pieces.begin() + 1, pieces.end());
  }
  return true;
}

}  // namespace graze::gouge_page
