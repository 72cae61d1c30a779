// SPDX-License-Identifier: Apache-2.0
// Equations 2 to 5, the regions' sum and LB(c) on boxes whose numbers can be worked out by hand.
#include "adb/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "adb/adb_shapes.h"
#include "adb/regions.h"

namespace graze::test {
namespace {

using detail::AdbContent;
using detail::AdbNode;
using detail::Estimator;

AdbNode box(std::array<float, 3> lower, std::array<float, 3> upper, int cells) {
  AdbNode node = {};
  std::copy(lower.begin(), lower.end(), node.lower);
  std::copy(upper.begin(), upper.end(), node.upper);
  detail::set_cells(node, AdbRegions::none, {cells});
  return node;
}

AdbNode cube(float side, int cells) { return box({0, 0, 0}, {side, side, side}, cells); }

AdbContent tree(std::initializer_list<AdbNode> nodes, int depth) {
  AdbContent content;
  content.nodes = nodes;
  content.depth = depth;
  return content;
}

void set_children(AdbContent& content, std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  content.nodes[node].children = count << AdbNode::kChildShift | first;
}

Pose moved(double x, double y, double z) {
  Pose pose;
  pose.t = {x, y, z};
  return pose;
}

AdbQuery with_exact_volume() {
  AdbQuery query;
  query.volume = AdbVolume::exact;
  return query;
}

/// Both ways round: nothing may depend on which tree is A.
void expect_parameters(const AdbContent& a, const AdbContent& b, const Pose& pose, const AdbQuery& query, double s,
                       double s_a, double s_b) {
  const auto p = Estimator(a, b, pose, query).parameters(0, 0);
  EXPECT_NEAR(p.s, s, 1e-9);
  EXPECT_NEAR(p.s_a, s_a, 1e-9);
  EXPECT_NEAR(p.s_b, s_b, 1e-9);
  const auto q = Estimator(b, a, moved(-pose.t.x, -pose.t.y, -pose.t.z), query).parameters(0, 0);
  EXPECT_NEAR(q.s, s, 1e-9);
  EXPECT_NEAR(q.s_a, s_b, 1e-9);
  EXPECT_NEAR(q.s_b, s_a, 1e-9);
}

TEST(AdbEstimate, EqualSizes) {
  const AdbContent a = tree({cube(2, 100)}, 0), b = tree({cube(2, 60)}, 0);
  // A quarter is shared: half of each along x and y.
  expect_parameters(a, b, moved(1, 1, 0), with_exact_volume(), 128, 25, 15);
  expect_parameters(a, b, Pose(), with_exact_volume(), 512, 100, 60);
  // max{V1, V2, V3} for cubes: 1 - 0.5 / 2.
  expect_parameters(a, b, moved(0, 0, 0.5), AdbQuery(), 384, 75, 45);
  expect_parameters(a, b, moved(2.5, 0, 0), with_exact_volume(), 0, 0, 0);
}

TEST(AdbEstimate, NodesBelowTheLargerOne) {
  const AdbContent small = tree({cube(1, 90)}, 0);
  AdbContent large =
      tree({box({0, 0, 0}, {4, 1, 1}, 400), box({0, 0, 0}, {1, 1, 1}, 40), box({1, 0, 0}, {4, 1, 1}, 300),
            box({1, 0, 0}, {2, 1, 1}, 24), box({2, 0, 0}, {4, 1, 1}, 200)},
           2);
  set_children(large, 0, 1, 2);
  set_children(large, 2, 3, 2);
  // From x = 0.75: a quarter of node 1, three quarters of node 3; nothing of 4. 0.25 · 40 + 0.75 · 24.
  expect_parameters(small, large, moved(-0.75, 0, 0), with_exact_volume(), 512, 90, 28);
  // Half of it beyond the end: s counts cells of the smaller box.
  expect_parameters(small, large, moved(0.5, 0, 0), with_exact_volume(), 256, 45, 20);
  // Where nodes overlap: no more possible collision cells than cells.
  large.nodes[2] = large.nodes[1] = cube(1, 300);
  expect_parameters(small, large, Pose(), with_exact_volume(), 512, 90, 512);
}

/// Figure 6: cells 8 times and 27 times as large hold 4 and 9 times as many of the others.
TEST(AdbEstimate, LeavesOfLargerCells) {
  const AdbContent small = tree({cube(1, 90)}, 0);
  // Equation 3 gives 80 / 8 and 81 / 27.
  expect_parameters(small, tree({cube(2, 80)}, 0), moved(-0.5, -0.5, -0.5), with_exact_volume(), 512, 90, 10 * 4);
  expect_parameters(small, tree({cube(3, 81)}, 0), moved(-1, -1, -1), with_exact_volume(), 512, 90, 3 * 9);
  // Half of the small one: the correction goes by the boxes' sizes, not by what they share.
  expect_parameters(small, tree({cube(2, 80)}, 0), moved(0.5, -0.5, -0.5), with_exact_volume(), 256, 45, 5 * 4);
}

/// Equation 5 for the leaf among the nodes of equation 4, and for nodes where the descent ends.
TEST(AdbEstimate, LeavesAmongNodesBelow) {
  const AdbContent small = tree({cube(1, 90)}, 0);
  AdbContent large = tree({box({0, 0, 0}, {3, 2, 2}, 400), box({0, 0, 0}, {1, 2, 2}, 160),
                           box({1, 0, 0}, {3, 2, 2}, 80), box({0, 0, 0}, {1, 1, 1}, 20)},
                          2);
  set_children(large, 0, 1, 2);
  set_children(large, 1, 3, 1);
  // From x = 0.5: half of node 3, and half of it in leaf 2, of 8 times the volume: 20 / 2 + 80 / 16 · 4.
  expect_parameters(small, large, moved(-0.5, 0, 0), with_exact_volume(), 512, 90, 10 + 20);
  // Not beyond the first level: node 1 counts as a leaf, of 4 times the volume: 160 / 8 · 4^(2/3) + 20.
  AdbQuery query = with_exact_volume();
  query.size_levels = 1;
  expect_parameters(small, large, moved(-0.5, 0, 0), query, 512, 90, 20 * 2.519842099789746 + 20);
  // Boxes of up to 8 times the volume count as equal: node 1 is not divided, and no leaf corrected.
  query = with_exact_volume();
  query.size_ratio = 8;
  expect_parameters(small, large, moved(-0.5, 0, 0), query, 512, 90, 20 + 5);
}

TEST(AdbEstimate, Regions) {
  AdbNode octants = cube(2, 0);
  detail::set_cells(octants, AdbRegions::grid, {1, 2, 4, 8, 16, 32, 64, 64});
  AdbContent a = tree({octants}, 0), b = tree({cube(2, 60)}, 0);
  a.regions = AdbRegions::grid;
  // The upper half in x is shared: 2 + 8 + 32 + 64; then half of each of these.
  expect_parameters(a, b, moved(1, 0, 0), with_exact_volume(), 256, 106, 30);
  expect_parameters(a, b, moved(1.5, 0, 0), with_exact_volume(), 128, 53, 15);
}

/// LB(c) = (d_A + d_B) / (d_maxA + d_maxB); one ball of B in a box full of A's: Pr[# filled bins >= 1] = 1.
TEST(AdbEstimate, LowerBoundByDepth) {
  const AdbContent full = tree({cube(1, 512)}, 3), one = tree({cube(1, 1)}, 5), two = tree({cube(1, 2)}, 5);
  AdbQuery query = with_exact_volume();
  Estimator of_one(full, one, Pose(), query), of_two(full, two, Pose(), query);
  EXPECT_DOUBLE_EQ(of_one(0, 0, 0, 0), 0);
  EXPECT_DOUBLE_EQ(of_one(0, 0, 1, 0), 0.125);
  EXPECT_DOUBLE_EQ(of_one(0, 0, 0, 1), 0.125);
  EXPECT_DOUBLE_EQ(of_one(0, 0, 1, 2), 0.375);
  EXPECT_DOUBLE_EQ(of_one(0, 0, 3, 5), 1);
  EXPECT_DOUBLE_EQ(of_two(0, 0, 1, 2), 0.609375);  // both: 1 - 0.625²
  query.x_max = 1;
  EXPECT_DOUBLE_EQ(Estimator(full, two, Pose(), query)(0, 0, 1, 2), 0.375);
  query.rounding = AdbRounding::interpolated;
  EXPECT_NEAR(Estimator(full, two, Pose(), query)(0, 0, 1, 2), 0.375, 1e-12);
  // Half of each: 256 bins, 50.5 and 59.5 balls, rounded.
  const AdbContent p = tree({cube(1, 101)}, 1), q = tree({cube(1, 119)}, 1);
  double none = 1;
  for (int i = 0; i < 51; ++i) none *= 1 - 60.0 / (256 - i);
  query = with_exact_volume();
  query.x_max = 1;
  EXPECT_NEAR(Estimator(p, q, moved(0.5, 0, 0), query)(0, 0, 1, 0), 0.5 * (1 - none), 1e-12);
}

/// The search counts depth from the root, that of a leaf once.
TEST(AdbEstimate, DepthsOfASearch) {
  const AdbTree ball = AdbTree::build(adb_ball(4, 0.1));
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0.7, 0, 0.3}, {0, 0.7, 0.3}};
  mesh.triangles = {{0, 1, 2}};
  const AdbTree triangle = AdbTree::build(mesh);
  ASSERT_EQ(triangle.stats().depth, 0);
  ASSERT_GT(ball.stats().depth, 2);
  Pose pose;
  pose.t = {0.9, 0.2, 0};
  AdbQuery query;
  query.k_min = 1'000'000;
  query.p_min = 1;
  query.pairs = 1;  // the pairs of the roots' children, and no more
  const auto likeliest = [&](const AdbTree& a, const AdbTree& b, int depth_a, int depth_b) {
    Estimator estimate(a.content(), b.content(), pose, query);
    const auto first = [](int depth) { return depth == 0 ? 0u : 1u; };
    double most = 0;
    for (std::uint32_t i = first(depth_a); i <= 2 * first(depth_a); ++i) {
      for (std::uint32_t j = first(depth_b); j <= 2 * first(depth_b); ++j) {
        most = std::max(most, estimate(i, j, depth_a, depth_b));
      }
    }
    EXPECT_GT(most, 0);
    return most;
  };
  EXPECT_EQ(adb_collides(ball, ball, pose, query).probability, likeliest(ball, ball, 1, 1));
  EXPECT_EQ(adb_collides(ball, triangle, pose, query).probability, likeliest(ball, triangle, 1, 0));
  pose = inverse(pose);
  EXPECT_EQ(adb_collides(triangle, ball, pose, query).probability, likeliest(triangle, ball, 0, 1));
}

}  // namespace
}  // namespace graze::test
