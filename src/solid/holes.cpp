// SPDX-License-Identifier: Apache-2.0
#include "solid/holes.h"

#include <algorithm>
#include <unordered_map>

#include "geometry/vec.h"

namespace graze::detail {
namespace {

using Ends = std::array<std::uint32_t, 2>;

class Walk {
 public:
  explicit Walk(const std::vector<Ends>& ends) : ends_(ends), used_(ends.size()) {
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
      for (const std::uint32_t v : ends[i]) at_[v].push_back(i);
    }
  }

  /// Rings through edge i and, where the walk crosses itself, those it cuts off.
  void from(std::uint32_t start, std::vector<std::vector<std::uint32_t>>& rings) {
    std::vector<std::uint32_t> path;                            // edges
    std::unordered_map<std::uint32_t, std::size_t> visited_at;  // vertex: edges before it
    std::uint32_t vertex = ends_[start][0];
    std::uint32_t edge = start;
    visited_at[vertex] = 0;
    while (edge != kNone) {
      used_[edge] = true;
      path.push_back(edge);
      vertex = ends_[edge][ends_[edge][0] == vertex ? 1 : 0];
      if (const auto found = visited_at.find(vertex); found != visited_at.end()) {
        const auto ring = path.begin() + static_cast<std::ptrdiff_t>(found->second);
        rings.emplace_back(ring, path.end());
        path.erase(ring, path.end());
        std::erase_if(visited_at, [&](const auto& entry) { return entry.second > path.size(); });
      } else {
        visited_at[vertex] = path.size();
      }
      edge = next(vertex);
    }
  }
  bool used(std::uint32_t edge) const { return used_[edge]; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  std::uint32_t next(std::uint32_t vertex) {
    std::vector<std::uint32_t>& edges = at_[vertex];
    while (!edges.empty() && used_[edges.back()]) edges.pop_back();
    return edges.empty() ? kNone : edges.back();
  }

  const std::vector<Ends>& ends_;
  std::vector<bool> used_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> at_;
};

Hole measured(const std::vector<SolidEdge>& edges, std::vector<std::uint32_t> ring) {
  Hole hole;
  Vec3 sum;
  for (const std::uint32_t i : ring) {
    const double length = norm(edges[i].q - edges[i].p);
    hole.length += length;
    sum = sum + length * (0.5 * edges[i].p + 0.5 * edges[i].q);
  }
  hole.centre = (1 / hole.length) * sum;  // no edge is a point
  hole.edges = std::move(ring);
  return hole;
}

}  // namespace

std::vector<Hole> chain_holes(const std::vector<SolidEdge>& edges, const std::vector<Ends>& ends) {
  Walk walk(ends);
  std::vector<std::vector<std::uint32_t>> rings;
  for (std::uint32_t i = 0; i < ends.size(); ++i) {
    if (!walk.used(i)) walk.from(i, rings);
  }
  std::vector<Hole> holes;
  holes.reserve(rings.size());
  for (std::vector<std::uint32_t>& ring : rings) holes.push_back(measured(edges, std::move(ring)));
  std::stable_sort(holes.begin(), holes.end(), [](const Hole& a, const Hole& b) { return a.length > b.length; });
  return holes;
}

}  // namespace graze::detail
