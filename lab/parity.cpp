// SPDX-License-Identifier: Apache-2.0
#include "lab/parity.h"

#include <map>
#include <numeric>
#include <tuple>

#include "geometry/predicates.h"

namespace graze::lab {
namespace {

using namespace detail;

/// Does the segment cross the triangle's inside (1), miss it (0), or meet its border or plane in a way that may be
/// either (-1)?
int crosses(const Vec3& p, const Vec3& q, const Corners& t) {
  const int from = orient3d(t.v[0], t.v[1], t.v[2], p), to = orient3d(t.v[0], t.v[1], t.v[2], q);
  if (from * to > 0) return 0;
  const int a = orient3d(p, q, t.v[0], t.v[1]), b = orient3d(p, q, t.v[1], t.v[2]), c = orient3d(p, q, t.v[2], t.v[0]);
  if ((a > 0 || b > 0 || c > 0) && (a < 0 || b < 0 || c < 0)) return 0;
  if (from == 0 || to == 0 || a == 0 || b == 0 || c == 0) return -1;
  return 1;
}

}  // namespace

Parity point_parity(const Vec3& p, std::uint32_t count, const std::function<Corners(std::uint32_t)>& triangle) {
  double reach = max_abs(p);
  for (std::uint32_t i = 0; i < count; ++i) {
    for (const Vec3& v : triangle(i).v) reach = std::max(reach, max_abs(v));
  }
  // A segment that meets an edge has one chance in billions: many attempts mean degenerate triangles everywhere.
  constexpr int kAttempts = 16;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const double s = 0.7 + 0.61803398875 * attempt;
    const Vec3 goal = p + (10 * reach + 1) * Vec3{std::cos(s), std::sin(s), std::cos(2.3 * s + 1)};
    bool odd = false, sure = true;
    for (std::uint32_t i = 0; i < count && sure; ++i) {
      const Corners t = triangle(i);
      if (collinear(t.v[0], t.v[1], t.v[2])) continue;  // bounds nothing
      const int hit = crosses(p, goal, t);
      if (hit < 0) sure = false;
      if (hit > 0) odd = !odd;
    }
    if (sure) return odd ? Parity::odd : Parity::even;
  }
  return Parity::unknown;
}

std::vector<std::uint32_t> pieces_of(const Mesh& mesh) {
  std::vector<std::uint32_t> parent(mesh.vertices.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::map<std::tuple<double, double, double>, std::uint32_t> known;
  std::vector<char> used(mesh.vertices.size(), 0);
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) {
      const Vec3& p = mesh.vertices[v];
      parent[root(v)] = root(known.try_emplace({p.x, p.y, p.z}, v).first->second);
      parent[root(v)] = root(t[0]);
      used[v] = 1;
    }
  }
  std::vector<std::uint32_t> pieces;
  for (std::uint32_t v = 0; v < parent.size(); ++v) {
    if (used[v] != 0 && root(v) == v) pieces.push_back(v);
  }
  return pieces;
}

}  // namespace graze::lab
