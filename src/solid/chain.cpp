// SPDX-License-Identifier: Apache-2.0
#include "solid/chain.h"

#include <algorithm>
#include <tuple>

#include "geometry/predicates.h"

namespace graze::detail {
namespace {

/// For every vertex, the first one with equal coordinates.
std::vector<std::uint32_t> merged(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec3 &v = vertices[i], &w = vertices[j];
    return std::tie(v.x, v.y, v.z, i) < std::tie(w.x, w.y, w.z, j);
  });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool equal = i > 0 && vertices[order[i - 1]] == vertices[order[i]];
    first[order[i]] = equal ? first[order[i - 1]] : order[i];
  }
  return first;
}

}  // namespace

Chain::Chain(const Mesh& mesh) {
  const std::vector<std::uint32_t> first = merged(mesh.vertices);
  std::vector<std::uint32_t> proper;
  corners_.reserve(mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    const Triangle& c = corners_.emplace_back(Triangle{first[t[0]], first[t[1]], first[t[2]]});
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) {
      ++degenerate_;
      continue;
    }
    triangles_.push_back(i);
    if (collinear(mesh.vertices[c[0]], mesh.vertices[c[1]], mesh.vertices[c[2]])) {
      ++degenerate_;
    } else {
      proper.push_back(i);
    }
  }
  uses_ = uses_of(triangles_);
  if (proper.size() == triangles_.size() || unbalanced(uses_) == 0) return;
  Uses without = uses_of(proper);
  if (unbalanced(without) > unbalanced(uses_)) return;
  uses_ = std::move(without);
  triangles_ = std::move(proper);
}

Chain::Uses Chain::uses_of(const std::vector<std::uint32_t>& triangles) const {
  Uses uses;
  uses.reserve(3 * triangles.size());
  for (const std::uint32_t i : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = corners_[i][k], to = corners_[i][(k + 1) % 3];
      uses.push_back({std::min(from, to), std::max(from, to), i, from < to});
    }
  }
  std::sort(uses.begin(), uses.end());
  return uses;
}

std::size_t Chain::unbalanced(const Uses& uses) {
  std::size_t count = 0;
  for_each_run(uses, [&](const EdgeRun& run) { count += run.surplus() != 0; });
  return count;
}

TurnedSets::Place TurnedSets::find(std::uint32_t i) {
  Place place{i, false};
  while (parent_[place.first] != place.first) {
    place.turned ^= turned_[place.first] != 0;
    place.first = parent_[place.first];
  }
  // Shortens the way for the next: every element passed hangs on the first directly.
  bool turned = place.turned;
  while (parent_[i] != place.first && i != place.first) {
    const std::uint32_t next = parent_[i];
    const bool step = turned_[i] != 0;
    parent_[i] = place.first;
    turned_[i] = turned;
    turned ^= step;
    i = next;
  }
  return place;
}

bool TurnedSets::join(std::uint32_t i, std::uint32_t j, bool turned) {
  const Place a = find(i), b = find(j);
  const bool between = a.turned ^ b.turned ^ turned;
  if (a.first == b.first) return !between;
  const std::uint32_t below = std::max(a.first, b.first);
  parent_[below] = std::min(a.first, b.first);
  turned_[below] = between;
  return true;
}

}  // namespace graze::detail
