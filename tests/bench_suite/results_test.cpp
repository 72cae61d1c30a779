// SPDX-License-Identifier: Apache-2.0
// The results file: what is written is what is read, and rubbish is refused with its place.
#include "suite/results.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "bench_suite/synthetic.h"
#include "graze/error.h"

namespace graze::suite {
namespace {

std::string why_refused(const std::string& json) {
  try {
    parse_results(json, "r.json");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::format);
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(BenchResults, AreReadAsTheyWereWritten) {
  const Results results = test::results();
  const std::string json = to_json(results);
  const Results again = parse_results(json, "r.json");
  EXPECT_EQ(to_json(again), json);
  ASSERT_EQ(again.scenes.size(), 2u);
  EXPECT_EQ(again.scenes[0].figure, 10);
  EXPECT_EQ(again.scenes[1].figure, 0);
  EXPECT_EQ(again.scenes[0].engines[1].any->ratio, 20);
  EXPECT_EQ(again.scenes[0].disagreements[1].missed, 3u);
  EXPECT_FALSE(again.scenes[0].disagreements[1].distance);
}

TEST(BenchResults, WhatWasNotMeasuredIsNull) {
  Results results = test::results();
  EngineResult& e = results.scenes[0].engines[0];
  e.all.reset();
  e.any->cold_poses = 0;
  e.any->all_cores_per_second = 0;
  e.any->levels[1] = {};
  e.failed = "it broke";
  const Results again = parse_results(to_json(results), "r.json");
  const EngineResult& f = again.scenes[0].engines[0];
  EXPECT_FALSE(f.all);
  EXPECT_EQ(f.any->cold_poses, 0u);
  EXPECT_EQ(f.any->all_cores_per_second, 0);
  EXPECT_EQ(f.any->levels[1].poses, 0u);
  EXPECT_EQ(f.failed, "it broke");
}

TEST(BenchResults, RubbishIsRefused) {
  EXPECT_NE(why_refused("").find("r.json"), std::string::npos);
  EXPECT_NE(why_refused("hello").find("not JSON"), std::string::npos);
  EXPECT_NE(why_refused("[1, 2]").find("no results of graze bench"), std::string::npos);
  EXPECT_NE(why_refused("{}").find("no results of graze bench"), std::string::npos);
  const std::string json = to_json(test::results());
  EXPECT_NE(why_refused(replaced(json, "\"version\": 1", "\"version\": 2")).find("version 2"), std::string::npos);
  EXPECT_NE(why_refused(replaced(json, "\"mean_us\": 1.0", "\"mean_us\": \"x\"")).find("mean_us' is not a number"),
            std::string::npos);
  EXPECT_NE(why_refused(replaced(json, "\"mean_us\": 1.0", "\"mean_us\": -1.0")).find("negative"), std::string::npos);
  EXPECT_NE(why_refused(replaced(json, "\"class\": \"touching\"", "\"class\": \"odd\"")).find("none of touching"),
            std::string::npos);
  EXPECT_NE(why_refused(replaced(json, "\"level\": 1", "\"level\": 2")).find("out of range"), std::string::npos);
  EXPECT_NE(why_refused(replaced(json, "\"name\": \"other\"", "\"nome\": \"other\"")).find("scenes[0].engines[1].name"),
            std::string::npos);
}

TEST(BenchResults, TruncationIsFoundWhereverItIs) {
  const std::string json = to_json(test::results());
  for (std::size_t length = 0; length + 3 < json.size(); length += 97) {
    EXPECT_NE(why_refused(json.substr(0, length)), "") << length;
  }
  EXPECT_NE(why_refused(json.substr(0, json.size() / 2)).find("ends too early"), std::string::npos);
}

TEST(BenchResults, CsvHasARowForEachLevelAndOneForAll) {
  const std::string csv = to_csv(test::results());
  // A header; 2 scenes, 2 engines, 2 questions, 2 levels and their sum.
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 2 * 2 * 3);
  const std::string header = csv.substr(0, csv.find('\n'));
  const auto columns = std::count(header.begin(), header.end(), ',');
  std::size_t at = 0;
  while (at < csv.size()) {
    const std::size_t end = csv.find('\n', at);
    EXPECT_EQ(
        std::count(csv.begin() + static_cast<std::ptrdiff_t>(at), csv.begin() + static_cast<std::ptrdiff_t>(end), ','),
        columns);
    at = end + 1;
  }
  EXPECT_NE(csv.find("hand-near,graze,any,0,-1,10,1,0.8,1.2,0.99,1.01,0.9,2,3,0.95,5,"), std::string::npos) << csv;
}

TEST(BenchResults, FilesAppearWholeAndErrorsNameThem) {
  const std::filesystem::path folder = testing::TempDir();
  const std::filesystem::path file = folder / "graze_suite_results.json";
  write_whole(file, to_json(test::results()));
  EXPECT_EQ(to_json(read_results(file)), to_json(test::results()));
  std::filesystem::remove(file);
  EXPECT_THROW(read_results(file), Error);
  EXPECT_THROW(write_whole(folder / "no" / "such" / "folder.json", "x"), Error);
}

}  // namespace
}  // namespace graze::suite
