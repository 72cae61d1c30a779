// SPDX-License-Identifier: Apache-2.0
// The search: what it must hold for any estimate, the estimate's symmetry, and its errors on a real surface.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "adb/adb_node.h"
#include "adb/adb_shapes.h"
#include "adb/estimate.h"
#include "graze/io.h"
#include "graze/query.h"
#include "support/scale.h"

namespace graze::test {
namespace {

TEST(AdbQueries, CertainCases) {
  const AdbTree ball = AdbTree::build(adb_ball(16, 0.1));
  Pose pose;
  pose.t = {0.8, 0.3, 0};
  EXPECT_TRUE(adb_collides(ball, ball, pose).collides);
  EXPECT_GE(adb_collides(ball, ball, pose).probability, 0.99);
  pose.t = {50, 0, 0};
  const AdbVerdict far = adb_collides(ball, ball, pose);
  EXPECT_FALSE(far.collides);
  EXPECT_EQ(far.probability, 0);
  EXPECT_EQ(far.found, 0);
  EXPECT_FALSE(adb_collides(ball, AdbTree::build(Mesh()), Pose()).collides);
}

TEST(AdbQueries, SingleTrianglesAreLookedAt) {
  Mesh triangle;
  triangle.vertices = {{0, 0, 0}, {1, 0, 0.3}, {0, 1, 0.3}};
  triangle.triangles = {{0, 1, 2}};
  const AdbTree tree = AdbTree::build(triangle);
  AdbQuery query;
  query.k_min = 1;
  query.p_min = 0.9;
  EXPECT_TRUE(adb_collides(tree, tree, Pose(), query).collides);
  Pose away;
  away.t = {0, 0, 5};
  EXPECT_FALSE(adb_collides(tree, tree, away, query).collides);
}

TEST(AdbQueries, LessIsAskedLessIsDone) {
  const AdbTree ball = AdbTree::build(adb_ball(16, 0.15));
  detail::Random random(7);
  AdbWorkspace workspace;
  int collisions = 0;
  for (int i = 0; i < scaled(60); ++i) {
    const Pose pose = adb_pose(random, random.uniform(1.2, 2.4));
    for (const double p_min : {0.5, 0.9, 0.99}) {
      AdbVerdict last;
      for (const int k_min : {10, 5, 1}) {
        AdbQuery query;
        query.p_min = p_min;
        query.k_min = k_min;
        const AdbVerdict v = adb_collides(ball, ball, pose, query, &workspace);
        EXPECT_EQ(v.collides, v.found >= k_min);
        EXPECT_FALSE(v.interrupted);
        if (k_min < 10) {
          EXPECT_GE(v.collides, last.collides);
          EXPECT_LE(v.pairs, last.pairs);
        }
        last = v;
        collisions += v.collides ? 1 : 0;
      }
    }
  }
  EXPECT_GT(collisions, 0);
}

TEST(AdbQueries, StopWhenTheyAreTold) {
  const AdbTree ball = AdbTree::build(adb_ball(16, 0.1));
  Pose pose;
  pose.t = {1.2, 0, 0};
  AdbQuery query;
  query.k_min = 1'000'000;
  query.pairs = 40;
  const AdbVerdict some = adb_collides(ball, ball, pose, query);
  EXPECT_TRUE(some.interrupted);
  EXPECT_GE(some.pairs, 40u);
  EXPECT_LE(some.pairs, 44u);  // a pair is opened as a whole
  EXPECT_EQ(some.collides, some.probability > 0.5);
  query.pairs = 0;
  query.time = std::chrono::nanoseconds(1);
  EXPECT_TRUE(adb_collides(ball, ball, pose, query).interrupted);
  query.time = std::chrono::nanoseconds::max();
  query.k_min = 1;
  EXPECT_FALSE(adb_collides(ball, ball, pose, query).interrupted);
}

TEST(AdbQueries, OptionsOutOfRangeAreRefused) {
  const AdbTree ball = AdbTree::build(adb_ball(3, 0));
  const auto refused = [&](auto change) {
    AdbQuery query;
    change(query);
    EXPECT_THROW(adb_collides(ball, ball, Pose(), query), std::invalid_argument);
  };
  refused([](AdbQuery& q) { q.p_min = 0; });
  refused([](AdbQuery& q) { q.p_min = std::nan(""); });
  refused([](AdbQuery& q) { q.k_min = 0; });
  refused([](AdbQuery& q) { q.x_max = 11; });
  refused([](AdbQuery& q) { q.size_ratio = 0.5; });
  refused([](AdbQuery& q) { q.sphere_ratio = HUGE_VAL; });
  refused([](AdbQuery& q) { q.size_levels = 17; });
  refused([](AdbQuery& q) { q.time = std::chrono::nanoseconds(-1); });
  refused([](AdbQuery& q) { q.volume = static_cast<AdbVolume>(9); });
  Pose skewed;
  skewed.r[0] = 2;
  EXPECT_THROW(adb_collides(ball, ball, skewed), std::invalid_argument);
}

/// s, s_A and s_B do not depend on which is A, for every volume and kind of regions, nodes of any sizes.
TEST(AdbQueries, ParametersAreSymmetric) {
  for (const AdbRegions regions : {AdbRegions::none, AdbRegions::grid, AdbRegions::pyramids}) {
    AdbBuildOptions options;
    options.regions = regions;
    const AdbTree first = AdbTree::build(adb_ball(8, 0.2), options), second = AdbTree::build(adb_ball(5, 0), options);
    const detail::AdbContent &a = first.content(), &b = second.content();
    detail::Random random(9);
    for (const AdbVolume volume :
         {AdbVolume::three_cases, AdbVolume::spheres, AdbVolume::slabs, AdbVolume::aligned_dop, AdbVolume::exact}) {
      AdbQuery query;
      query.volume = volume;
      for (int i = 0; i < scaled(60); ++i) {
        const Pose pose = adb_pose(random, random.uniform(0, 0.6));
        detail::Estimator there(a, b, pose, query), back(b, a, inverse(pose), query);
        const auto node_a = static_cast<std::uint32_t>(random.below(30)),
                   node_b = static_cast<std::uint32_t>(random.below(30));
        const auto p = there.parameters(node_a, node_b), q = back.parameters(node_b, node_a);
        EXPECT_NEAR(p.s, q.s, 1e-4) << name(volume);
        EXPECT_NEAR(p.s_a, q.s_b, 1e-4) << name(volume);
        EXPECT_NEAR(p.s_b, q.s_a, 1e-4) << name(volume);
        EXPECT_LE(p.s, 512 + 1e-9);
        EXPECT_LE(p.s_a, p.s);
        EXPECT_LE(p.s_b, p.s);
      }
    }
  }
}

/// Equation 2 and 3 on the roots of two equal trees, moved along their longest side.
TEST(AdbQueries, EquallySizedBoxes) {
  const AdbTree tree = AdbTree::build(adb_ball(8, 0.2));
  const detail::AdbContent& c = tree.content();
  const detail::AdbNode& root = c.nodes[0];
  double side = 0;
  for (int i = 0; i < 3; ++i)
    side = std::max(side, static_cast<double>(root.upper[i]) - static_cast<double>(root.lower[i]));
  Pose pose;
  pose.t = {0.25 * side, 0, 0};  // the length of the shift counts, not its direction
  detail::Estimator estimate(c, c, pose, AdbQuery());
  const auto p = estimate.parameters(0, 0);
  const int cells = root.cells[0] + 256 * root.cells[1];
  EXPECT_NEAR(p.s, 0.75 * 512, 1e-6);
  EXPECT_NEAR(p.s_a, 0.75 * cells, 1e-6);
  EXPECT_NEAR(p.s_b, 0.75 * cells, 1e-6);
}

/// The papers' figure on a smooth closed surface: 2 to 4 per cent at p_min 0.99, k_min 10.
TEST(AdbQueries, ErrorsOnAHand) {
  const Mesh mesh = load_mesh(std::filesystem::path(GRAZE_SOURCE_DIR) / "data" / "hand.ply");
  const Model model = Model::build(mesh);
  AdbBuildOptions options;
  if (kSanitized) options.counting = AdbCounting::approximate;  // a tenth of the time
  const AdbTree tree = AdbTree::build(mesh, options);
  const Box box = inspect(mesh).box;
  const Vec3 centre = {(box.lower.x + box.upper.x) / 2, (box.lower.y + box.upper.y) / 2,
                       (box.lower.z + box.upper.z) / 2};
  const double unit = (box.upper.y - box.lower.y) / 2;  // its longest side
  detail::Random random(21);
  AdbWorkspace workspace;
  int wrong = 0, all = 0, hits = 0;
  for (int step = 0; step < 22; ++step) {
    for (int i = 0; i < scaled(20); ++i) {
      Pose pose = adb_pose(random, (0.4 + 0.1 * step) * unit);
      const Vec3 turned = place(
          {{pose.r[0], pose.r[1], pose.r[2], pose.r[3], pose.r[4], pose.r[5], pose.r[6], pose.r[7], pose.r[8]}, {}},
          centre);
      pose.t = {pose.t.x + centre.x - turned.x, pose.t.y + centre.y - turned.y, pose.t.z + centre.z - turned.z};
      const bool truth = intersects(model, model, pose);
      const AdbVerdict v = adb_collides(tree, tree, pose, {}, &workspace);
      wrong += v.collides != truth ? 1 : 0;
      hits += truth ? 1 : 0;
      ++all;
    }
  }
  EXPECT_GT(hits, all / 5);
  EXPECT_LT(hits, all - all / 5);
  EXPECT_LE(wrong, kSanitized ? all / 10 : all / 25) << wrong << " of " << all;
}

}  // namespace
}  // namespace graze::test
