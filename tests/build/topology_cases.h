// SPDX-License-Identifier: Apache-2.0
// Primitives to build from, and what every topology must satisfy.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "build/topology.h"

namespace graze::test {

using detail::BinaryNode;
using detail::Primitive;
using detail::Topology;
using detail::TopologyOptions;

inline Primitive primitive(std::uint32_t id, float x0, float y0, float z0, float x1, float y1, float z1) {
  return {{x0, y0, z0}, id, {x1, y1, z1}, 0};
}

/// A box about each centre.
inline std::vector<Primitive> boxes_at(const std::vector<std::array<float, 3>>& centres, float half) {
  std::vector<Primitive> out;
  for (const auto& c : centres) {
    out.push_back(primitive(static_cast<std::uint32_t>(out.size()), c[0] - half, c[1] - half, c[2] - half, c[0] + half,
                            c[1] + half, c[2] + half));
  }
  return out;
}

/// Boxes of random size in the unit cube; some are flat, some are points.
inline std::vector<Primitive> soup(std::size_t n, unsigned seed, float size = 0.05f) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<Primitive> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    out[i].triangle = static_cast<std::uint32_t>(i);
    out[i].reserved = 0;
    const int flat = static_cast<int>(random() % 8);
    for (int axis = 0; axis < 3; ++axis) {
      out[i].lower[axis] = unit(random);
      const float extent = ((flat >> axis) & 1) != 0 ? 0 : size * unit(random);
      out[i].upper[axis] = out[i].lower[axis] + extent;
    }
  }
  return out;
}

/// The boxes of the triangles of a bumpy sphere of 4 * rings² triangles: a surface, as meshes are.
inline std::vector<Primitive> bumpy_sphere(int rings) {
  const int sectors = 2 * rings;
  const auto point = [&](int i, int j) {
    const double theta = M_PI * i / rings, phi = 2 * M_PI * (j % sectors) / sectors;
    const double r = 1 + 0.1 * std::sin(7 * theta) * std::cos(9 * phi);
    return std::array<float, 3>{static_cast<float>(r * std::sin(theta) * std::cos(phi)),
                                static_cast<float>(r * std::sin(theta) * std::sin(phi)),
                                static_cast<float>(r * std::cos(theta))};
  };
  std::vector<Primitive> out;
  const auto add = [&out](const std::array<float, 3>& a, const std::array<float, 3>& b, const std::array<float, 3>& c) {
    Primitive p{{0, 0, 0}, static_cast<std::uint32_t>(out.size()), {0, 0, 0}, 0};
    for (std::size_t x = 0; x < 3; ++x) {
      p.lower[x] = std::min({a[x], b[x], c[x]});
      p.upper[x] = std::max({a[x], b[x], c[x]});
    }
    out.push_back(p);
  };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < sectors; ++j) {
      add(point(i, j), point(i + 1, j), point(i, j + 1));
      add(point(i, j + 1), point(i + 1, j), point(i + 1, j + 1));
    }
  }
  return out;
}

inline bool same(const Topology& a, const Topology& b) {
  const auto equal = [](const BinaryNode& p, const BinaryNode& q) { return std::memcmp(&p, &q, sizeof p) == 0; };
  return a.order == b.order && std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(), equal);
}

/// Half the surface area.
inline double area(const BinaryNode& n) {
  const double x = n.upper[0] - n.lower[0], y = n.upper[1] - n.lower[1], z = n.upper[2] - n.lower[2];
  return x * y + y * z + z * x;
}

/// Every triangle once; ranges nested; depth-first numbers; boxes exactly the union of what is below. Returns the
/// height.
inline int check_topology(const Topology& t, const std::vector<Primitive>& primitives, int leaf_size) {
  if (primitives.empty()) {
    EXPECT_TRUE(t.nodes.empty() && t.order.empty());
    return 0;
  }
  std::vector<const Primitive*> by_id(primitives.size());
  for (const Primitive& p : primitives) by_id.at(p.triangle) = &p;
  std::vector<std::uint32_t> sorted(t.order.begin(), t.order.end());
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted.size(), primitives.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i] != i) {
      ADD_FAILURE() << "triangle " << i << " is missing or appears twice";
      return -1;
    }
  }
  EXPECT_EQ(t.nodes.at(0).begin, 0u);
  EXPECT_EQ(t.nodes.at(0).end, primitives.size());

  struct Visit {
    std::uint32_t node;
    int depth;
  };
  std::vector<Visit> stack = {{0, 0}};
  std::uint32_t expected = 0;
  int height = 0;
  int errors = 0;
  const auto require = [&](bool ok, const char* what, std::uint32_t node) {
    if (!ok && errors++ < 5) ADD_FAILURE() << what << " at node " << node;
    return ok;
  };
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (!require(visit.node < t.nodes.size(), "link out of range", visit.node)) return -1;
    require(visit.node == expected++, "not numbered depth first", visit.node);
    const BinaryNode& n = t.nodes[visit.node];
    height = std::max(height, visit.depth);
    if (!require(n.begin < n.end && n.end <= primitives.size(), "empty or wrong range", visit.node)) return -1;
    float lower[3], upper[3];
    std::fill(lower, lower + 3, HUGE_VALF);
    std::fill(upper, upper + 3, -HUGE_VALF);
    const auto merge = [&](const float* l, const float* u) {
      for (int x = 0; x < 3; ++x) {
        lower[x] = std::min(lower[x], l[x]);
        upper[x] = std::max(upper[x], u[x]);
      }
    };
    if (n.is_leaf()) {
      require(n.right == detail::kNoNode, "leaf with one child", visit.node);
      require(n.end - n.begin <= static_cast<std::uint32_t>(leaf_size), "leaf too large", visit.node);
      require(std::is_sorted(t.order.begin() + n.begin, t.order.begin() + n.end), "leaf not sorted", visit.node);
      for (std::uint32_t i = n.begin; i < n.end; ++i) merge(by_id[t.order[i]]->lower, by_id[t.order[i]]->upper);
    } else {
      if (!require(std::max(n.left, n.right) < t.nodes.size(), "link out of range", visit.node)) return -1;
      const BinaryNode &l = t.nodes[n.left], &r = t.nodes[n.right];
      require(n.end - n.begin > static_cast<std::uint32_t>(leaf_size), "needless split", visit.node);
      require(l.begin == n.begin && l.end == r.begin && r.end == n.end, "ranges not nested", visit.node);
      merge(l.lower, l.upper);
      merge(r.lower, r.upper);
      stack.push_back({n.right, visit.depth + 1});
      stack.push_back({n.left, visit.depth + 1});
    }
    for (int x = 0; x < 3; ++x) {
      require(n.lower[x] == lower[x] && n.upper[x] == upper[x], "box is not the union", visit.node);
    }
  }
  EXPECT_EQ(expected, t.nodes.size());
  return height;
}

}  // namespace graze::test
