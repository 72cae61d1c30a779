// SPDX-License-Identifier: Apache-2.0
// The environment's front: the answers of fresh queries along any sequence of poses, from fewer tests when steps are
// small.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "front/walks.h"
#include "graze/graze.h"
#include "study_models.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze {
namespace {

TEST(EnvironmentFront, AnswersAsWithout) {
  test::SoupRandom random(31);
  for (int seed = 0; seed < test::scaled(60); ++seed) {
    const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(seed), 120);
    const Volume volume = test::kSlabVolumes[seed % 8];
    SCOPED_TRACE(soup.what + " " + std::string(name(volume)));
    BuildOptions build = test::slab_options(volume, seed % 3 == 0 ? 16 : 2, 1 + seed % 3);
    build.orientation = seed % 4 == 0 ? Orientation::optimal : Orientation::given;
    const Model a = Model::build(soup.a, build);
    const Model b = Model::build(soup.b, test::slab_options(volume, 2, 1));
    EnvironmentFront front(seed % 5, seed % 2 == 1);
    QueryOptions options;
    options.study.tumbling = seed % 2 == 0 ? Tumbling::duality : Tumbling::root_hill_climbing;
    options.study.order = seed % 5 == 0 ? IntervalOrder::thinnest : IntervalOrder::stored;
    for (const Pose& pose : test::random_walk(random, soup.pose, soup.scale, 60)) {
      const Contacts expected = contacts(a, b, pose);
      if (random.chance(0.3)) {
        ASSERT_EQ(intersects(a, b, pose, front, options), !expected.pairs.empty());
      } else {
        ASSERT_EQ(contacts(a, b, pose, front, options).pairs, expected.pairs);
      }
      if (random.chance(0.03)) front.reset();
      // Other models in between: the front starts over.
      if (random.chance(0.03)) {
        ASSERT_EQ(contacts(b, a, {}, front, options).pairs, contacts(b, a, {}).pairs);
      }
    }
  }
}

/// A bumpy sheet, and a small one that glides over it.
Mesh sheet(int side, double size) {
  Mesh mesh;
  for (int i = 0; i <= side; ++i) {
    for (int j = 0; j <= side; ++j) {
      const double x = size * i / side, y = size * j / side;
      mesh.vertices.push_back({x, y, 0.2 * std::sin(3 * x) * std::cos(2 * y)});
    }
  }
  const auto at = [side](int i, int j) { return static_cast<std::uint32_t>(i * (side + 1) + j); };
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

TEST(EnvironmentFront, SmallStepsTakeFewerTestsAndTheFrontStaysSmall) {
  const Model ground = Model::build(sheet(40, 8), test::slab_options(Volume::dop18, 2, 1));
  const Model glider = Model::build(sheet(6, 0.6), test::slab_options(Volume::dop18, 2, 1));
  const auto fly = [&](int levels, bool pairs) {
    EnvironmentFront front(levels, pairs);
    std::uint64_t with = 0, without = 0;
    std::size_t largest = 0;
    QueryOptions options;
    options.method = Method::study;
    options.descent = Descent::a_first;
    for (int i = 0; i < 400; ++i) {
      Pose pose = pose_from_quaternion(1, 0, 0, 0.001 * i);
      pose.t = {1 + 0.015 * i, 2 + 0.004 * i, 0.1};
      const Contacts fresh = contacts(ground, glider, pose, options), kept = contacts(ground, glider, pose, front);
      EXPECT_EQ(fresh.pairs, kept.pairs);
      without += fresh.counters.volume_tests;
      with += kept.counters.volume_tests;
      largest = std::max(largest, front.size());
    }
    EXPECT_LT(with, without);
    EXPECT_LT(largest, ground.mesh().triangles.size());
    return with;
  };
  const std::uint64_t thesis = fly(1, false), by_many = fly(100, false), pairs = fly(100, true);
  EXPECT_LT(by_many, thesis);
  EXPECT_LT(pairs, by_many);
}

TEST(EnvironmentFront, Refusals) {
  EXPECT_THROW(EnvironmentFront(-1), std::invalid_argument);
  const Model box = Model::build(sheet(2, 1), {.volume = Volume::obb});
  EnvironmentFront front;
  EXPECT_THROW(intersects(box, box, {}, front), std::invalid_argument);
}

}  // namespace
}  // namespace graze
