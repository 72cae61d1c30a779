// SPDX-License-Identifier: Apache-2.0
// Meshes to build models of, and what makes two models equal.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

#include "build/hierarchy.h"
#include "graze/model.h"

namespace graze::test {

using detail::Hierarchy;
using detail::LeafPacket;

inline constexpr Volume kVolumes[] = {Volume::aabb,  Volume::dop8,        Volume::dop12, Volume::dop14,
                                      Volume::dop18, Volume::dop20,       Volume::dop26, Volume::sphere,
                                      Volume::obb,   Volume::rounded_box, Volume::hybrid};

/// Triangles of any shape, some of them points or segments, of about `size` in a cube of side 2 about `centre`.
inline Mesh random_soup(std::size_t triangles, unsigned seed, double size = 0.3, const Vec3& centre = {}) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  Mesh mesh;
  for (std::size_t i = 0; i < triangles; ++i) {
    const Vec3 middle{centre.x + unit(random), centre.y + unit(random), centre.z + unit(random)};
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) {
      mesh.vertices.push_back(
          {middle.x + size * unit(random), middle.y + size * unit(random), middle.z + size * unit(random)});
    }
    const bool flat = i % 17 == 16;
    mesh.triangles.push_back({first, first + 1, flat ? first + 1 : first + 2});
  }
  return mesh;
}

/// A bumpy patch over [0, 1]², 2 * n² triangles with shared vertices.
inline Mesh patch(int n) {
  Mesh mesh;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const double x = static_cast<double>(i) / n, y = static_cast<double>(j) / n;
      mesh.vertices.push_back({x, y, 0.1 * std::sin(9 * x) * std::cos(7 * y)});
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto a = static_cast<std::uint32_t>(i * (n + 1) + j), b = a + static_cast<std::uint32_t>(n) + 1;
      mesh.triangles.push_back({a, b, b + 1});
      mesh.triangles.push_back({a, b + 1, a + 1});
    }
  }
  return mesh;
}

/// Bit for bit: zeros have signs, and a Ref among the floats may be a NaN.
template <class Vector>
bool same_bytes(const Vector& a, const Vector& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0);
}

inline void expect_equal(const Model& a, const Model& b) {
  EXPECT_EQ(a.mesh().vertices, b.mesh().vertices);
  EXPECT_EQ(a.mesh().triangles, b.mesh().triangles);
  EXPECT_EQ(a.options().volume, b.options().volume);
  EXPECT_EQ(a.options().split, b.options().split);
  EXPECT_EQ(a.options().point, b.options().point);
  EXPECT_EQ(a.options().leaf_size, b.options().leaf_size);
  EXPECT_EQ(a.options().width, b.options().width);
  EXPECT_EQ(a.options().threads, b.options().threads);
  EXPECT_EQ(a.options().margin, b.options().margin);
  EXPECT_EQ(a.options().quality, b.options().quality);
  EXPECT_EQ(a.options().split_axes, b.options().split_axes);
  EXPECT_EQ(a.options().building, b.options().building);
  EXPECT_EQ(a.options().leaf_rule, b.options().leaf_rule);
  EXPECT_EQ(a.options().regroup, b.options().regroup);
  EXPECT_EQ(a.options().regroup_balance, b.options().regroup_balance);
  EXPECT_EQ(a.options().subdivide, b.options().subdivide);
  EXPECT_EQ(a.options().orientation, b.options().orientation);
  EXPECT_EQ(a.options().samples, b.options().samples);
  EXPECT_EQ(a.options().seed, b.options().seed);
  const Hierarchy &g = a.hierarchy(), &h = b.hierarchy();
  EXPECT_EQ(g.volume, h.volume);
  EXPECT_EQ(g.split, h.split);
  EXPECT_EQ(g.width, h.width);
  EXPECT_EQ(g.leaf_size, h.leaf_size);
  EXPECT_EQ(g.height, h.height);
  EXPECT_EQ(g.layout, h.layout);
  EXPECT_EQ(g.origin, h.origin);
  EXPECT_EQ(g.unit, h.unit);
  EXPECT_EQ(g.radius, h.radius);
  EXPECT_EQ(g.max_coordinate, h.max_coordinate);
  EXPECT_EQ(g.size_exponent, h.size_exponent);
  EXPECT_EQ(g.subdivide, h.subdivide);
  for (int i = 0; i < 9; ++i) EXPECT_EQ(g.frame[i], h.frame[i]);
  EXPECT_TRUE(same_bytes(g.nodes, h.nodes));
  EXPECT_TRUE(same_bytes(g.node_slot, h.node_slot));
  EXPECT_TRUE(same_bytes(g.leaves, h.leaves));
}

}  // namespace graze::test
