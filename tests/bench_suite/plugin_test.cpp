// SPDX-License-Identifier: Apache-2.0
// Engines of shared libraries: the example answers as graze does, what cannot be used is refused with the reason.
#include "suite/plugin.h"

#include <gtest/gtest.h>

#include <fstream>

#include "bodies.h"
#include "flights.h"
#include "graze/error.h"
#include "graze/query.h"
#include "scenes.h"
#include "shapes.h"
#include "suite/engines.h"

namespace graze::suite {
namespace {

namespace fs = std::filesystem;

const fs::path kGrid = GRAZE_GRID_ENGINE;

fs::path broken(const std::string& name) { return fs::path(GRAZE_BROKEN_ENGINES) / name / (name + ".so"); }

std::string why_refused(const fs::path& file) {
  try {
    load_plugins(file);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BenchPlugin, TheExampleAnswersAsGrazeDoes) {
  const std::vector<PluginEngine> engines = load_plugins(kGrid);
  ASSERT_EQ(engines.size(), 1u);
  EXPECT_STREQ(engines[0].table->name, "grid");
  const std::unique_ptr<bench::Rival> grid = make_plugin(*engines[0].table);
  EXPECT_TRUE(grid->abilities().exact_pairs);

  const Mesh a = scenes::bumpy_sphere(6, 1, 20, 0.2, 3), b = scenes::bumpy_sphere(6, 0.8, 20, 0.2, 4);
  constexpr double kOffsets[] = {-0.5, -0.1, -0.01, 0.01, 0.1, 2};
  const std::vector<Pose> poses = scenes::approach(scenes::graze_oracle(a, b), 8, 3, kOffsets, 5);
  grid->build(a, b);
  grid->set_poses(poses);
  const Model model_a = Model::build(a), model_b = Model::build(b);
  int colliding = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    bench::TrianglePairs exact;
    for (const Contact& c : contacts(model_a, model_b, poses[i]).pairs) exact.emplace_back(c.triangle_a, c.triangle_b);
    colliding += exact.empty() ? 0 : 1;
    EXPECT_EQ(grid->intersects(i), !exact.empty()) << i;
    EXPECT_EQ(grid->find_all(i), exact.size()) << i;
    EXPECT_EQ(grid->pairs(), exact) << i;
  }
  EXPECT_GT(colliding, 10);
  EXPECT_LT(colliding, static_cast<int>(poses.size()) - 10);
  EXPECT_GT(grid->bytes_per_triangle(), 50);
  EXPECT_LT(grid->bytes_per_triangle(), 2000);
  EXPECT_THROW(grid->intersects(poses.size()), std::runtime_error);
}

TEST(BenchPlugin, TheExampleTakesMeshesAgainAndEmptyOnes) {
  const std::unique_ptr<bench::Rival> grid = make_plugin(*load_plugins(kGrid)[0].table);
  const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
  const Mesh empty;
  grid->build(cube, cube);
  grid->set_poses({Pose{}});
  EXPECT_TRUE(grid->intersects(0));
  for (const auto& [a, b] : {std::pair(&empty, &cube), std::pair(&cube, &empty), std::pair(&empty, &empty)}) {
    grid->build(*a, *b);
    EXPECT_FALSE(grid->intersects(0));
    EXPECT_EQ(grid->find_all(0), 0u);
  }
  grid->build(cube, cube);
  EXPECT_TRUE(grid->intersects(0));
}

TEST(BenchPlugin, AFolderIsAllOfItsLibraries) {
  EXPECT_EQ(load_plugins(kGrid.parent_path()).size(), 1u);
  EXPECT_NE(why_refused(fs::path(GRAZE_BROKEN_ENGINES)).find("no shared library"), std::string::npos);
}

TEST(BenchPlugin, WhatCannotBeUsedIsRefusedWithTheReason) {
  const std::pair<fs::path, const char*> cases[] = {
      {"nowhere.so", "no such shared library"},
      {broken("abi"), "version 2 of the engines' ABI; this graze speaks 1"},
      {broken("small"), "bytes"},
      {broken("member"), "no intersects"},
      {broken("word"), "name"},
      {broken("arithmetic"), "arithmetic"},
      {broken("nothing"), "no engine in it"},
      {broken("symbol"), "exports no function graze_engine"},
  };
  for (const auto& [file, words] : cases) {
    const std::string why = why_refused(file);
    EXPECT_NE(why.find(words), std::string::npos) << file << ": " << why;
    EXPECT_NE(why.find(file.filename().string()), std::string::npos) << why;
  }
  const fs::path text = fs::path(testing::TempDir()) / "graze_not_a_library.so";
  std::ofstream(text) << "text\n";
  EXPECT_NE(why_refused(text).find("cannot be loaded"), std::string::npos);
  fs::remove(text);
}

TEST(BenchPlugin, FailuresComeWithTheEnginesWords) {
  const std::unique_ptr<bench::Rival> failing = make_plugin(*load_plugins(broken("failing"))[0].table);
  const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
  try {
    failing->build(cube, cube);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "broken: build: out of ideas");
  }
}

TEST(BenchPlugin, TrianglesThatDoNotExistAreNotLookedUp) {
  for (const char* kind : {"lying", "endless"}) {
    const std::unique_ptr<bench::Rival> lying = make_plugin(*load_plugins(broken(kind))[0].table);
    const Mesh cube = scenes::box({0, 0, 0}, {1, 1, 1});
    lying->build(cube, cube);
    lying->find_all(0);
    EXPECT_THROW(lying->pairs(), std::runtime_error) << kind;
  }
}

TEST(BenchEngines, NamesAreUniqueAndOthersRefused) {
  const std::vector<EngineEntry> catalogue = engine_catalogue({kGrid});
  EXPECT_EQ(catalogue.front().name, "graze");
  EXPECT_EQ(catalogue.back().name, "grid");
  EXPECT_EQ(choose_engines(catalogue, {}).size(), catalogue.size());
  EXPECT_EQ(choose_engines(catalogue, {"grid", "graze"}).front().name, "graze");
  EXPECT_EQ(choose_engines(catalogue, {"plugins"}).size(), 1u);
  EXPECT_GE(choose_engines(catalogue, {"graze-all"}).size(), 12u);
  EXPECT_THROW(engine_catalogue({kGrid, kGrid}), Error);
  EXPECT_THROW(engine_catalogue({broken("group")}), Error);
  try {
    choose_engines(catalogue, {"rapid"});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("no engine 'rapid' here; there are: graze, graze-aabb"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace graze::suite
