// SPDX-License-Identifier: Apache-2.0
// What the words after `graze bench` ask for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace graze::cli {

struct BenchRun {
  bool list = false, quick = false;
  std::vector<std::string> scenes, engines, asks;
  std::vector<std::filesystem::path> models, pose_sets, plugins;
  double seconds = 0;  ///< 0 = the default
  std::uint64_t seed = 1;
  std::filesystem::path folder;
  std::string command;  ///< all words, to run it again
};

struct BenchCompare {
  std::filesystem::path before, after;
  double noise_percent = 5;
};

struct BenchReport {
  std::filesystem::path results, html;
  std::vector<std::filesystem::path> models;  ///< to be drawn; besides the default ones
};

struct BenchPoses {
  std::filesystem::path model, model_b, output;
  std::vector<std::string> sets;
  std::vector<double> levels;
  int per_level = 100;
  std::string sampling = "low_discrepancy";
  bool unsigned_distance = false;
  std::uint64_t seed = 1;
};

struct BenchOffset {
  std::filesystem::path model, output, vdb;
  std::vector<double> percent;
  double error_percent = 0.1;
  std::size_t max_triangles = 2'000'000;
  bool unsigned_distance = false;
  std::string format = "ply";
};

// Each returns the exit code.
int bench_run(const BenchRun& run);
int bench_compare(const BenchCompare& compare);
int bench_report(const BenchReport& report);
int bench_poses(const BenchPoses& poses);
int bench_offset(const BenchOffset& offset);

}  // namespace graze::cli
