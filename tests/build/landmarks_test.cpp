// SPDX-License-Identifier: Apache-2.0
// Landmarks name nodes that are where they say; queries that open them first answer as brute force does.
#include "build/landmarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

#include "build/hierarchy.h"
#include "build/leaf_box.h"
#include "build/surface_marks.h"
#include "graze/model.h"
#include "graze/query.h"
#include "support/answers.h"
#include "support/ball.h"
#include "support/scale.h"
#include "support/soup.h"
#include "traverse/try_history.h"

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

/// Where the place of a cell says.
Vec3 place_in(const Landmarks::Grid& grid, std::size_t cell) {
  double out[3];
  std::size_t rest = cell;
  for (int x = 0; x < 3; ++x) {
    const auto side = static_cast<std::size_t>(grid.cells[x]);
    const auto steps = static_cast<std::int8_t>(grid.place[cell] >> (8 * x));
    const double centre = static_cast<double>(rest % side) + 0.5;
    out[x] = grid.lower[x] + (centre + steps / static_cast<double>(Landmarks::kStepsPerCell)) * grid.cell;
    rest /= side;
  }
  return {out[0], out[1], out[2]};
}

double distance_between(const Vec3& a, const Vec3& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

TEST(Landmarks, LieWhereTheirCellsSay) {
  const Model model = Model::build(bumpy(3, 0));
  const Hierarchy& h = model.hierarchy();
  const Landmarks& marks = h.landmarks;
  ASSERT_EQ(marks.node.size(), marks.fine.count());
  ASSERT_EQ(marks.fine.place.size(), marks.fine.count());
  ASSERT_EQ(marks.coarse.place.size(), marks.coarse.count());
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < marks.node.size(); ++i) {
    ASSERT_EQ(marks.node[i] == detail::kNoRef, marks.fine.place[i] == Landmarks::kNowhere);
    if (marks.node[i] == detail::kNoRef) continue;
    places.push_back(place_in(marks.fine, i));
    // Nodes are smaller than two cells and their centres are the places; leaves larger than that lie about them.
    EXPECT_LT(distance_between(places.back(), centre_of(h, marks.node[i])), 2.5 * marks.fine.cell) << "cell " << i;
  }
  EXPECT_GT(places.size(), 200u);
  // What a cell knows is the nearest, wherever there is one.
  for (std::size_t i = 0; i < marks.coarse.count(); ++i) {
    Vec3 centre;
    std::size_t rest = i;
    double* c[3] = {&centre.x, &centre.y, &centre.z};
    for (int x = 0; x < 3; ++x) {
      const auto side = static_cast<std::size_t>(marks.coarse.cells[x]);
      *c[x] = marks.coarse.lower[x] + (static_cast<double>(rest % side) + 0.5) * marks.coarse.cell;
      rest /= side;
    }
    double least = 1e30;
    for (const Vec3& p : places) least = std::min(least, distance_between(p, centre));
    EXPECT_NEAR(distance_between(place_in(marks.coarse, i), centre), least, 0.5 * marks.coarse.cell) << "cell " << i;
  }
}

TEST(Landmarks, PointsAreSpreadOverTheSurface) {
  const Model model = Model::build(bumpy(3, 0));
  const Landmarks& marks = model.hierarchy().landmarks;
  constexpr std::size_t kFew = Landmarks::kFew, kEach = Landmarks::kEach;
  ASSERT_EQ(marks.few.size(), 3 * kFew);
  ASSERT_EQ(marks.many.size(), 3 * kFew * kEach);
  ASSERT_EQ(marks.node_of_many.size(), kFew * kEach);
  std::set<Ref> nodes;
  double farthest = 0;
  for (std::size_t i = 0; i < kFew; ++i) {
    const Vec3 few{marks.few[i], marks.few[kFew + i], marks.few[2 * kFew + i]};
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 other{marks.few[j], marks.few[kFew + j], marks.few[2 * kFew + j]};
      EXPECT_GT(distance_between(few, other), 0.5);  // of a ball of radius 3
    }
    for (std::size_t k = 0; k < kEach; ++k) {
      const float* of = marks.many.data() + 3 * kEach * i + k;
      const Vec3 one{of[0], of[kEach], of[2 * kEach]};
      farthest = std::max(farthest, distance_between(one, few));
      const Ref node = marks.node_of_many[kEach * i + k];
      nodes.insert(node);
      EXPECT_LT(distance_between(one, centre_of(model.hierarchy(), node)), 1.0);
    }
  }
  EXPECT_GT(nodes.size(), kFew * kEach / 4);
  EXPECT_LT(farthest, 3 * marks.spread);  // they stay about the one that stands for them
  EXPECT_GT(farthest, marks.spread);
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
  // Two crossed wires in a wide box.
  SoupRandom random(3);
  Mesh wires;
  for (int i = 0; i < 2000; ++i) {
    const double x = random.uniform(-1, 1), y = i % 2 == 0 ? x : -x;
    soup_detail::add(wires, {x, y, 0.9 * x}, {x + 0.01, y, 0.9 * x}, {x, y + 0.01, 0.9 * x});
  }
  EXPECT_TRUE(Model::build(wires).hierarchy().landmarks.empty());
  const Model model = Model::build(mesh);
  const auto file = std::filesystem::path(testing::TempDir()) / "landmarks.graze";
  model.save(file);
  const Model again = Model::open(file);
  std::filesystem::remove(file);
  const Landmarks &marks = model.hierarchy().landmarks, &read = again.hierarchy().landmarks;
  EXPECT_FALSE(marks.empty());
  EXPECT_EQ(read.node, marks.node);
  for (const auto& [one, other] : {std::pair{&read.fine, &marks.fine}, {&read.coarse, &marks.coarse}}) {
    EXPECT_EQ(one->place, other->place);
    EXPECT_EQ(one->per_cell, other->per_cell);
    for (int x = 0; x < 3; ++x) {
      EXPECT_EQ(one->cells[x], other->cells[x]);
      EXPECT_EQ(one->shift[x], other->shift[x]);
    }
  }
  EXPECT_EQ(read.spread, marks.spread);
  EXPECT_EQ(read.few, marks.few);
  EXPECT_EQ(read.many, marks.many);
  EXPECT_EQ(read.node_of_many, marks.node_of_many);
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

/// A file may say that all packets are in one place and as small as numbers get.
TEST(Landmarks, OfBoxesTooSmallForCells) {
  const Hierarchy h = Model::build(bumpy(1, 0)).hierarchy();
  for (const double side : {0.0, 1e-45, 1e-43, 1e-40}) {
    EXPECT_TRUE(detail::make_landmarks(h, {{0, 0, 0}, {side, side, side}}).empty()) << side;
  }
}

/// Triangles as long as the model: points about all of them, but not more the longer they are.
TEST(Landmarks, OfLongTriangles) {
  SoupRandom random(6);
  Mesh needles;
  for (int i = 0; i < 3000; ++i) {
    const Vec3 p = random.in_cube(1), q = random.in_cube(1);
    soup_detail::add(needles, p, q, {q.x + 1e-3, q.y, q.z});
  }
  const Model model = Model::build(needles);
  const detail::SurfaceMarks marks = detail::mark_surface(model.hierarchy(), 1e-3);
  EXPECT_GE(marks.size(), 8192u);
  EXPECT_LT(marks.size(), 8192u + 2 * 3000);
  EXPECT_EQ(marks.node.size(), marks.size());

  // One square of two triangles among small ones: no part of it is far from a mark.
  Mesh square = bumpy(0.1, 0);
  soup_detail::add(square, {-2, -2, 1}, {2, -2, 1}, {2, 2, 1});
  soup_detail::add(square, {-2, -2, 1}, {2, 2, 1}, {-2, 2, 1});
  const Model with = Model::build(square);
  const detail::SurfaceMarks on = detail::mark_surface(with.hierarchy(), 0.2 / with.hierarchy().unit);
  const double unit = with.hierarchy().unit;
  const Vec3 origin = with.hierarchy().origin;
  for (int i = 0; i < 200; ++i) {
    const double x = random.uniform(-2, 2), y = random.uniform(-2, 2);
    double least = 1e30;
    for (std::size_t k = 0; k < on.size(); ++k) {
      const Vec3 at{on.x[0][k] * unit + origin.x, on.x[1][k] * unit + origin.y, on.x[2][k] * unit + origin.z};
      least = std::min(least, distance_between(at, {x, y, 1}));
    }
    EXPECT_LT(least, 0.4);
  }
}

/// Corners that floats cannot tell apart: halves of such edges are no shorter.
TEST(Landmarks, OfTrianglesFarFromTheOrigin) {
  Hierarchy h = Model::build(bumpy(1, 0)).hierarchy();
  for (detail::LeafPacket& packet : h.leaves) {
    for (auto& corner : packet.v) {
      for (float& x : corner[0]) x += 0x1p29f;
    }
  }
  const detail::SurfaceMarks marks = detail::mark_surface(h, 1e-3);
  EXPECT_GT(marks.size(), 1000u);
  EXPECT_LT(marks.size(), 20000u);
}

/// A box's centre need not lie among its triangles, and what a file says of it may be any number.
TEST(Landmarks, CentresFarFromTheGridAreInItsOutermostCells) {
  const Model model = Model::build(bumpy(1, 0));
  for (const float far : {-1e30f, -1e10f, 1e10f, 1e30f}) {
    Hierarchy h = model.hierarchy();
    for (std::size_t node = 0; node < h.node_count(); ++node) {
      for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
        h.nodes[node * h.layout.stride + h.layout.at(detail::field::kCentre, lane)] = far;
      }
    }
    const Landmarks marks = detail::make_landmarks(h, detail::box_of_leaves(h));
    const auto side = static_cast<std::size_t>(marks.fine.cells[0]);
    std::size_t outermost = 0;
    for (std::size_t i = 0; i < marks.node.size(); ++i) {
      // Of long leaves their triangles count, which are where they were.
      outermost += marks.node[i] != detail::kNoRef && i % side == (far < 0 ? 0 : side - 1) ? 1 : 0;
    }
    // Beyond 1e19 the squares of distances are no numbers any more: nothing is known of these.
    EXPECT_EQ(outermost > 10, std::abs(far) < 1e19f) << far;
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

/// Where tries find nothing most queries go without, until one finds a hit; answers are the same.
TEST(Landmarks, TriesInVainAreGivenUp) {
  const Hierarchy a = Model::build(bumpy(1, 0)).hierarchy(), b = a;
  detail::TryHistory history;
  const auto tried = [&](int queries, bool found) {
    int count = 0;
    for (int i = 0; i < queries; ++i) {
      if (!history.worth(a, b)) continue;
      ++count;
      found ? history.found() : history.found_nothing();
    }
    return count;
  };
  EXPECT_EQ(tried(20, false), 20);
  EXPECT_EQ(tried(30, true), 30);
  EXPECT_EQ(tried(24 + 160, false), 24 + 10);
  EXPECT_LT(tried(40, true), 40);  // one of the first sixteen tells
  EXPECT_EQ(tried(40, true), 40);
  tried(100, false);
  EXPECT_TRUE(history.worth(b, a));  // two others

  const auto ball = [](double radius, double turn) {
    return Model::build(ball_of(20, turn, [&](double, double) { return radius; }));
  };
  const Model outer = ball(1, 0), inner = ball(0.9, 0.4);
  SoupRandom random(7);
  Workspace workspace;
  int meeting = 0, without = 0;
  for (int i = 0; i < 400; ++i) {
    Pose pose = soup_detail::random_pose(random);
    pose.t = random.in_cube(i % 100 < 60 ? 0.03 : 0.15);  // long rows that miss
    const bool meets = intersects(outer, inner, pose, {}, &workspace);
    ASSERT_EQ(meets, !contacts(outer, inner, pose).pairs.empty()) << i;
    meeting += meets ? 1 : 0;
    Workspace alone;
    intersects(outer, inner, pose, {}, &alone);
    without += alone.counters().volume_tests != workspace.counters().volume_tests ? 1 : 0;
  }
  EXPECT_GT(without, 50);
  EXPECT_GT(meeting, 50);
  EXPECT_LT(meeting, 200);
}

}  // namespace
}  // namespace graze::test
