// SPDX-License-Identifier: Apache-2.0
// Every way of the study traversal gives the answers of brute force; what it counts is what it did.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "graze/graze.h"
#include "study_models.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze {
namespace {

constexpr Tumbling kTumblings[] = {Tumbling::automatic, Tumbling::hill_climbing, Tumbling::vertices,
                                   Tumbling::root_hill_climbing, Tumbling::duality};
constexpr IntervalOrder kOrders[] = {IntervalOrder::stored, IntervalOrder::spread, IntervalOrder::thinnest};
constexpr Descent kDescents[] = {Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step,
                                 Descent::restart};

QueryOptions study(Tumbling tumbling = Tumbling::automatic, Descent descent = Descent::a_first) {
  QueryOptions options;
  options.method = Method::study;
  options.descent = descent;
  options.study.tumbling = tumbling;
  return options;
}

TEST(Study, EveryWayGivesTheAnswersOfBruteForce) {
  Workspace workspace;
  QueryOptions brute;
  brute.method = Method::brute_force;
  for (int seed = 0; seed < test::scaled(64); ++seed) {
    const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(seed), 60);
    const Volume volume = test::kSlabVolumes[seed % 8];
    constexpr int kWidths[] = {4, 2, 2, 16, 8};
    BuildOptions build_a = test::slab_options(volume, kWidths[seed % 5], 1 + seed % 5);
    BuildOptions build_b = test::slab_options(volume, seed % 4 == 0 ? 16 : 2, 1);
    build_a.orientation = build_b.orientation = seed % 3 == 0 ? Orientation::optimal : Orientation::given;
    build_b.subdivide = seed % 6 == 1 ? 0.3 : 0;
    build_a.subdivide = seed % 7 == 1 ? 0.3 : 0;
    const Model a = Model::build(soup.a, build_a), b = Model::build(soup.b, build_b);
    brute.margin = seed % 7 == 0 ? 0.05 * soup.scale : 0;
    const std::vector<Contact> expected = contacts(a, b, soup.pose, brute).pairs;
    for (const Tumbling tumbling : kTumblings) {
      for (const IntervalOrder order : kOrders) {
        for (const int intervals : {0, 1, 2, 5}) {
          for (const Descent descent : kDescents) {
            QueryOptions options = study(tumbling, descent);
            options.margin = brute.margin;
            options.study.order = order;
            options.study.intervals = static_cast<std::uint8_t>(intervals);
            options.study.closure = volume != Volume::custom && (seed + intervals) % 4 == 0;
            SCOPED_TRACE(soup.what + " " + std::string(name(volume)) + " " + std::string(name(tumbling)) + " " +
                         std::string(name(order)) + " " + std::to_string(intervals) + " " + std::string(name(descent)));
            ASSERT_EQ(contacts(a, b, soup.pose, options, &workspace).pairs, expected);
            ASSERT_EQ(intersects(a, b, soup.pose, options, &workspace), !expected.empty());
          }
        }
      }
    }
  }
}

TEST(Study, CountsAsTheThesisDoes) {
  Workspace workspace;
  for (int seed = 0; seed < test::scaled(60); ++seed) {
    const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(seed), 200);
    const Model a = Model::build(soup.a, test::slab_options(Volume::dop18, 2, 1));
    const Model b = Model::build(soup.b, test::slab_options(Volume::dop18, 2, 1));
    const HierarchyStats stats = b.stats();
    const Counters c = contacts(a, b, soup.pose, study(), &workspace).counters;
    const StudyCounters s = workspace.study_counters();
    if (c.volume_tests == 0) continue;
    // Every test but the first is of one of the two children of a pair that overlapped.
    EXPECT_EQ(c.volume_tests, 1 + 2 * (s.overlaps - c.primitive_tests));
    EXPECT_LE(c.node_updates, stats.nodes + stats.leaves);  // each at most once
    EXPECT_LE(s.comparisons, 18 * c.volume_tests);
    EXPECT_EQ(s.comparisons - s.disjoint_comparisons, 18 * s.overlaps);
    // A second query at the same pose re-aligns again: nothing is remembered that could be stale.
    EXPECT_EQ(contacts(a, b, soup.pose, study(), &workspace).counters.node_updates, c.node_updates);
    // Fewer slabs, more tests; an exact decision, fewer.
    QueryOptions options = study();
    options.study.intervals = 2;
    EXPECT_GE(contacts(a, b, soup.pose, options, &workspace).counters.volume_tests, c.volume_tests);
    options.study = {.closure = true};
    EXPECT_LE(contacts(a, b, soup.pose, options, &workspace).counters.volume_tests, c.volume_tests);
    // The order changes comparisons, not tests.
    options.study = {.order = IntervalOrder::thinnest};
    EXPECT_EQ(contacts(a, b, soup.pose, options, &workspace).counters.volume_tests, c.volume_tests);
    // Tighter volumes, fewer tests.
    const auto tests = [&](Tumbling t) {
      return contacts(a, b, soup.pose, study(t), &workspace).counters.volume_tests;
    };
    EXPECT_LE(tests(Tumbling::hill_climbing), tests(Tumbling::vertices));
    EXPECT_LE(tests(Tumbling::vertices), tests(Tumbling::duality));
  }
}

TEST(Study, OneWorkspaceServesModelsInTurn) {
  Workspace workspace;
  std::vector<Model> models;
  for (const int seed : {3, 4, 5}) {
    for (const Volume volume : {Volume::dop14, Volume::dop26}) {
      models.push_back(
          Model::build(test::make_soup(static_cast<std::uint64_t>(seed), 80).a, test::slab_options(volume, 2, 2)));
    }
  }
  test::SoupRandom random(9);
  for (int n = test::scaled(600); n > 0; --n) {
    const std::size_t i = static_cast<std::size_t>(random.below(6)),
                      j = (i + 2 * static_cast<std::size_t>(random.below(3))) % 6;
    const Pose pose = test::soup_detail::random_pose(random);
    QueryOptions options = study(kTumblings[random.below(5)], kDescents[random.below(5)]);
    options.study.order = kOrders[random.below(3)];
    options.study.closure = random.chance(0.2);
    ASSERT_EQ(contacts(models[i], models[j], pose, options, &workspace).pairs,
              contacts(models[i], models[j], pose).pairs);
  }
}

TEST(Study, BatchesAgree) {
  test::SoupRandom random(10);
  Mesh mesh;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const Vec3 p = random.in_cube(1), q = random.in_cube(0.3), r = random.in_cube(0.3);
    mesh.vertices.insert(mesh.vertices.end(),
                         {p, {p.x + q.x, p.y + q.y, p.z + q.z}, {p.x + r.x, p.y + r.y, p.z + r.z}});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const Model a = Model::build(mesh, test::slab_options(Volume::dop26, 2, 1)), b = a;
  std::vector<Pose> poses;
  for (int i = 0; i < 200; ++i) {
    poses.push_back(test::soup_detail::random_pose(random));
    poses.back().t = random.in_cube(1.5);
  }
  std::vector<std::uint8_t> out(poses.size());
  intersects_batch(a, b, poses, out, {.query = study(Tumbling::root_hill_climbing), .threads = 3});
  std::size_t hits = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    ASSERT_EQ(out[i] != 0, intersects(a, b, poses[i]));
    hits += out[i];
  }
  EXPECT_GT(hits, 0u);
  EXPECT_LT(hits, poses.size());
}

TEST(Study, RefusesWhatItCannotDo) {
  const Mesh mesh = test::make_soup(1, 20).a;
  const auto model = [&](Volume volume) { return Model::build(mesh, test::slab_options(volume, 2, 1)); };
  const auto refusal = [](const Model& a, const Model& b, const QueryOptions& options) -> std::string {
    try {
      intersects(a, b, {}, options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(model(Volume::obb), model(Volume::obb), study()).find("k-DOPs"), std::string::npos);
  EXPECT_NE(refusal(model(Volume::dop14), model(Volume::dop18), study()).find("same directions"), std::string::npos);
  EXPECT_NE(refusal(model(Volume::custom), model(Volume::dop18), study()).find("same directions"), std::string::npos);
  EXPECT_EQ(refusal(model(Volume::custom), model(Volume::custom), study()), "");
  QueryOptions closure = study();
  closure.study.closure = true;
  EXPECT_NE(refusal(model(Volume::custom), model(Volume::custom), closure).find("closure"), std::string::npos);
  EXPECT_EQ(refusal(model(Volume::dop26), model(Volume::dop26), closure), "");
}

TEST(Study, EmptyAndTinyModels) {
  const Model none = Model::build({}, test::slab_options(Volume::dop14, 2, 1));
  const Model one =
      Model::build({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}}, test::slab_options(Volume::dop14, 2, 1));
  const Model point = Model::build({{{0.25, 0.25, 0}}, {{0, 0, 0}}}, test::slab_options(Volume::dop14, 2, 1));
  for (const Tumbling tumbling : kTumblings) {
    for (const Descent descent : kDescents) {
      EXPECT_FALSE(intersects(none, one, {}, study(tumbling, descent)));
      EXPECT_FALSE(intersects(one, none, {}, study(tumbling, descent)));
      EXPECT_TRUE(intersects(one, one, {}, study(tumbling, descent)));
      EXPECT_TRUE(intersects(one, point, {}, study(tumbling, descent)));
      EXPECT_TRUE(intersects(point, one, {}, study(tumbling, descent)));
    }
  }
}

}  // namespace
}  // namespace graze
