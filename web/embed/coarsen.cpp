// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

#include "embed/embed.h"

namespace graze::web {
namespace {

/// Vertex clustering (Rossignac and Borrel 1993) on a grid of cubes of side `cell`; a cell's first vertex stands for
/// it.
Mesh clustered(const Mesh& mesh, const Vec3& lower, double cell, std::vector<std::uint32_t>& moved) {
  constexpr std::uint32_t kBits = 21;  // a cell index fits: the grid has at most 2^20 cells a side
  Mesh result;
  std::unordered_map<std::uint64_t, std::uint32_t> representative;
  moved.resize(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    const Vec3& v = mesh.vertices[i];
    const auto index = [&](double value, double low) { return static_cast<std::uint64_t>((value - low) / cell); };
    const std::uint64_t key = index(v.x, lower.x) | index(v.y, lower.y) << kBits | index(v.z, lower.z) << (2 * kBits);
    const auto [place, is_new] = representative.try_emplace(key, static_cast<std::uint32_t>(result.vertices.size()));
    if (is_new) result.vertices.push_back(v);
    moved[i] = place->second;
  }
  for (const Triangle& t : mesh.triangles) {
    const Triangle n = {moved[t[0]], moved[t[1]], moved[t[2]]};
    if (n[0] != n[1] && n[1] != n[2] && n[2] != n[0]) result.triangles.push_back(n);
  }
  return result;
}

}  // namespace

Box box_of(const Mesh& mesh) {
  if (mesh.vertices.empty()) return {};
  Vec3 lower = mesh.vertices[0], upper = lower;
  for (const Vec3& v : mesh.vertices) {
    lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
    upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
  }
  return {lower, upper};
}

Mesh coarsened(const Mesh& mesh, std::size_t most, std::vector<std::uint32_t>* moved) {
  std::vector<std::uint32_t> own;
  std::vector<std::uint32_t>& map = moved != nullptr ? *moved : own;
  map.resize(mesh.vertices.size());
  std::iota(map.begin(), map.end(), 0U);
  if (mesh.triangles.size() <= most) return mesh;
  const auto [lower, upper] = box_of(mesh);
  const double size = std::max({upper.x - lower.x, upper.y - lower.y, upper.z - lower.z});
  if (!(size > 0) || !std::isfinite(size)) {
    map.clear();
    return {};
  }
  // A surface meets about (size/cell)^2 cells; start there, and grow the cells until the triangles fit.
  for (double cells = std::min(std::sqrt(static_cast<double>(most)), 1e6); cells >= 1; cells *= 0.8) {
    Mesh result = clustered(mesh, lower, size / cells, map);
    if (result.triangles.size() <= most) return result;
  }
  map.clear();
  return {};
}

}  // namespace graze::web
