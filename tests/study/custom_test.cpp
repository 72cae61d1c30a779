// SPDX-License-Identifier: Apache-2.0
// Volume::custom: k-DOPs of the user's directions are built, checked, saved, measured and queried like the others.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "build/model_file.h"
#include "build/slabs.h"
#include "graze/graze.h"
#include "study_models.h"
#include "support/scale.h"
#include "support/soup.h"

namespace graze {
namespace {

using Custom = test::ModelFile;

/// The directions of a k-DOP, to compare a custom one with it.
std::vector<Vec3> directions_of(Volume volume) { return detail::DirectionSet::of(volume)->given(); }

TEST_F(Custom, ReproducesTheThesisSets) {
  for (const Volume volume : {Volume::aabb, Volume::dop8, Volume::dop14, Volume::dop18, Volume::dop26}) {
    SCOPED_TRACE(name(volume));
    const test::Soup soup = test::make_soup(7, 150);
    const Model known = Model::build(soup.a, {.volume = volume, .leaf_size = 1, .width = 2});
    const Model custom = Model::build(
        soup.a, {.volume = Volume::custom, .leaf_size = 1, .width = 2, .directions = directions_of(volume)});
    const HierarchyStats k = known.stats(), c = custom.stats();
    EXPECT_EQ(c.volume, Volume::custom);
    EXPECT_EQ(c.nodes, k.nodes);
    EXPECT_NEAR(c.total_volume, k.total_volume, 1e-4 * k.total_volume);
    QueryOptions options;
    options.method = Method::study;
    const Contacts by_known = contacts(known, known, soup.pose, options),
                   by_custom = contacts(custom, custom, soup.pose, options);
    EXPECT_EQ(by_known.pairs, by_custom.pairs);
    // The same slabs up to the last bits of a float.
    EXPECT_NEAR(static_cast<double>(by_custom.counters.volume_tests),
                static_cast<double>(by_known.counters.volume_tests),
                0.02 * static_cast<double>(by_known.counters.volume_tests) + 4);
  }
}

TEST_F(Custom, MoreDirectionsAreTighter) {
  const Mesh mesh = test::make_soup(11, 200).a;
  const auto volume = [&](std::vector<Vec3> directions) {
    return Model::build(mesh, {.volume = Volume::custom, .directions = std::move(directions)}).stats().total_volume;
  };
  std::vector<Vec3> all = directions_of(Volume::dop26);
  const double with13 = volume(all);
  all.insert(all.end(), {{1, 2, 0}, {2, 1, 0}, {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}});
  EXPECT_LT(volume(all), with13);
}

TEST_F(Custom, AnswersWithAnyPartner) {
  for (int seed = 0; seed < test::scaled(60); ++seed) {
    const test::Soup soup = test::make_soup(static_cast<std::uint64_t>(seed), 150);
    SCOPED_TRACE(soup.what);
    const auto options = [&](std::vector<Vec3> directions, int width) {
      return BuildOptions{
          .volume = Volume::custom, .leaf_size = 2, .width = width, .directions = std::move(directions)};
    };
    const Model a = Model::build(soup.a, options(test::finer_directions(), 2));
    const Model a4 = Model::build(soup.a, options({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}, 4));
    const Model same = Model::build(soup.b, options(test::finer_directions(), 4));
    const Model other = Model::build(soup.b, options(directions_of(Volume::dop12), 4));
    const Contacts expected = contacts(Model::build(soup.a), Model::build(soup.b), soup.pose);
    for (const Model& b : {same, other, Model::build(soup.b, {.volume = Volume::dop18}), Model::build(soup.b)}) {
      for (const Model* m : {&a, &a4}) {
        ASSERT_EQ(contacts(*m, b, soup.pose).pairs, expected.pairs);
        ASSERT_EQ(intersects(*m, b, soup.pose), !expected.pairs.empty());
        Front front;
        ASSERT_EQ(contacts(*m, b, soup.pose, front).pairs, expected.pairs);
        ASSERT_EQ(contacts(*m, b, soup.pose, front).pairs, expected.pairs);
      }
    }
  }
}

TEST_F(Custom, IsSavedAndOpened) {
  const Mesh mesh = test::make_soup(5, 100).a;
  const Model model = Model::build(mesh, test::slab_options(Volume::custom, 2, 3));
  model.validate();
  model.save(path());
  const Model again = Model::open(path());
  EXPECT_EQ(again.options().directions, test::finer_directions());
  EXPECT_EQ(again.stats().total_volume, model.stats().total_volume);
  EXPECT_EQ(again.hierarchy().slabs, model.hierarchy().slabs);
  again.save(path("again.graze"));
  EXPECT_EQ(read(path()), read(path("again.graze")));
  // Directions are not part of models of other volumes.
  const Model other = Model::build(mesh, {.volume = Volume::dop18});
  other.save(path("other.graze"));
  EXPECT_TRUE(Model::open(path("other.graze")).options().directions.empty());
}

TEST_F(Custom, SlabsThatDoNotHoldTheirTrianglesAreRefused) {
  const Mesh mesh = test::make_soup(5, 100).a;
  const Model model = Model::build(mesh, test::slab_options(Volume::custom, 2, 3));
  const std::size_t count = test::finer_directions().size();
  std::vector<std::uint32_t> order(model.hierarchy().node_count());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto refusal = [&](auto edit) -> std::string {
    detail::Hierarchy h = model.hierarchy();
    edit(h);
    try {
      detail::check_slabs(mesh, h, order);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::corrupt_model);
      return error.message();
    }
    return "";
  };
  EXPECT_EQ(refusal([](detail::Hierarchy&) {}), "");
  EXPECT_NE(refusal([&](detail::Hierarchy& h) { h.slabs[count + 4] *= 0.99f; }).find("direction 4"), std::string::npos);
  EXPECT_NE(refusal([](detail::Hierarchy& h) { h.slabs[2] = std::nanf(""); }).find("direction 2"), std::string::npos);
  EXPECT_NE(refusal([](detail::Hierarchy& h) { h.slabs.pop_back(); }).find("as many"), std::string::npos);
}

TEST_F(Custom, OptionsAreChecked) {
  const Mesh mesh = test::make_soup(5, 10).a;
  const auto refusal = [&](const BuildOptions& options) -> std::string {
    try {
      Model::build(mesh, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_option);
      return error.message();
    }
    return "";
  };
  EXPECT_NE(refusal({.volume = Volume::custom}).find("3 to 32"), std::string::npos);
  EXPECT_NE(refusal({.volume = Volume::dop18, .directions = test::finer_directions()}).find("belong to volume custom"),
            std::string::npos);
  EXPECT_NE(refusal({.directions = test::finer_directions()}).find("belong to volume custom"), std::string::npos);
  EXPECT_NE(refusal({.volume = Volume::custom, .directions = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}).find("span"),
            std::string::npos);
  EXPECT_EQ(refusal({.volume = Volume::custom, .directions = {{1, 0, 0}, {0, 1, 0}, {1, 1, 1}}}), "");
}

}  // namespace
}  // namespace graze
