// SPDX-License-Identifier: Apache-2.0
// Every rival that was compiled in answers as brute force with exact predicates does, as far as it claims to.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "bodies.h"
#include "flights.h"
#include "geometry/triangle_triangle.h"
#include "graze/query.h"
#include "rival.h"
#include "scenes.h"
#include "shapes.h"

namespace graze::bench {
namespace {

using scenes::Scene;

/// Of each pose, the pairs of triangles that meet.
std::vector<TrianglePairs> truths(const Scene& scene) {
  QueryOptions options;
  options.method = Method::brute_force;
  const Model a = Model::build(scene.a);
  const Model b = Model::build(scene.b);
  std::vector<TrianglePairs> result;
  for (const Pose& pose : scene.poses) {
    TrianglePairs& pairs = result.emplace_back();
    for (const Contact& c : contacts(a, b, pose, options).pairs) pairs.emplace_back(c.triangle_a, c.triangle_b);
  }
  return result;
}

struct Judged {
  Scene scene;
  std::vector<TrianglePairs> truth;
};

TrianglePairs without(const TrianglePairs& a, const TrianglePairs& b) {
  TrianglePairs rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

bool is_exact(const std::string& name) { return name == "cgal" || name == "embree"; }

/// Two blobs of 720 triangles from far apart to deep inside each other.
Scene blobs() {
  Scene scene;
  scene.a = scenes::bumpy_sphere(6, 1, 20, 0.2, 3);
  scene.b = scenes::bumpy_sphere(6, 0.8, 20, 0.2, 4);
  constexpr double kOffsets[] = {-0.5, -0.1, -0.01, 0.01, 0.1, 2};
  scene.poses = scenes::approach(scenes::graze_oracle(scene.a, scene.b), 8, 3, kOffsets, 5);
  return scene;
}

/// A small flyer among separate tetrahedra.
Scene tetras() {
  Scene scene;
  scene.a = scenes::tetrahedra(150, 0.5, 0.03, 6);
  scene.b = scenes::knot_tube(30, 6, 0.15, 0.02);
  scene.poses = scenes::scattered(40, {{-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4}}, 7);
  return scene;
}

/// Brute force takes longer than the rivals do: once for all of them.
const std::vector<Judged>& general_position() {
  static const std::vector<Judged> kCases = [] {
    std::vector<Judged> cases;
    for (Scene& scene : std::vector<Scene>{blobs(), tetras()}) {
      std::vector<TrianglePairs> truth = truths(scene);
      cases.push_back({std::move(scene), std::move(truth)});
    }
    return cases;
  }();
  return kCases;
}

class Rivals : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Rival> built(const Scene& scene) const {
    std::unique_ptr<Rival> rival = make_rival(GetParam());
    rival->build(scene.a, scene.b);
    rival->set_poses(scene.poses);
    return rival;
  }
};

TEST_P(Rivals, AgreeInGeneralPosition) {
  for (const auto& [scene, truth] : general_position()) {
    const std::unique_ptr<Rival> rival = built(scene);
    EXPECT_EQ(rival->name(), GetParam());
    const Abilities can = rival->abilities();
    int colliding = 0;
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
      SCOPED_TRACE(i);
      const TrianglePairs& expected = truth[i];
      colliding += expected.empty() ? 0 : 1;
      const bool any = rival->intersects(i);
      if (can.exact_any) {
        EXPECT_EQ(any, !expected.empty());
      } else {
        EXPECT_TRUE(any || expected.empty());
      }
      EXPECT_EQ(rival->find_all(i) > 0, any);
      if (can.exact_pairs) {
        EXPECT_EQ(rival->pairs(), expected);
      } else {
        const TrianglePairs pairs = rival->pairs();  // too many, or none where the library lists points
        EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
        EXPECT_TRUE(pairs.empty() || without(expected, pairs).empty());
      }
    }
    EXPECT_GT(colliding, 10);
    EXPECT_LT(colliding + 10, static_cast<int>(scene.poses.size()));
  }
}

TEST_P(Rivals, AnswerTwiceTheSame) {
  const Scene scene = tetras();
  const std::unique_ptr<Rival> rival = built(scene);
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < scene.poses.size(); ++i) first.push_back(rival->find_all(i));
  for (std::size_t i = scene.poses.size(); i-- > 0;) EXPECT_EQ(rival->find_all(i), first[i]) << i;
}

/// Boxes that share faces, edges and corners. What is inexact may miss or add pairs here, but only pairs that touch
/// without crossing or miss each other by a hair.
TEST_P(Rivals, DifferOnlyWhereTrianglesTouch) {
  Scene scene;
  scene.a = scenes::box({0, 0, 0}, {1, 1, 1});
  scene.b = scenes::box({0, 0, 0}, {0.5, 0.5, 0.5});
  for (const Vec3& t : {Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{0.25, 0.25, 1}, Vec3{0, 0, 0},
                        Vec3{0.5, 0.5, 0.5}, Vec3{0.75, 0.25, 0.25}}) {
    Pose pose;
    pose.t = t;
    scene.poses.push_back(pose);
  }
  const std::unique_ptr<Rival> rival = built(scene);
  if (!rival->abilities().exact_pairs) GTEST_SKIP() << "lists no pairs of triangles";
  const std::vector<TrianglePairs> truth = truths(scene);
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    SCOPED_TRACE(i);
    const TrianglePairs& expected = truth[i];
    rival->find_all(i);
    const TrianglePairs found = rival->pairs();
    const TrianglePairs invented = without(found, expected);
    const TrianglePairs missed = without(expected, found);
    EXPECT_TRUE(invented.empty()) << "pairs that do not even touch";
    if (is_exact(GetParam())) {
      EXPECT_TRUE(missed.empty());
    }
    for (const auto& [a, b] : missed) {
      const auto corners = [](const Mesh& mesh, std::uint32_t t, const Pose& pose) {
        const Triangle& ids = mesh.triangles[t];
        return detail::Corners{{place(pose, mesh.vertices[ids[0]]), place(pose, mesh.vertices[ids[1]]),
                                place(pose, mesh.vertices[ids[2]])}};
      };
      const detail::Meet meet = detail::meet_triangles(corners(scene.a, a, {}), corners(scene.b, b, scene.poses[i]));
      EXPECT_NE(meet.kind, ContactKind::crossing) << a << " and " << b;
    }
  }
}

TEST_P(Rivals, ExactOnesTakeDegenerateTriangles) {
  if (!is_exact(GetParam())) GTEST_SKIP() << "claims nothing about them";
  Scene scene = tetras();
  for (Mesh* mesh : {&scene.a, &scene.b}) {
    const auto n = static_cast<std::uint32_t>(mesh->vertices.size());
    mesh->triangles.push_back({0, 0, n / 2});
    mesh->triangles.push_back({1, n / 2, n / 2});
    mesh->triangles.push_back({2, 2, 2});
  }
  const std::unique_ptr<Rival> rival = built(scene);
  const std::vector<TrianglePairs> truth = truths(scene);
  std::size_t flat = 0;
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    const TrianglePairs& expected = truth[i];
    EXPECT_EQ(rival->intersects(i), !expected.empty());
    rival->find_all(i);
    EXPECT_EQ(rival->pairs(), expected) << i;
    for (const auto& [a, b] : expected) flat += a >= scene.a.triangles.size() - 3 || b >= scene.b.triangles.size() - 3;
  }
  EXPECT_GT(flat, 0u);
}

TEST_P(Rivals, SayWhatTheyCost) {
  const Scene scene = tetras();
  const std::unique_ptr<Rival> rival = built(scene);
  EXPECT_GT(rival->bytes_per_triangle(), 20);
  EXPECT_LT(rival->bytes_per_triangle(), 5000);
  EXPECT_GE(rival->overhead_us(), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Rivals, testing::ValuesIn(rival_names()), [](const auto& rival) {
  std::string name = rival.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Rivals);

TEST(RivalNames, AreUniqueAndOthersRefused) {
  std::vector<std::string> names = rival_names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
  EXPECT_THROW(make_rival("rapid"), std::invalid_argument);
}

}  // namespace
}  // namespace graze::bench
