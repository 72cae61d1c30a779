// SPDX-License-Identifier: Apache-2.0
// The float filters at their limits: packets of triangles that touch, miss or cross by a few units of roundoff, at
// every scale and far from the origin. A tolerance that is too small gives a wrong answer here.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/query.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

Vec3 along(const Vec3& p, const Vec3& q, double s) {
  return {p.x + s * (q.x - p.x), p.y + s * (q.y - p.y), p.z + s * (q.z - p.z)};
}

/// Four triangles; those of B have a corner or an edge on a point of A's, moved by `gap` in a random direction.
struct Case {
  Mesh a, b;
};

Case make_case(SoupRandom& random, double size, double offset, double gap) {
  Case c;
  const Vec3 centre = random.in_cube(offset);
  const auto point = [&] {
    const Vec3 d = random.in_cube(size);
    return Vec3{centre.x + d.x, centre.y + d.y, centre.z + d.z};
  };
  const auto add = [](Mesh& mesh, const Vec3& p, const Vec3& q, const Vec3& r) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), {p, q, r});
    mesh.triangles.push_back({first, first + 1, first + 2});
  };
  for (int i = 0; i < 4; ++i) {
    const Vec3 p = point(), q = point(), r = point();
    add(c.a, p, q, r);
    // On the face, on an edge, or at a corner of A's triangle.
    const double s = random.chance(0.3) ? 1 : random.uniform(), t = random.chance(0.3) ? 1 : random.uniform();
    Vec3 on = along(r, along(p, q, s), t);
    const Vec3 d = random.in_cube(gap);
    on = {on.x + d.x, on.y + d.y, on.z + d.z};
    const Vec3 far = point();
    if (random.chance(0.5)) {
      add(c.b, on, far, point());
    } else {  // an edge through the point
      add(c.b, far, along(far, on, 2), point());
    }
  }
  return c;
}

TEST(NearContact, FiltersNeverContradictTheExactTest) {
  const IsaGuard guard;
  SoupRandom random(20261115);
  const double sizes[] = {1, 1e-3, 1e3, 1e-9, 1e9, 1e-40, 1e40};
  const double gaps[] = {0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4};
  const double offsets[] = {0, 1, 1e3, 1e6};
  std::uint64_t exact = 0, tested = 0, meeting = 0;
  const int repeats = scaled(400);
  for (const double size : sizes) {
    for (const double gap : gaps) {
      for (const double offset : offsets) {
        for (int i = 0; i < repeats; ++i) {
          const Case c = make_case(random, size, offset * size, gap * size);
          BuildOptions options;
          options.threads = 1;
          options.volume = random.chance(0.5) ? Volume::obb : Volume::dop26;
          const Model a = Model::build(c.a, options), b = Model::build(c.b, options);
          Pose pose;
          if (random.chance(0.5)) pose = axis_rotation(random.below(24));
          if (random.chance(0.5)) pose.t = random.in_cube(1e-7 * size);
          QueryOptions brute;
          brute.method = Method::brute_force;
          const Contacts expected = contacts(a, b, pose, brute);
          meeting += expected.pairs.size();
          for (const std::string_view isa : detail::available_isas()) {
            ASSERT_TRUE(detail::use_isa(isa));
            const Contacts found = contacts(a, b, pose);
            exact += found.counters.exact_tests;
            tested += found.counters.primitive_tests;
            ASSERT_EQ(found.pairs, expected.pairs) << isa << " size " << size << " gap " << gap << " offset " << offset;
            ASSERT_EQ(intersects(a, b, pose), !expected.pairs.empty()) << isa << " size " << size << " gap " << gap;
          }
        }
      }
    }
  }
  // Both stages were needed: the filter left some for the exact test, and far from all.
  EXPECT_GT(meeting, 100u);
  EXPECT_GT(exact, tested / 1000);
  EXPECT_LT(exact, tested / 2);
}

}  // namespace
}  // namespace graze::test
