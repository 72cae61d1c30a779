// SPDX-License-Identifier: Apache-2.0
// Faces that are joined by edges and meet nowhere else have the same before them: one point of each such group is
// asked.
#include "nc/check/simple_surface.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze::nc::detail {
namespace {

/// Is f's plane, or one of the walls on its edges, between the two?
bool is_apart(const NearFace& f, const NearFace& g) {
  const auto beyond = [&](const Vec3& n, const Vec3& at) {
    return std::all_of(std::begin(g.corners.v), std::end(g.corners.v),
                       [&](const Vec3& v) { return core::dot(n, v - at) <= 0; });
  };
  if (beyond(f.normal, f.corner(0)) || beyond(-f.normal, f.corner(0))) return true;
  for (std::size_t k = 0; k < 3; ++k) {
    if (beyond(f.inward(k), f.corner(k))) return true;
  }
  return false;
}

}  // namespace

bool is_simple(const PartData& part, const NearFaces& near) {
  const std::size_t count = near.size();
  std::vector<std::size_t> group(count);
  std::iota(group.begin(), group.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const NearFace &f = near[i], &g = near[j];
      bool joined = false;
      for (std::size_t k = 0; k < 3; ++k) joined = joined || part.sides.neighbour(f.id, k) == g.id;
      if (joined) {
        if (core::dot(f.normal, g.normal) < -0.99) return false;
        group[root(i)] = root(j);
      } else if (!is_apart(f, g) && !is_apart(g, f)) {
        return false;
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (root(i) != i) continue;
    const NearFace& f = near[i];
    const Vec3 middle = (1.0 / 3) * (f.corner(0) + f.corner(1) + f.corner(2));
    const double size = core::max_abs(f.corner(1) - f.corner(0)) + core::max_abs(f.corner(2) - f.corner(0));
    if (part.solid->inside(middle + (1e-6 * size) * f.normal)) return false;
  }
  return true;
}

}  // namespace graze::nc::detail
