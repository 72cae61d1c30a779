// SPDX-License-Identifier: Apache-2.0
// A small body in a large world: the search starts below the root, and the larger node is opened by two levels at once,
// whatever its children are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "build/hierarchy.h"
#include "graze/query.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

Vec3 plus(const Vec3& p, const Vec3& q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }

/// Clusters of any number of triangles, some alone: nodes of inner children, of leaves, of fewer than four.
Mesh world(SoupRandom& random, double size, int clusters) {
  Mesh mesh;
  for (int cluster = 4 + random.below(clusters); cluster > 0; --cluster) {
    const Vec3 about = random.in_cube(size);
    const double spread = size * std::pow(10.0, random.uniform(-3, -0.5));
    for (int k = 1 + random.below(random.chance(0.3) ? 3 : 40); k > 0; --k) {
      const Vec3 p = plus(about, random.in_cube(spread));
      const Vec3 q = plus(p, random.in_cube(0.5 * spread)), r = plus(p, random.in_cube(0.5 * spread));
      soup_detail::add(mesh, p, q, r);
    }
  }
  return mesh;
}

TEST(TwoLevels, FindWhatBruteForceFinds) {
  const IsaGuard guard;
  SoupRandom random(20261116);
  std::size_t meeting = 0, apart = 0, served = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const double size = std::pow(10.0, random.uniform(-6, 6));
    const Mesh large = world(random, size, random.chance(0.5) ? 30 : 300);
    // Of 1 to 40 triangles, about a triangle of the world or anywhere; with leaves only, or nodes.
    Mesh small = world(random, size * std::pow(10.0, random.uniform(-4, -1)), 30);
    small.triangles.resize(
        std::min<std::size_t>(small.triangles.size(), 1 + static_cast<std::size_t>(random.below(40))));
    const Vec3 about =
        random.chance(0.8)
            ? large.vertices[static_cast<std::size_t>(random.below(static_cast<int>(large.vertices.size())))]
            : random.in_cube(size);
    Pose pose = random.chance(0.5) ? axis_rotation(random.below(24)) : Pose();
    pose.t = about;
    BuildOptions build;
    build.volume = random.chance(0.7) ? Volume::obb : random.chance(0.5) ? Volume::aabb : Volume::rounded_box;
    build.width = random.chance(0.8) ? 4 : 2;
    build.threads = 1;
    const Model a = Model::build(large, build), b = Model::build(small, build);
    QueryOptions query;
    if (random.chance(0.3)) query.margin = random.uniform(0, 1e-2) * size;
    QueryOptions brute = query;
    brute.method = Method::brute_force;
    served += b.hierarchy().radius < a.hierarchy().entries.greatest ? 1 : 0;
    const Pose back = inverse(pose);
    const Contacts forth = contacts(a, b, pose, brute), swapped = contacts(b, a, back, brute);
    (forth.pairs.empty() ? apart : meeting) += 1;
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      ASSERT_EQ(contacts(a, b, pose, query).pairs, forth.pairs) << isa << " case " << i;
      ASSERT_EQ(contacts(b, a, back, query).pairs, swapped.pairs) << isa << " case " << i;
      ASSERT_EQ(intersects(a, b, pose, query), !forth.pairs.empty()) << isa << " case " << i;
      ASSERT_EQ(intersects(b, a, back, query), !swapped.pairs.empty()) << isa << " case " << i;
    }
  }
  EXPECT_GT(meeting, static_cast<std::size_t>(scaled(200)) / 10);
  EXPECT_GT(apart, static_cast<std::size_t>(scaled(200)) / 10);
  EXPECT_GT(served, static_cast<std::size_t>(scaled(200)) / 20);  // by entries (build/entries.h)
}

}  // namespace
}  // namespace graze::test
