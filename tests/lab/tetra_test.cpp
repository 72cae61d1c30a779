// SPDX-License-Identifier: Apache-2.0
// The tetrahedral mesh conforms, finds brute force's contacts, and knows inside from outside.
#include "lab/tetra.h"

#include <gtest/gtest.h>

#include <set>

#include "bodies.h"
#include "chapter2.h"
#include "geometry/predicates.h"
#include "graze/error.h"
#include "lab/support.h"
#include "lab/tetra_mesh.h"
#include "shapes.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::lab {
namespace {

using scenes::append;
using scenes::box;

/// Cells fill the hull, are neighbours of their neighbours, and walls are shared.
void check_cells(const TetraMesh& mesh) {
  using namespace detail;
  double volume = 0;
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    const auto& cell = mesh.cells[c];
    const Vec3 &p = mesh.points[cell.points[0]], &q = mesh.points[cell.points[1]], &r = mesh.points[cell.points[2]],
               &s = mesh.points[cell.points[3]];
    ASSERT_GT(orient3d(p, q, r, s), 0);
    volume += dot(cross(q - p, r - p), s - p) / 6;
    for (int i = 0; i < 4; ++i) {
      if (cell.across[i] == kNoCell) continue;
      const auto& other = mesh.cells[cell.across[i]];
      int back = 0;
      while (back < 4 && other.across[back] != c) ++back;
      ASSERT_LT(back, 4);
      ASSERT_EQ((mesh.walls[c] >> i) & 1, (mesh.walls[cell.across[i]] >> back) & 1);
    }
  }
  const Vec3 extent = mesh.hull.upper - mesh.hull.lower;
  EXPECT_NEAR(volume / (extent.x * extent.y * extent.z), 1, 1e-9);
}

double wall_area(const TetraMesh& mesh) {
  using namespace detail;
  double area = 0;
  for (std::uint32_t c = 0; c < mesh.cells.size(); ++c) {
    for (int i = 0; i < 4; ++i) {
      if (((mesh.walls[c] >> i) & 1) == 0) continue;
      const auto& p = mesh.cells[c].points;
      const Vec3& a = mesh.points[p[(i + 1) & 3]];
      area += 0.25 * norm(cross(mesh.points[p[(i + 2) & 3]] - a, mesh.points[p[(i + 3) & 3]] - a));  // from both sides
    }
  }
  return area;
}

TEST(LabTetra, MeshConforms) {
  Mesh boxes = box({0, 0, 0}, {1, 1, 1});
  append(boxes, box({1.01, 0, 0}, {2, 1, 1}));
  append(boxes, box({0.2, 0.2, 1.001}, {0.8, 0.8, 1.5}));
  Mesh thin = box({0, 0, 0}, {1, 1, 0.001});
  append(thin, box({0.3, 0.3, 0.0015}, {0.31, 0.9, 1}));
  for (const Mesh& world : {boxes, thin, scenes::room(), scenes::geodesic_sphere(4, 1), scenes::torus(20, 10, 1, 0.3),
                            scenes::chess_piece(1), scenes::chapter2_world("25t"), scenes::chapter2_world("s10.2each"),
                            scenes::fractal_terrain(0.1, 0.6, 0, 9)}) {
    const Environment environment(world);
    const TetraMesh mesh = conforming_delaunay(environment, {});
    check_cells(mesh);
    EXPECT_NEAR(wall_area(mesh) / inspect(world).area, 1, 1e-9);
    std::set<std::uint32_t> listed(mesh.list.begin(), mesh.list.end());
    EXPECT_EQ(listed.size(), world.triangles.size());
  }
}

/// Contacts along a flight, against brute force or, with many triangles, the engine.
void fly(const Mesh& world, const Mesh& body, const std::vector<Pose>& poses, std::size_t least) {
  const std::unique_ptr<TetraMethod> method = make_tetra(world);
  const Model a = Model::build(world), b = Model::build(body);
  const Flyer flyer(body);
  Flight flight(flyer);
  std::size_t total = 0;
  const bool few = world.triangles.size() * body.triangles.size() < 100000;
  for (const Pose& pose : poses) {
    flight.move(pose);
    std::vector<Pair> found;
    method->contacts(flight, found);
    const auto truth = test::expected(a, b, pose, few ? graze::Method::brute_force : graze::Method::hierarchy);
    ASSERT_EQ(found, truth);
    ASSERT_EQ(method->collides(flight), !truth.empty());
    total += truth.size();
  }
  EXPECT_GE(total, least);
}

TEST(LabTetra, FindsBruteForcesContacts) {
  const int poses = graze::test::scaled(150);
  const scenes::Region region{{-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}};
  fly(scenes::chapter2_world("25t"), scenes::torus(8, 6, 0.05, 0.02), scenes::scattered(poses, region, 1), 100);
  fly(scenes::chapter2_world("s10.2each"), scenes::torus(8, 6, 0.1, 0.05), scenes::scattered(poses, region, 2), 100);
  fly(scenes::fractal_terrain(0.1, 0.6, 0.3, 9), scenes::chapter2_flyer("socbal"),
      scenes::scattered(poses, {{0, 0, -0.02}, {1, 1, 0.12}}, 3), 100);
}

TEST(LabTetra, FindsTouchesAndDegenerateTriangles) {
  Mesh world = box({0, 0, 0}, {1, 1, 1});
  const auto add = [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    const auto first = static_cast<std::uint32_t>(world.vertices.size());
    world.vertices.insert(world.vertices.end(), {p, q, r});
    world.triangles.push_back({first, first + 1, first + 2});
  };
  add({2, 0, 0}, {2, 0, 0}, {2, 0, 0});    // a point
  add({2, 1, 0}, {2, 1, 1}, {2, 1, 0});    // a segment
  add({2, 2, 0}, {2, 2, 1}, {2, 2, 0.5});  // a segment with a point on it
  add({0, 0, 0}, {1, 0, 0}, {0, 0, 0});    // an edge of the box
  add({3, 0, 0}, {4, 0, 0}, {3, 1, 0});    // twice
  add({3, 1, 0}, {3, 0, 0}, {4, 0, 0});
  const Mesh body = box({0, 0, 0}, {1, 1, 1});
  std::vector<Pose> poses;
  for (const double x : {-1.0, 0.0, 1.0, 1.5, 2.0, 3.0, 4.0}) {
    for (const double y : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      for (const double z : {-1.0, 0.0, 0.5, 1.0}) {
        Pose pose;
        pose.t = {x, y, z};
        poses.push_back(pose);
      }
    }
  }
  fly(world, body, poses, 500);
}

TEST(LabTetra, ObstaclesThatTouchConform) {
  Mesh stack = box({0, 0, 0}, {1, 1, 1});
  append(stack, box({0.25, 0.25, 1}, {0.75, 0.75, 2}));  // stands on it
  append(stack, box({1, 0, 0}, {2, 1, 1}));              // shares a face
  append(stack, box({2, 1, 1}, {3, 2, 2}));              // shares a corner
  fly(stack, box({0, 0, 0}, {0.3, 0.3, 0.3}), scenes::scattered(100, {{-0.5, -0.5, -0.5}, {3, 2, 2}}, 3), 100);
}

TEST(LabTetra, KnowsInsideFromOutside) {
  // A ball in a shell: inside, outside, and outside again in the hollow.
  Mesh world = scenes::geodesic_sphere(4, 1);
  append(world, scenes::geodesic_sphere(3, 0.5));
  const auto method = make_tetra(world);
  const Flyer small(box({-0.05, -0.05, -0.05}, {0.05, 0.05, 0.05}));
  Flight flight(small);
  const auto ask = [&](double x) {
    Pose pose;
    pose.t = {x, 0.01, 0.02};
    flight.move(pose);
    EXPECT_FALSE(method->collides(flight)) << x;
    return method->containment(flight);
  };
  EXPECT_EQ(ask(0), Containment::separate);
  EXPECT_EQ(ask(0.7), Containment::flyer_inside);
  EXPECT_EQ(ask(2), Containment::separate);
  EXPECT_EQ(ask(100), Containment::separate);
  EXPECT_EQ(ask(-0.7), Containment::flyer_inside);

  const Flyer large(scenes::geodesic_sphere(3, 2));
  Flight around(large);
  around.move({});
  EXPECT_FALSE(method->collides(around));
  EXPECT_EQ(method->containment(around), Containment::obstacle_inside);
  Pose away;
  away.t.x = 4;
  around.move(away);
  EXPECT_EQ(method->containment(around), Containment::separate);
}

TEST(LabTetra, InsideIsExactNextToWalls) {
  const auto method = make_tetra(box({0, 0, 0}, {1, 1, 1}));
  // A tetrahedron with its first corner one rounding away from the wall x = 1.
  for (const double sign : {-1.0, 1.0}) {
    const double x = std::nextafter(1.0, 1 + sign);
    const double far = 1 + 0.3 * sign;
    const Flyer flyer(Mesh{{{x, 0.5, 0.5}, {far, 0.6, 0.5}, {far, 0.4, 0.6}, {far, 0.4, 0.4}},
                           {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}});
    Flight flight(flyer);
    flight.move({});
    ASSERT_FALSE(method->collides(flight));
    EXPECT_EQ(method->containment(flight), sign < 0 ? Containment::flyer_inside : Containment::separate);
  }
}

TEST(LabTetra, OpenSheetsHaveNoInside) {
  const auto method = make_tetra(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  const Flyer flyer(box({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}));
  Flight flight(flyer);
  flight.move({});
  EXPECT_FALSE(method->collides(flight));
  EXPECT_EQ(method->containment(flight), Containment::undecided);
}

TEST(LabTetra, WalksAreShortFromPoseToPose) {
  const auto method = make_tetra(scenes::chapter2_world("250t"));
  const Flyer flyer(scenes::chapter2_flyer("tetra"));
  Flight flight(flyer);
  std::vector<Pose> poses;
  for (int i = 0; i < 200; ++i) {
    Pose pose;
    pose.t = {0.005 * i, 0.5, 0.5};
    poses.push_back(pose);
  }
  for (const Pose& pose : poses) {
    flight.move(pose);
    method->near(flight);
  }
  EXPECT_GT(flight.counters().walked, 20u);
  EXPECT_LT(flight.counters().walked, 600u);
}

TEST(LabTetra, BadInputIsRefused) {
  const Mesh good = box({0, 0, 0}, {1, 1, 1});
  EXPECT_THROW(make_tetra(good, {-1}), Error);
  Mesh bad = good;
  bad.vertices[0].x = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_tetra(bad), Error);
  Mesh huge = good;
  huge.vertices[0].x = 1e60;
  EXPECT_THROW(make_tetra(huge), Error);
  EXPECT_FALSE([] {
    const Flyer flyer(box({0, 0, 0}, {1, 1, 1}));
    Flight flight(flyer);
    flight.move({});
    return make_tetra(Mesh())->collides(flight);
  }());
}

TEST(LabTetra, SoupsConformOrAreRefused) {
  // Crossing, coplanar, duplicate, degenerate and sliver triangles: never a wrong answer.
  const int rounds = graze::test::scaled(40);
  int conformed = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    const graze::test::Soup soup = graze::test::make_soup(static_cast<std::uint64_t>(seed), 40);
    std::unique_ptr<TetraMethod> method;
    try {
      method = make_tetra(soup.a);
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::unsupported) << soup.what;
      continue;
    }
    ++conformed;
    const Flyer flyer(soup.b);
    Flight flight(flyer);
    flight.move(soup.pose);
    std::vector<Pair> found;
    method->contacts(flight, found);
    ASSERT_EQ(found, test::expected(Model::build(soup.a), Model::build(soup.b), soup.pose)) << seed << soup.what;
  }
  EXPECT_GT(conformed, rounds / 4);
}

TEST(LabTetra, ObstaclesThatCrossMayConform) {
  Mesh world = box({0, 0, 0}, {1, 1, 1});
  append(world, scenes::placed(graze::test::axis_rotation(0), box({0.5, 0.4, 0.3}, {1.5, 1.6, 1.7})));
  fly(world, box({0, 0, 0}, {0.3, 0.3, 0.3}), scenes::scattered(100, {{-0.5, -0.5, -0.5}, {2, 2, 2}}, 4), 100);
}

TEST(LabTetra, TheImpossibleIsNamed) {
  // Random large triangles through each other, with next to no Steiner points allowed.
  const Mesh soup = scenes::triangle_soup(400, 1.0, 3);
  try {
    make_tetra(soup, {0});
    FAIL() << "conformed";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_NE(error.message().find(" cross"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace graze::lab
