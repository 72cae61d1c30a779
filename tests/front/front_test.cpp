// SPDX-License-Identifier: Apache-2.0
// A Front changes no answer: against plain queries and brute force, for every volume and instruction set.
#include "graze/front.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "front/walks.h"
#include "support/answers.h"
#include "support/ball.h"
#include "support/scale.h"

namespace graze::test {
namespace {

constexpr Volume kVolumes[] = {Volume::automatic, Volume::aabb,   Volume::dop8,       Volume::dop12,
                               Volume::dop14,     Volume::dop18,  Volume::dop20,      Volume::dop26,
                               Volume::obb,       Volume::sphere, Volume::rounded_box};

Model built(const Mesh& mesh, Volume volume, int width = 0, int leaf_size = 0) {
  BuildOptions options;
  options.volume = volume;
  options.width = width;
  options.leaf_size = leaf_size;
  options.threads = 1;
  return Model::build(mesh, options);
}

/// Long enough walks make every way to an answer occur: kept planes, rebuilt ones, clearances, plain queries.
class Comparison {
 public:
  Comparison(const Model& a, const Model& b) : a_(a), b_(b) {}

  void check(const Pose& pose, const QueryOptions& options) {
    contacts(a_, b_, pose, expected_, options, &workspace_);
    contacts(a_, b_, pose, found_, front_all_, options);
    ASSERT_EQ(found_.pairs, expected_.pairs);
    const bool meet = intersects(a_, b_, pose, options, &workspace_);
    ASSERT_EQ(intersects(a_, b_, pose, front_any_, options), meet);
    // One front for both kinds of query, in turns.
    contacts(a_, b_, pose, found_, front_both_, options);
    ASSERT_EQ(found_.pairs, expected_.pairs);
    ASSERT_EQ(intersects(a_, b_, pose, front_both_, options), meet);
    contacts_ += expected_.pairs.size();
  }
  void check_brute_force(const Pose& pose, QueryOptions options) {
    contacts(a_, b_, pose, found_, front_all_, options);
    options.method = Method::brute_force;
    contacts(a_, b_, pose, expected_, options, &workspace_);
    ASSERT_EQ(found_.pairs, expected_.pairs);
  }
  std::uint64_t kept() const { return front_all_.front_counters().kept + front_any_.front_counters().kept; }
  std::size_t contacts_found() const { return contacts_; }

 private:
  const Model& a_;
  const Model& b_;
  Workspace workspace_;
  Front front_all_, front_any_, front_both_;
  Contacts expected_, found_;
  std::size_t contacts_ = 0;
};

TEST(Front, RandomWalksOfEverySoupAndVolumeAnswerAsWithout) {
  std::uint64_t kept = 0;
  std::size_t found = 0;
  const int seeds = scaled(22);
  for (int seed = 0; seed < seeds; ++seed) {
    const Soup soup = make_soup(static_cast<std::uint64_t>(seed), 200);
    SCOPED_TRACE(soup.what + ", seed " + std::to_string(seed));
    SoupRandom random(static_cast<std::uint64_t>(seed) + 1000);
    const Volume volume_a = kVolumes[static_cast<std::size_t>(seed) % std::size(kVolumes)];
    const Volume volume_b =
        random.chance(0.6) ? volume_a : kVolumes[random.below(static_cast<int>(std::size(kVolumes)))];
    const int width = 2 << random.below(3);
    const int leaf_size = random.chance(0.3) ? 9 : 4;
    const Model a = built(soup.a, volume_a, width, leaf_size), b = built(soup.b, volume_b, width, leaf_size);
    Comparison comparison(a, b);
    QueryOptions options;
    int number = 0;
    for (const Pose& pose : random_walk(random, soup.pose, soup.scale, 150)) {
      if (random.chance(0.02)) options.margin = random.chance(0.5) ? 0 : soup.scale * random.uniform(0, 0.02);
      if (random.chance(0.02)) options.descent = static_cast<Descent>(random.below(4));
      if (random.chance(0.02)) options.limit = random.chance(0.5) ? 0 : 3;
      if (random.chance(0.02)) options.segments = !options.segments;
      comparison.check(pose, options);
      if (++number % 50 == 0) comparison.check_brute_force(pose, options);
      if (HasFatalFailure()) return;
    }
    kept += comparison.kept();
    found += comparison.contacts_found();
  }
  EXPECT_GT(kept, 4u * static_cast<unsigned>(seeds)) << "the walks never use what was kept: they test nothing";
  EXPECT_GT(found, 4u * static_cast<unsigned>(seeds));
}

/// Pieces spread in space with something small between them: most steps change little.
Mesh scattered_pieces(SoupRandom& random, int count, double size) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3 c = random.in_cube(1);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 4; ++k) {
      const Vec3 d = random.in_cube(size);
      mesh.vertices.push_back({c.x + d.x, c.y + d.y, c.z + d.z});
    }
    for (std::uint32_t k = 0; k < 4; ++k)
      mesh.triangles.push_back({first + k, first + (k + 1) % 4, first + (k + 2) % 4});
  }
  return mesh;
}

TEST(Front, SmallStepsAmongPiecesOnEveryInstructionSet) {
  const IsaGuard guard;
  SoupRandom shapes(7);
  const Mesh world = scattered_pieces(shapes, 400, 0.06), flyer = scattered_pieces(shapes, 60, 0.03);
  std::vector<std::pair<Volume, Volume>> pairs = {{Volume::dop26, Volume::obb},
                                                  {Volume::obb, Volume::dop26},
                                                  {Volume::dop14, Volume::obb},
                                                  {Volume::obb, Volume::dop8},
                                                  {Volume::dop18, Volume::dop26}};
  for (const Volume volume : kVolumes) pairs.emplace_back(volume, volume);
  for (const auto& [volume_a, volume_b] : pairs) {
    SCOPED_TRACE(std::string(name(volume_a)) + " x " + std::string(name(volume_b)));
    const Model a = built(world, volume_a), b = built(flyer, volume_b);
    for (const std::string_view isa : detail::available_isas()) {
      SCOPED_TRACE(isa);
      ASSERT_TRUE(detail::use_isa(isa));
      Comparison comparison(a, b);
      SoupRandom random(11);
      Pose pose;
      for (int i = 0; i < scaled(120); ++i) {
        pose = turned_by(random, pose, 2e-3, 1e-3);
        comparison.check(pose, {});
        if (HasFatalFailure()) return;
      }
      if (scaled(120) >= 100) {
        EXPECT_GT(comparison.kept(), 20u);
      }
    }
  }
}

/// Volume tests of 100 small steps with a front and without.
struct VolumeTests {
  std::uint64_t with = 0, without = 0;
};

VolumeTests walk(const Model& a, const Model& b, bool any, double step, SoupRandom& random, Front& front) {
  VolumeTests tests;
  Pose pose;
  for (int i = 0; i < 100; ++i) {
    pose = turned_by(random, pose, step, 0.2 * step);
    const Contacts expected = contacts(a, b, pose);
    if (any) {
      EXPECT_EQ(intersects(a, b, pose, front), !expected.pairs.empty());
    } else {
      EXPECT_EQ(contacts(a, b, pose, front).pairs, expected.pairs);
    }
    tests.with += front.counters().volume_tests;
    tests.without += expected.counters.volume_tests;
  }
  return tests;
}

TEST(Front, PlanesAreKeptForSmallStepsOfDops) {
  SoupRandom random(3);
  const Mesh world = scattered_pieces(random, 2000, 0.03), flyer = scattered_pieces(random, 300, 0.02);
  const Model a = built(world, Volume::dop26), b = built(flyer, Volume::obb);
  Front front;
  const VolumeTests tests = walk(a, b, false, 1e-3, random, front);
  EXPECT_GT(front.front_counters().kept, 80u);
  EXPECT_GT(front.front_counters().pairs, 100u);
  EXPECT_LT(2 * tests.with, tests.without);
}

TEST(Front, PlanesAreKeptForSmallStepsOfBoxes) {
  SoupRandom random(3);
  const Mesh world = scattered_pieces(random, 2000, 0.03), flyer = scattered_pieces(random, 300, 0.02);
  for (const int width : {4, 8}) {
    const Model a = built(world, Volume::obb, width), b = built(flyer, Volume::obb, width);
    Front front;
    const VolumeTests tests = walk(a, b, false, 1e-3, random, front);
    EXPECT_GT(front.front_counters().kept, 60u);
    EXPECT_GT(front.front_counters().pairs, 100u);
    EXPECT_LT(2 * tests.with, tests.without);
  }
}

TEST(Front, PlanesBetweenBoxesOnEveryInstructionSet) {
  const IsaGuard guard;
  SoupRandom shapes(8);
  const Mesh world = scattered_pieces(shapes, 2000, 0.03), flyer = scattered_pieces(shapes, 300, 0.02);
  const Model a = built(world, Volume::obb), b = built(flyer, Volume::obb);
  for (const std::string_view isa : detail::available_isas()) {
    SCOPED_TRACE(isa);
    ASSERT_TRUE(detail::use_isa(isa));
    SoupRandom random(12);
    Front front;
    walk(a, b, false, 2e-3, random, front);
    EXPECT_GT(front.front_counters().kept, 60u);
    EXPECT_GT(front.front_counters().pairs, 100u);
  }
}

TEST(Front, PlanesServeBooleanQueriesThatMissByLittle) {
  SoupRandom random(0);
  const Mesh world = scattered_pieces(random, 3000, 0.008), flyer = scattered_pieces(random, 400, 0.0064);
  const Model a = built(world, Volume::obb), b = built(flyer, Volume::obb);
  Front front;
  const VolumeTests tests = walk(a, b, true, 5e-4, random, front);
  EXPECT_EQ(front.front_counters().witnessed, 0u);
  EXPECT_GT(front.front_counters().pairs, 0u) << "there are no planes";
  EXPECT_GT(front.front_counters().kept, 80u);
  EXPECT_LT(3 * tests.with, tests.without);
}

TEST(Front, FarApartNothingIsSearchedForManySmallSteps) {
  SoupRandom random(4);
  const Mesh piece = scattered_pieces(random, 200, 0.05);
  const Model a = built(piece, Volume::obb), b = built(piece, Volume::obb);
  Front front;
  Pose pose;
  pose.t = {2.2, 1.9, 0};  // the boxes are apart, the balls about them are not
  std::uint64_t tests = 0;
  for (int i = 0; i < 200; ++i) {
    pose.t.x += 1e-4;
    EXPECT_FALSE(intersects(a, b, pose, front));
    tests += front.counters().volume_tests;
  }
  EXPECT_GT(front.front_counters().kept, 150u);
  EXPECT_GT(tests, 0u);
  pose.t.x = 0;  // a jump into the other model
  pose.t.y = 0;
  EXPECT_TRUE(intersects(a, b, pose, front));
}

/// Two balls that all but touch everywhere: planes would fill memory, and save nothing.
TEST(Front, QueriesOfMillisecondsKeepNoPlanes) {
  const auto ball = [](double radius) {
    return built(ball_of(90, 0, [&](double, double) { return radius; }), Volume::automatic);
  };
  const Model a = ball(1), b = ball(0.9985);
  Front front;
  Contacts found;
  for (int i = 0; i < 24; ++i) {
    const Pose pose = pose_from_quaternion(1, 0, 0, 2e-3 * i);
    contacts(a, b, pose, found, front);
    EXPECT_TRUE(found.pairs.empty());
    EXPECT_EQ(front.front_counters().pairs, 0u);
  }
}

TEST(Front, OtherModelsMakeItStartOver) {
  SoupRandom random(5);
  const Mesh one = scattered_pieces(random, 100, 0.2), two = scattered_pieces(random, 80, 0.2);
  Front front;
  Pose pose;
  for (int i = 0; i < 30; ++i) {
    pose = turned_by(random, pose, 1e-3, 1e-3);
    // Built anew each time, so that addresses are likely to come back.
    const Model a = built(random.chance(0.5) ? one : two, Volume::dop26);
    const Model b = built(random.chance(0.5) ? one : two, Volume::obb);
    for (int k = 0; k < 4; ++k) {
      pose = turned_by(random, pose, 1e-3, 1e-3);
      ASSERT_EQ(contacts(a, b, pose, front).pairs, contacts(a, b, pose).pairs);
      ASSERT_EQ(intersects(b, a, pose, front), intersects(b, a, pose));
    }
  }
}

TEST(Front, MovesResetsAndRefusesLikeAQueryWithout) {
  SoupRandom random(6);
  const Mesh mesh = scattered_pieces(random, 50, 0.3);
  const Model a = built(mesh, Volume::dop26);
  Front front;
  EXPECT_TRUE(intersects(a, a, {}, front));
  Front moved = std::move(front);
  EXPECT_TRUE(intersects(a, a, {}, moved));
  EXPECT_EQ(moved.front_counters().queries, 2u);
  EXPECT_EQ(moved.front_counters().witnessed, 1u);
  Pose broken;
  broken.r[0] = 2;
  EXPECT_THROW(intersects(a, a, broken, moved), std::invalid_argument);
  QueryOptions negative;
  negative.margin = -1;
  EXPECT_THROW(contacts(a, a, {}, moved, negative), std::invalid_argument);
  moved.reset();
  EXPECT_EQ(moved.front_counters().queries, 0u);
  EXPECT_EQ(contacts(a, a, {}, moved).pairs, contacts(a, a, {}).pairs);
  const Model empty = Model::build({});
  EXPECT_FALSE(intersects(a, empty, {}, moved));
  EXPECT_TRUE(contacts(empty, a, {}, moved).pairs.empty());
}

}  // namespace
}  // namespace graze::test
