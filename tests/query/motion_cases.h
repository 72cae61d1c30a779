// SPDX-License-Identifier: Apache-2.0
// Models and motions of the tests of first impacts, and what every impact must be.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "build/hierarchy.h"
#include "geometry/vec.h"
#include "graze/graze.h"
#include "support/soup.h"

namespace graze::motion_test {

using test::Soup;
using test::SoupRandom;
using namespace detail;  // Vec3's arithmetic

inline Mesh triangle(const Vec3& p, const Vec3& q, const Vec3& r) { return {{p, q, r}, {{0, 1, 2}}}; }
inline Model one(const Vec3& p, const Vec3& q, const Vec3& r) { return Model::build(triangle(p, q, r)); }
inline Motion moving(const Vec3& by, const Pose& start = {}) { return {start, by}; }

inline double largest(const Model& a, const Model& b, const Motion& m) {
  return a.hierarchy().max_coordinate + 1.75 * b.hierarchy().max_coordinate + max_abs(m.start.t) +
         max_abs(m.translation);
}

/// free_until is free, time is not, and both are in order.
inline void expect_contract(const Model& a, const Model& b, const Motion& m, const Impact& impact,
                            const std::string& what) {
  ASSERT_GE(impact.free_until, 0) << what;
  ASSERT_LE(impact.free_until, 1) << what;
  for (int k = 1; k < 54; ++k) {  // ever closer to free_until, from below
    const double s = impact.free_until - std::ldexp(impact.free_until, -k);
    if (s < impact.free_until) {
      ASSERT_FALSE(intersects(a, b, at(m, s))) << what << ", 2^-" << k << " before";
    }
  }
  if (!impact.hits) return;
  ASSERT_LE(impact.free_until, impact.time) << what;
  ASSERT_LE(impact.time, 1) << what;
  ASSERT_TRUE(intersects(a, b, at(m, impact.time))) << what;
  const Mesh pair_a{{a.mesh().vertices}, {a.mesh().triangles[impact.triangle_a]}};
  const Mesh pair_b{{b.mesh().vertices}, {b.mesh().triangles[impact.triangle_b]}};
  ASSERT_TRUE(intersects(Model::build(pair_a), Model::build(pair_b), at(m, impact.time))) << what;
}

inline void expect_equal(const Impact& x, const Impact& y, const std::string& what) {
  ASSERT_EQ(x.hits, y.hits) << what;
  ASSERT_EQ(x.time, y.time) << what;
  ASSERT_EQ(x.free_until, y.free_until) << what;
  ASSERT_EQ(x.triangle_a, y.triangle_a) << what;
  ASSERT_EQ(x.triangle_b, y.triangle_b) << what;
  ASSERT_EQ(x.point, y.point) << what;
  ASSERT_EQ(x.normal, y.normal) << what;
}

/// A closed shape of about the unit's size, whose contacts last.
inline Mesh blob(SoupRandom& random, int rings) {
  Mesh mesh;
  const int around = 2 * rings;
  for (int i = 0; i <= rings; ++i) {
    for (int j = 0; j < around; ++j) {
      const double up = 3.14159265358979 * i / rings, turn = 3.14159265358979 * 2 * j / around;
      const double r = (i == 0 || i == rings) ? 0.8 : random.uniform(0.6, 1);
      mesh.vertices.push_back({r * std::sin(up) * std::cos(turn), r * std::sin(up) * std::sin(turn), r * std::cos(up)});
    }
  }
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * around + j % around); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

}  // namespace graze::motion_test
