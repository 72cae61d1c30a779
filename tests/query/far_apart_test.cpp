// SPDX-License-Identifier: Apache-2.0
// Models that are told to be far apart before anything else is looked at (clearly_apart) are so.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "graze/model.h"
#include "graze/query.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze::test {
namespace {

constexpr double kQuantum = 0x1p-1074;

bool by_brute_force(const Model& a, const Model& b, const Pose& pose) {
  QueryOptions brute;
  brute.method = Method::brute_force;
  return intersects(a, b, pose, brute);
}

/// Where coordinates are a few of the smallest numbers there are, products of them are rounded by as much.
TEST(FarApart, DenormalTriangles) {
  const auto triangle = [](const std::array<double, 9>& q) {
    const auto at = [&](std::size_t i) { return kQuantum * q[i]; };
    return Model::build({{{at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}}, {{0, 1, 2}}});
  };
  const Model a = triangle({2, 3, -2, 2, 1, 1, 1, 1, -2}), b = triangle({2, 0, 0, 3, -2, 3, -3, -1, 2});
  Pose pose;
  const double r[9] = {0.26134601374789668, 0.6065035586662213,   -0.75090058890860767,
                       0.2537978634206397,  0.70738662049255352,  0.65968993752462401,
                       0.93128132463890989, -0.36298430058796416, 0.030943366097823555};
  std::copy(std::begin(r), std::end(r), pose.r);
  pose.t = {3 * kQuantum, -1 * kQuantum, -6 * kQuantum};
  ASSERT_TRUE(by_brute_force(a, b, pose));
  EXPECT_TRUE(intersects(a, b, pose));
  EXPECT_EQ(contacts(a, b, pose).pairs.size(), 1u);
}

/// Balls that just touch, a little less and a little more, of any scale and anywhere.
TEST(FarApart, IsNeverSaidOfWhatTouches) {
  SoupRandom random(11);
  for (int i = 0; i < scaled(400); ++i) {
    const double size = std::pow(10.0, random.uniform(-300, 100)), offset = random.chance(0.5) ? 0 : 1e3 * size;
    const auto tip = [&](double along) {
      const Vec3 from{offset, offset, offset};
      Mesh mesh{{from, from, from}, {{0, 1, 2}}};
      mesh.vertices[0].x += along * size;
      mesh.vertices[1].y += 0.1 * size;
      return Model::build(mesh);
    };
    const Model a = tip(1), b = tip(-1);
    Pose pose;
    pose.t.x = 2 * size * (1 + random.uniform(-1e-9, 1e-9));
    ASSERT_EQ(intersects(a, b, pose), by_brute_force(a, b, pose)) << size << ' ' << offset;
  }
}

TEST(FarApart, RefusesWhatIsRefusedNearby) {
  const Model a = Model::build({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  for (const double far : {0.0, 10.0, 1e300}) {
    Pose pose;
    pose.t.x = far;
    Pose skewed = pose, mirrored = pose, nowhere = pose;
    skewed.r[0] = 1.1;
    mirrored.r[8] = -1;
    nowhere.t.y = std::numeric_limits<double>::infinity();
    for (const Pose& bad : {skewed, mirrored, nowhere}) EXPECT_THROW(intersects(a, a, bad), std::invalid_argument);
    QueryOptions options;
    options.descent = static_cast<Descent>(99);
    EXPECT_THROW(intersects(a, a, pose, options), std::invalid_argument);
    EXPECT_EQ(intersects(a, a, pose), far == 0);
  }
}

}  // namespace
}  // namespace graze::test
