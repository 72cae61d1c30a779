// SPDX-License-Identifier: Apache-2.0
// Few large triangles and many small ones beside them: children that no triangle of a leaf meets are skipped, no other.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "graze/query.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using soup_detail::add;

Vec3 plus(const Vec3& p, const Vec3& q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }

Mesh tetrahedron(double size) {
  const Vec3 v[4] = {{size, size, size}, {size, -size, -size}, {-size, size, -size}, {-size, -size, size}};
  Mesh mesh;
  for (int i = 0; i < 4; ++i) add(mesh, v[i], v[(i + 1) % 4], v[(i + 2) % 4]);
  return mesh;
}

/// Small triangles about a point.
Mesh crumbs(SoupRandom& random, int count, const Vec3& about, double spread) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 p = plus(about, random.in_cube(spread));
    const Vec3 q = plus(p, random.in_cube(0.2 * spread));
    const Vec3 r = plus(p, random.in_cube(0.2 * spread));
    add(mesh, p, q, r);
  }
  return mesh;
}

TEST(BesideLeaf, SkipWhatIsInsideATetrahedron) {
  SoupRandom random(1);
  const Mesh inside = crumbs(random, 2000, {0, 0, 0}, 0.05);
  for (const Volume volume : {Volume::obb, Volume::dop26}) {
    BuildOptions options;
    options.volume = volume;
    const Model small = Model::build(inside, options), large = Model::build(tetrahedron(1), options);
    for (const bool swapped : {false, true}) {
      const Contacts none = swapped ? contacts(small, large, Pose()) : contacts(large, small, Pose());
      EXPECT_TRUE(none.pairs.empty());
      EXPECT_EQ(none.counters.primitive_tests, 0u);
      EXPECT_LT(none.counters.volume_tests, 30u);
    }
  }
}

TEST(BesideLeaf, NeverSkipWhatMeets) {
  const IsaGuard guard;
  SoupRandom random(20261115);
  std::size_t meeting = 0, apart = 0;
  for (int i = 0; i < scaled(150); ++i) {
    const double size = std::pow(10.0, random.uniform(-12, 12));
    const double spread = size * std::pow(10.0, random.uniform(-4, -1));
    Mesh large = tetrahedron(size);
    for (int k = random.below(random.chance(0.5) ? 3 : 40); k > 0; --k) {
      const Vec3 p = random.in_cube(size), q = random.in_cube(size);
      // Proper ones, slivers and segments.
      const Vec3 r = random.chance(0.7) ? random.in_cube(size) : plus(p, random.in_cube(random.below(2) * 1e-6 * size));
      add(large, p, q, r);
    }
    // About a point of a large triangle, or a few of their own size or roundings off it.
    const auto& t = large.triangles[static_cast<std::size_t>(random.below(static_cast<int>(large.triangles.size())))];
    const double s = random.uniform(), u = random.uniform();
    Vec3 about{};
    for (const auto& [corner, weight] : {std::pair{t[0], 1 - s}, {t[1], s * u}, {t[2], s * (1 - u)}}) {
      const Vec3& v = large.vertices[corner];
      about = plus(about, {weight * v.x, weight * v.y, weight * v.z});
    }
    const double gaps[] = {0, 1e-7 * size, spread, 3 * spread, 10 * spread};
    about = plus(about, random.in_cube(gaps[random.below(5)]));
    const Mesh small = crumbs(random, 150, about, spread);
    const auto build = [&](const Mesh& mesh) {
      BuildOptions options;
      options.threads = 1;
      options.volume = random.chance(0.5) ? Volume::obb : Volume::dop26;
      options.leaf_size = random.chance(0.3) ? 8 : 0;
      return Model::build(mesh, options);
    };
    const Model a = build(large), b = build(small);
    Pose pose;
    if (random.chance(0.5)) pose = axis_rotation(random.below(24));
    const Pose back = inverse(pose);
    QueryOptions query, brute;
    if (random.chance(0.3)) query.margin = brute.margin = random.uniform(0, 1e-3) * spread;
    brute.method = Method::brute_force;
    // Both ways round: the large ones as A and as B.
    Mesh turned = small;
    for (Vec3& v : turned.vertices) v = place(back, v);
    const Model b_turned = build(turned);
    const Contacts forth = contacts(a, b_turned, pose, brute);
    const Contacts swapped = contacts(b, a, Pose(), brute);
    (forth.pairs.empty() ? apart : meeting) += 1;
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      ASSERT_EQ(contacts(a, b_turned, pose, query).pairs, forth.pairs) << isa << " case " << i;
      ASSERT_EQ(contacts(b, a, Pose(), query).pairs, swapped.pairs) << isa << " case " << i;
    }
  }
  EXPECT_GT(meeting, static_cast<std::size_t>(scaled(150)) / 20);
  EXPECT_GT(apart, static_cast<std::size_t>(scaled(150)) / 20);
}

}  // namespace
}  // namespace graze::test
