// SPDX-License-Identifier: Apache-2.0
// Rounded boxes and hybrids: their tests part nothing that touches, and their fits are the best of the turns tried.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "graze/query.h"
#include "support/scale.h"
#include "volumes/fit.h"
#include "volumes/layout.h"
#include "volumes/meeting.h"

namespace graze::detail {
namespace {

double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  Vec3 direction() {
    std::normal_distribution<double> normal;
    return {normal(engine_), normal(engine_), normal(engine_)};
  }

 private:
  std::mt19937 engine_;
};

/// Some triangles in a bent sheet, a rod or a lump.
Mesh piece(Random& random) {
  Mesh mesh;
  const double size[3] = {1, random.below(2) == 0 ? 1 : 0.1, random.below(2) == 0 ? 0.02 : 1};
  const double bend = random.uniform(-0.5, 0.5);
  const int count = 1 + random.below(12);
  for (int i = 0; i < 3 * count; ++i) {
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
    mesh.vertices.push_back({size[0] * x, size[1] * y, size[2] * z + bend * x * x});
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(count); ++i) {
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

const Vec3& extreme(const std::vector<Vec3>& points, const Vec3& along) {
  const Vec3* best = &points[0];
  for (const Vec3& p : points) {
    if (dot(p, along) > dot(*best, along)) best = &p;
  }
  return *best;
}

Vec3 turned(const Pose& pose, const Vec3& v) {
  return {pose.r[0] * v.x + pose.r[1] * v.y + pose.r[2] * v.z, pose.r[3] * v.x + pose.r[4] * v.y + pose.r[5] * v.z,
          pose.r[6] * v.x + pose.r[7] * v.y + pose.r[8] * v.z};
}

/// B is put so that the hulls of the two have a vertex in common and nothing else: whatever separates volumes must not
/// separate these. Once more with a hair's breadth between them, where a test that always says no would go unnoticed.
TEST(RoundedVolumes, PartNothingThatTouches) {
  Random random(11);
  std::uint64_t apart = 0, asked = 0;
  for (int i = 0; i < test::scaled(4000); ++i) {
    const Mesh mesh_a = piece(random), mesh_b = piece(random);
    BuildOptions build;
    build.volume = i % 2 == 0 ? Volume::rounded_box : Volume::hybrid;
    build.width = i % 4 < 2 ? 2 : 4;
    build.leaf_size = 1;
    build.threads = 1;
    const Model a = Model::build(mesh_a, build), b = Model::build(mesh_b, build);
    Pose pose = pose_from_quaternion(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                     random.uniform(0.1, 1), {0, 0, 0});
    const Vec3 along = random.direction();
    std::vector<Vec3> placed;
    for (const Vec3& v : mesh_b.vertices) placed.push_back(turned(pose, v));
    const Vec3 p = extreme(mesh_a.vertices, along), q = extreme(placed, {-along.x, -along.y, -along.z});
    pose.t = {p.x - q.x, p.y - q.y, p.z - q.z};
    QueryOptions query;
    query.margin = 1e-12;  // the vertices coincide but for roundings
    EXPECT_TRUE(intersects(a, b, pose, query)) << i;

    const double far = 0.02 / std::sqrt(dot(along, along));
    pose.t = {pose.t.x + far * along.x, pose.t.y + far * along.y, pose.t.z + far * along.z};
    const Contacts found = contacts(a, b, pose, query);
    EXPECT_TRUE(found.pairs.empty()) << i;
    apart += found.counters.primitive_tests == 0 ? 1u : 0u;
    ++asked;
  }
  EXPECT_GT(apart, asked / 2) << "volumes that separate next to nothing";
}

/// A patch of the unit sphere: triangles of a grid, turned about its normal by `angle`.
std::vector<float> patch(double angle, double width, double height) {
  std::vector<float> at[3];
  constexpr int kSteps = 6;
  const auto add = [&](int i, int j) {
    const double u = width * (2.0 * i / kSteps - 1), v = height * (2.0 * j / kSteps - 1);
    const double x = std::cos(angle) * u - std::sin(angle) * v, y = std::sin(angle) * u + std::cos(angle) * v;
    const double length = std::sqrt(1 + x * x + y * y);
    at[0].push_back(static_cast<float>(x / length));
    at[1].push_back(static_cast<float>(y / length));
    at[2].push_back(static_cast<float>(1 / length));
  };
  for (int i = 0; i < kSteps; ++i) {
    for (int j = 0; j < kSteps; ++j) {
      for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 1}}) add(i + di, j + dj);
    }
  }
  std::vector<float> all;
  for (const auto& axis : at) all.insert(all.end(), axis.begin(), axis.end());
  return all;
}

double fitted_measure(const std::vector<float>& coordinates) {
  const std::size_t n = coordinates.size() / 3;
  const Points points{coordinates.data(), coordinates.data() + n, coordinates.data() + 2 * n, n};
  Moments moments;
  moments_of(&points, 1, &moments);
  float box[15];
  fit_rounded_box(points, moments, 1e-7f, box);
  return meeting_measure(box[field::kRoundedHalf], box[field::kRoundedHalf + 1], 0, box[field::kRoundedRadius]);
}

/// However a patch lies, its frame is found to within half a turn of sixteen: 3°. A square patch has its diagonals
/// thinner than its sides, and the principal axes of its surface say nothing.
TEST(RoundedVolumes, AreFittedAlikeHoweverTheyLie) {
  for (const auto& [width, height] : {std::pair{0.3, 0.3}, {0.3, 0.2}, {0.1, 0.02}}) {
    const double straight = fitted_measure(patch(0, width, height));
    for (int i = 1; i < 12; ++i) {
      const double other = fitted_measure(patch(i * std::numbers::pi / 24, width, height));
      EXPECT_NEAR(other / straight, 1, 0.06) << width << ' ' << height << ' ' << i;
    }
  }
}

/// By hand: a unit ball has volume and surface 4π/3 and 4π, mean curvature 4π; a cube of side 2 has 8, 24 and 6π.
TEST(RoundedVolumes, MeetingMeasureByHand) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(meeting_measure(0, 0, 0, 1), 4 * pi / 3 + 4 * pi, 1e-12);
  EXPECT_NEAR(meeting_measure(1, 1, 1, 0), 8 + 24 * 6 * pi / (4 * pi), 1e-12);
  EXPECT_NEAR(meeting_measure(0, 0, 0, 2), 8 * meeting_measure(0, 0, 0, 1), 1e-12);
}

}  // namespace
}  // namespace graze::detail
