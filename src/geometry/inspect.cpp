// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "geometry/predicates.h"
#include "geometry/vec.h"
#include "graze/error.h"
#include "graze/mesh.h"

namespace graze {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

/// Spreads every bit over the word: coordinates often differ in few, high bits only.
std::uint64_t mix(std::uint64_t h) {
  constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;  // 2^64 over the golden ratio
  h = (h ^ (h >> 32)) * kGolden;
  h = (h ^ (h >> 29)) * kGolden;
  return h ^ (h >> 32);
}

std::uint64_t hash(const Vec3& v) {
  // Adding +0 makes -0 equal to 0, in bits, too.
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); };
  return mix(bits(v.x) + mix(bits(v.y) + mix(bits(v.z))));
}

/// For every vertex, the first one with equal coordinates.
std::vector<std::uint32_t> merge_equal(const std::vector<Vec3>& vertices) {
  const std::size_t capacity = std::bit_ceil(2 * vertices.size() + 1);
  std::vector<std::uint32_t> table(capacity, kNone);
  std::vector<std::uint32_t> first(vertices.size());
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    std::size_t slot = hash(vertices[i]) & (capacity - 1);
    while (table[slot] != kNone && vertices[table[slot]] != vertices[i]) slot = (slot + 1) & (capacity - 1);
    if (table[slot] == kNone) table[slot] = i;
    first[i] = table[slot];
  }
  return first;
}

/// Values grouped by a vertex and sorted within the group: a sort of all in linear time, as groups are small.
class Groups {
 public:
  Groups(std::size_t vertices, std::size_t values) : begin_(vertices + 2), value_(values) {}
  void count(std::uint32_t vertex) { ++begin_[vertex + 2]; }
  void finish_counting() { std::partial_sum(begin_.begin(), begin_.end(), begin_.begin()); }
  void put(std::uint32_t vertex, std::uint64_t value) { value_[begin_[vertex + 1]++] = value; }

  /// Calls f(first, last) for every run of values whose keys are equal.
  template <class Key, class F>
  void for_each_run(const Key& key, const F& f) {
    for (std::size_t vertex = 0; vertex + 2 < begin_.size(); ++vertex) {
      const auto end = value_.begin() + static_cast<std::ptrdiff_t>(begin_[vertex + 1]);
      auto run = value_.begin() + static_cast<std::ptrdiff_t>(begin_[vertex]);
      std::sort(run, end);
      while (run != end) {
        const auto run_end = std::find_if(run, end, [&](std::uint64_t value) { return key(value) != key(*run); });
        f(run, run_end);
        run = run_end;
      }
    }
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint64_t> value_;
};

void count_edges(const std::vector<Triangle>& triangles, std::size_t vertices, MeshReport& report) {
  Groups edges(vertices, 3 * triangles.size());
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) edges.count(std::min(t[i], t[(i + 1) % 3]));
  }
  edges.finish_counting();
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) {
      const auto [low, high] = std::minmax(t[i], t[(i + 1) % 3]);
      edges.put(low, 2 * std::uint64_t{high} + (t[i] == low ? 0 : 1));
    }
  }
  edges.for_each_run([](std::uint64_t value) { return value / 2; },
                     [&](auto first, auto last) {
                       const auto faces = last - first;
                       if (faces == 1) ++report.open_edges;
                       if (faces > 2) ++report.non_manifold_edges;
                       if (faces == 2 && *first == *(last - 1)) ++report.misoriented_edges;
                     });
}

std::size_t count_duplicates(const std::vector<Triangle>& triangles, std::size_t vertices) {
  Groups groups(vertices, triangles.size());
  for (const Triangle& t : triangles) groups.count(std::min({t[0], t[1], t[2]}));
  groups.finish_counting();
  for (Triangle t : triangles) {
    std::sort(t.begin(), t.end());
    groups.put(t[0], std::uint64_t{t[1]} << 32 | t[2]);
  }
  std::size_t duplicates = 0;
  groups.for_each_run([](std::uint64_t value) { return value; },
                      [&](auto first, auto last) { duplicates += static_cast<std::size_t>(last - first) - 1; });
  return duplicates;
}

/// Sets of vertices, joined by triangles.
class Components {
 public:
  explicit Components(std::size_t vertices) : parent_(vertices) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(std::uint32_t v, std::uint32_t w) {
    v = find(v);
    w = find(w);
    parent_[std::max(v, w)] = std::min(v, w);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

void measure(const Mesh& mesh, MeshReport& report) {
  // About the middle, and by a power of two in the middle of the exponent range: products neither cancel needlessly
  // nor overflow.
  const Vec3 half = 0.5 * report.box.upper - 0.5 * report.box.lower;
  const Vec3 middle = report.box.upper - half;
  const double extent = detail::max_abs(half);
  const int exponent = extent > 0 ? std::clamp(std::ilogb(extent), -1022, 1022) : 0;
  const double scale = std::ldexp(1.0, -exponent), back = std::ldexp(1.0, exponent);
  for (const Triangle& t : mesh.triangles) {
    const auto local = [&](int i) { return scale * mesh.vertices[t[i]] - scale * middle; };
    const Vec3 p = local(0), q = local(1), r = local(2);
    report.area += detail::norm(detail::cross(q - p, r - p));
    report.volume += detail::dot(p, detail::cross(q, r));
  }
  report.area = report.area / 2 * back * back;
  report.volume = report.volume / 6 * back * back * back;
}

}  // namespace

void validate(const Mesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (detail::is_finite(mesh.vertices[i])) continue;
    throw Error(ErrorCode::invalid_mesh, "vertex " + std::to_string(i) + " has a coordinate that is not finite");
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t index : mesh.triangles[i]) {
      if (index < mesh.vertices.size()) continue;
      throw Error(ErrorCode::invalid_mesh, "triangle " + std::to_string(i) + " refers to vertex " +
                                               std::to_string(index) + ", but there are " +
                                               std::to_string(mesh.vertices.size()));
    }
  }
}

MeshReport inspect(const Mesh& mesh) {
  validate(mesh);
  MeshReport report;
  report.vertices = mesh.vertices.size();
  report.triangles = mesh.triangles.size();
  const std::vector<std::uint32_t> first = merge_equal(mesh.vertices);
  for (std::uint32_t i = 0; i < first.size(); ++i) report.distinct_vertices += first[i] == i;

  std::vector<bool> used(mesh.vertices.size());
  Components components(mesh.vertices.size());
  std::vector<Triangle> proper;  // with merged corners
  proper.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) used[v] = true;
    const Triangle merged{first[t[0]], first[t[1]], first[t[2]]};
    components.join(merged[0], merged[1]);
    components.join(merged[0], merged[2]);
    if (!detail::collinear(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]])) proper.push_back(merged);
  }
  report.degenerate_triangles = mesh.triangles.size() - proper.size();
  count_edges(proper, mesh.vertices.size(), report);
  report.duplicate_triangles = count_duplicates(proper, mesh.vertices.size());

  bool any = false;
  std::vector<bool> is_root(mesh.vertices.size());
  for (std::uint32_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!used[i]) {
      ++report.unused_vertices;
      continue;
    }
    const std::uint32_t root = components.find(first[i]);
    report.components += !is_root[root];
    is_root[root] = true;
    report.box.lower = any ? detail::min(report.box.lower, mesh.vertices[i]) : mesh.vertices[i];
    report.box.upper = any ? detail::max(report.box.upper, mesh.vertices[i]) : mesh.vertices[i];
    any = true;
  }
  report.closed = !proper.empty() && report.open_edges == 0;
  report.manifold = report.closed && report.non_manifold_edges == 0 && report.duplicate_triangles == 0;
  report.oriented = report.manifold && report.misoriented_edges == 0;
  measure(mesh, report);
  return report;
}

}  // namespace graze
