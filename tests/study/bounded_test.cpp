// SPDX-License-Identifier: Apache-2.0
// Interrupted queries: never "disjoint" when something meets, and their bounds hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "geometry/rigid.h"
#include "geometry/vec.h"
#include "graze/graze.h"
#include "study_models.h"
#include "support/scale.h"
#include "support/soup.h"
#include "volumes/dop_directions.h"

namespace graze {
namespace {

using detail::dot;
using detail::norm;

/// How far triangle b must move along one of the directions to come off triangle a.
double depth_of(const Model& a, const Model& b, const Contact& contact, const Pose& pose,
                const detail::DirectionSet& set) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < set.count(); ++i) {
    double low_a = HUGE_VAL, high_a = -HUGE_VAL, low_b = HUGE_VAL, high_b = -HUGE_VAL;
    for (const std::uint32_t v : a.mesh().triangles[contact.triangle_a]) {
      const double x = dot(set.unit(i), a.mesh().vertices[v]);
      low_a = std::min(low_a, x);
      high_a = std::max(high_a, x);
    }
    for (const std::uint32_t v : b.mesh().triangles[contact.triangle_b]) {
      const double x = dot(set.unit(i), detail::placed(pose, b.mesh().vertices[v]));
      low_b = std::min(low_b, x);
      high_b = std::max(high_b, x);
    }
    least = std::min({least, high_a - low_b, high_b - low_a});
  }
  return least;
}

TEST(Bounded, IsConservativeAtEveryStep) {
  Workspace workspace;
  int interrupted = 0, uncertain = 0;
  for (int seed = 0; seed < test::scaled(150); ++seed) {
    const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(seed), 60);
    const Volume volume = test::kSlabVolumes[seed % 8];
    BuildOptions options_a = test::slab_options(volume, 2, 1);
    if (seed % 5 == 4) options_a.width = 16;
    const Model a = Model::build(soup.a, options_a);
    const Model b = Model::build(soup.b, test::slab_options(volume, 2, 1));
    const detail::DirectionSet set =
        volume == Volume::custom ? detail::DirectionSet(test::finer_directions()) : *detail::DirectionSet::of(volume);
    const Contacts truth = contacts(a, b, soup.pose);
    double last = HUGE_VAL;
    for (const std::uint64_t steps : {1, 2, 3, 5, 9, 20, 60, 200, 0}) {
      SCOPED_TRACE(soup.what + " " + std::string(name(volume)) + " " + std::to_string(steps));
      QueryOptions options;
      options.descent = seed % 2 == 0 ? Descent::lock_step : Descent::a_first;
      options.study.tumbling = seed % 3 == 0 ? Tumbling::vertices : Tumbling::duality;
      const Bounded bounded = contacts_bounded(a, b, soup.pose, {.steps = steps}, options, &workspace);
      for (const Contact& contact : bounded.contacts.pairs) {
        ASSERT_NE(std::find(truth.pairs.begin(), truth.pairs.end(), contact), truth.pairs.end());
      }
      if (bounded.complete) {
        ASSERT_EQ(bounded.contacts.pairs, truth.pairs);
      } else {
        ++interrupted;
      }
      ASSERT_EQ(bounded.outcome == Outcome::colliding, !bounded.contacts.pairs.empty());
      if (bounded.outcome == Outcome::disjoint) {
        ASSERT_TRUE(truth.pairs.empty());
        ASSERT_EQ(bounded.penetration, 0);
        continue;
      }
      uncertain += bounded.outcome == Outcome::possible ? 1 : 0;
      for (const Contact& contact : truth.pairs) {
        ASSERT_LE(depth_of(a, b, contact, soup.pose, set), bounded.penetration);
      }
      ASSERT_LE(bounded.penetration, last);  // more steps, no worse a bound
      last = bounded.penetration;
      Pose away = soup.pose;
      away.t = {away.t.x + bounded.escape.x, away.t.y + bounded.escape.y, away.t.z + bounded.escape.z};
      ASSERT_FALSE(intersects(a, b, away));
      ASSERT_GE(norm(bounded.escape) * (1 + 1e-9), bounded.penetration);
    }
  }
  EXPECT_GT(interrupted, 0);
  EXPECT_GT(uncertain, 0);
}

TEST(Bounded, BoundShrinksToTheGap) {
  // Two parallel grids, 0.01 apart: from the roots' overlap the bound falls as the volumes get finer, until all is
  // clear.
  Mesh grid;
  constexpr int kSide = 24;
  for (int i = 0; i <= kSide; ++i) {
    for (int j = 0; j <= kSide; ++j) {
      grid.vertices.push_back({i / 8.0, j / 8.0, 0.3 * std::sin(i / 4.0) * std::cos(j / 5.0)});
    }
  }
  const auto at = [](int i, int j) { return static_cast<std::uint32_t>(i * (kSide + 1) + j); };
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      grid.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      grid.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  const Model a = Model::build(grid, test::slab_options(Volume::dop18, 2, 1));
  Pose pose;
  pose.t.z = 0.01;
  QueryOptions options;
  options.descent = Descent::lock_step;
  const Bounded none = contacts_bounded(a, a, pose, {.steps = 1}, options);
  const Bounded some = contacts_bounded(a, a, pose, {.steps = 100}, options);
  const Bounded all = contacts_bounded(a, a, pose, {}, options);
  EXPECT_EQ(none.outcome, Outcome::possible);
  EXPECT_GT(none.penetration, 0.2);
  EXPECT_EQ(some.outcome, Outcome::possible);
  EXPECT_LT(some.penetration, 0.75 * none.penetration);
  EXPECT_EQ(all.outcome, Outcome::disjoint);
  EXPECT_TRUE(all.complete);
}

TEST(Bounded, TimeIsALimitToo) {
  const test::Soup soup = test::make_soup(21, 300);
  const Model a = Model::build(soup.a, test::slab_options(Volume::dop18, 2, 1));
  const Bounded hurried = contacts_bounded(a, a, {}, {.time = std::chrono::nanoseconds(1)});
  EXPECT_FALSE(hurried.complete);
  EXPECT_NE(hurried.outcome, Outcome::disjoint);
  EXPECT_TRUE(contacts_bounded(a, a, {}, {.time = std::chrono::hours(1)}).complete);
  EXPECT_TRUE(contacts_bounded(a, a, {}, {.time = std::chrono::nanoseconds::max()}).complete);
  EXPECT_THROW(contacts_bounded(a, a, {}, {.time = std::chrono::nanoseconds(-1)}), std::invalid_argument);
  const Model box = Model::build(soup.a, {.volume = Volume::obb});
  EXPECT_THROW(contacts_bounded(box, box, {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace graze
