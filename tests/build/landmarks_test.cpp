// SPDX-License-Identifier: Apache-2.0
// Landmarks name nodes that are where they say; queries that open them first answer as brute force does.
#include "build/landmarks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "build/hierarchy.h"
#include "build/leaf_box.h"
#include "graze/model.h"
#include "graze/query.h"
#include "support/answers.h"
#include "support/ball.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

using detail::Hierarchy;
using detail::Landmarks;
using detail::Ref;

Mesh bumpy(double size, double turn) {
  return ball_of(12, turn, [&](double u, double v) { return size * (1 + 0.2 * std::sin(3 * u) * std::cos(4 * v)); });
}

/// The centre of the box about a node or leaf.
Vec3 centre_of(const Hierarchy& h, Ref ref) {
  const std::size_t slot =
      detail::is_leaf(ref) ? h.leaves[detail::index_of(ref)].slot : h.node_slot[detail::index_of(ref)];
  const float* node = h.node(slot / h.layout.lanes);
  const auto at = [&](std::size_t x) {
    return static_cast<double>(node[h.layout.at(detail::field::kCentre + x, slot % h.layout.lanes)]);
  };
  return {at(0), at(1), at(2)};
}

TEST(Landmarks, LieWhereTheirCellsSay) {
  const Model model = Model::build(bumpy(3, 0));
  const Hierarchy& h = model.hierarchy();
  const Landmarks& marks = h.landmarks;
  ASSERT_EQ(marks.node.size(), static_cast<std::size_t>(marks.sides[0] * marks.sides[1] * marks.sides[2]));
  ASSERT_EQ(marks.place.size(), marks.node.size());
  std::size_t named = 0;
  for (std::size_t i = 0; i < marks.node.size(); ++i) {
    ASSERT_EQ(marks.node[i] == detail::kNoRef, marks.place[i] == Landmarks::kNothing);
    if (marks.node[i] == detail::kNoRef) continue;
    ++named;
    const Vec3 centre = centre_of(h, marks.node[i]);
    const double c[3] = {centre.x, centre.y, centre.z};
    std::size_t rest = i;
    for (int x = 0; x < 3; ++x) {
      const auto side = static_cast<std::size_t>(marks.sides[x]);
      const double within = ((marks.place[i] >> (8 * x)) & 255) / 127.0;
      const double place = marks.lower[x] + (static_cast<double>(rest % side) + within) / marks.per_cell;
      EXPECT_NEAR(place, c[x], 0.01 / marks.per_cell) << "cell " << i;
      rest /= side;
    }
  }
  EXPECT_GT(named, 50u);
}

TEST(Landmarks, PointsAreSpreadOverTheSurface) {
  const Model model = Model::build(bumpy(3, 0));
  const Landmarks& marks = model.hierarchy().landmarks;
  std::set<Ref> nodes;
  for (std::size_t k = 0; k < Landmarks::kPoints; ++k) {
    nodes.insert(marks.node_of_point[k]);
    const Vec3 centre = centre_of(model.hierarchy(), marks.node_of_point[k]);
    EXPECT_EQ(static_cast<double>(marks.point[0][k]), centre.x);
    EXPECT_EQ(static_cast<double>(marks.point[1][k]), centre.y);
    EXPECT_EQ(static_cast<double>(marks.point[2][k]), centre.z);
    for (std::size_t j = 0; j < k; ++j) {
      const double d = std::hypot(marks.point[0][k] - marks.point[0][j], marks.point[1][k] - marks.point[1][j],
                                  marks.point[2][k] - marks.point[2][j]);
      EXPECT_GT(d, 0.5);  // of a ball of radius 3
    }
  }
  EXPECT_EQ(nodes.size(), Landmarks::kPoints);
}

TEST(Landmarks, AreForOrientedBoxesFourWideAndComeBackFromAFile) {
  const Mesh mesh = bumpy(1, 0);
  BuildOptions build;
  build.width = 2;
  EXPECT_TRUE(Model::build(mesh, build).hierarchy().landmarks.node.empty());
  build.width = 4;
  build.volume = Volume::dop26;
  EXPECT_TRUE(Model::build(mesh, build).hierarchy().landmarks.node.empty());
  EXPECT_TRUE(Model::build({}).hierarchy().landmarks.node.empty());
  const Model model = Model::build(mesh);
  const auto file = std::filesystem::path(testing::TempDir()) / "landmarks.graze";
  model.save(file);
  const Model again = Model::open(file);
  std::filesystem::remove(file);
  EXPECT_EQ(again.hierarchy().landmarks.node, model.hierarchy().landmarks.node);
  EXPECT_EQ(again.hierarchy().landmarks.place, model.hierarchy().landmarks.place);
}

/// One place for all triangles, all in a plane, along a line: grids of few cells or none.
TEST(Landmarks, OfFlatModels) {
  SoupRandom random(5);
  for (const Vec3 shape : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1e-30, 1, 1}}) {
    Mesh mesh;
    for (int i = 0; i < 400; ++i) {
      const auto corner = [&] {
        const Vec3 p = random.in_cube(1);
        return Vec3{shape.x * p.x, shape.y * p.y, shape.z * p.z};
      };
      soup_detail::add(mesh, corner(), corner(), corner());
    }
    const Model model = Model::build(mesh);
    EXPECT_TRUE(intersects(model, model, {}));
  }
}

/// A box's centre need not lie among its triangles, and what a file says of it may be any number.
TEST(Landmarks, CentresFarFromTheGridAreInItsOutermostCells) {
  const Model model = Model::build(bumpy(1, 0));
  for (const float far : {-1e30f, 1e30f}) {
    Hierarchy h = model.hierarchy();
    for (std::size_t node = 0; node < h.node_count(); ++node) {
      for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
        h.nodes[node * h.layout.stride + h.layout.at(detail::field::kCentre, lane)] = far;
      }
    }
    const Landmarks marks = detail::make_landmarks(h, detail::box_of_leaves(h));
    const auto side = static_cast<std::size_t>(marks.sides[0]);
    std::size_t named = 0;
    for (std::size_t i = 0; i < marks.node.size(); ++i) {
      if (marks.node[i] == detail::kNoRef) continue;
      ++named;
      EXPECT_EQ(i % side, far < 0 ? 0 : side - 1);
    }
    EXPECT_GT(named, 10u);
  }
}

TEST(Landmarks, QueriesAnswerAsBruteForceDoes) {
  const IsaGuard guard;
  SoupRandom random(20261118);
  std::size_t meeting = 0, apart = 0, sooner = 0;
  for (int i = 0; i < scaled(60); ++i) {
    const double size = std::pow(10.0, random.uniform(-3, 3));
    // One in the other, across, or side by side within reach of the landmarks.
    const bool inside = i % 3 == 1;
    const double smaller = inside ? 0.55 : random.uniform(0.55, 1);
    const Model a = Model::build(bumpy(size, 0)), b = Model::build(bumpy(size * smaller, 0.3));
    Pose pose = soup_detail::random_pose(random);
    pose.t = random.in_cube((inside ? 0.02 : 0.8) * size);
    QueryOptions query;
    if (random.chance(0.3)) query.margin = random.uniform(0, 0.05) * size;
    QueryOptions brute = query;
    brute.method = Method::brute_force;
    const bool meets = intersects(a, b, pose, brute);
    (meets ? meeting : apart) += 1;
    for (const std::string_view isa : detail::available_isas()) {
      ASSERT_TRUE(detail::use_isa(isa));
      Workspace workspace;
      ASSERT_EQ(intersects(a, b, pose, query, &workspace), meets) << isa << " case " << i;
      // From the roots it takes two steps and some leaves at least.
      sooner += meets && workspace.counters().volume_tests <= 16 ? 1 : 0;
    }
  }
  EXPECT_GT(meeting, static_cast<std::size_t>(scaled(60)) / 10);
  EXPECT_GT(apart, static_cast<std::size_t>(scaled(60)) / 20);
  EXPECT_GT(sooner, static_cast<std::size_t>(scaled(60)) / 10);  // the landmarks led there
}

/// Nested balls: what does not meet is found out by as many tests as for all contacts, but for tries and first dives.
TEST(Landmarks, MissesTakeHardlyMoreThanWithout) {
  const auto ball = [](double radius, double turn) {
    return Model::build(ball_of(40, turn, [&](double, double) { return radius; }));
  };
  const Model a = ball(1, 0), b = ball(0.97, 0.4);
  const Pose pose = pose_from_quaternion(1, 0.3, 0.2, 0.1);
  Workspace workspace;
  ASSERT_FALSE(intersects(a, b, pose, {}, &workspace));
  const std::uint64_t any = workspace.counters().volume_tests;
  const Contacts all = contacts(a, b, pose, {}, &workspace);
  EXPECT_TRUE(all.pairs.empty());
  EXPECT_LT(static_cast<double>(any), 1.05 * static_cast<double>(all.counters.volume_tests) + 200);
}

}  // namespace
}  // namespace graze::test
