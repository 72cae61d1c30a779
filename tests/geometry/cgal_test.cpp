// SPDX-License-Identifier: Apache-2.0
// A second judge: CGAL's exact predicates, on more pairs than rationals have time for.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Intersections_3/Triangle_3_Triangle_3.h>
#include <gtest/gtest.h>

#include "geometry/predicates.h"
#include "geometry/triangle_cases.h"

namespace graze::test {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Triangle_3 cgal(const detail::Corners& t) {
  const auto point = [](const Vec3& v) { return Kernel::Point_3(v.x, v.y, v.z); };
  return {point(t.v[0]), point(t.v[1]), point(t.v[2])};
}

bool proper(const detail::Corners& t) { return !detail::collinear(t.v[0], t.v[1], t.v[2]); }

void compare(const PairMaker& make, std::uint64_t seed, int count) {
  Random random(seed);
  int compared = 0, meeting = 0;
  for (int i = 0; i < count; ++i) {
    const auto [a, b] = make(random);
    if (!proper(a) || !proper(b)) continue;  // CGAL asks for triangles with an area
    const bool meet = detail::triangles_meet(a, b);
    ASSERT_EQ(meet, CGAL::do_intersect(cgal(a), cgal(b)));
    ++compared;
    meeting += meet;
  }
  EXPECT_GT(compared, count / 4);
  EXPECT_GT(meeting, count / 50);
}

TEST(Cgal, Random) { compare(random_pair, 41, 100000); }
TEST(Cgal, Grid) { compare(grid_pair, 42, 100000); }
TEST(Cgal, Related) { compare(related_pair, 43, 50000); }
TEST(Cgal, Slivers) { compare(sliver_pair, 44, 50000); }
TEST(Cgal, Scales) { compare(scaled_pair, 45, 50000); }

}  // namespace
}  // namespace graze::test
