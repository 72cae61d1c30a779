// SPDX-License-Identifier: Apache-2.0
// What a run of `graze bench` leaves: the file results.json (docs/bench_results.md) as plain values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::suite {

/// Of 95 %, low to high.
using Interval = std::array<double, 2>;

struct MachineInfo {
  std::string cpu, os, compiler, isa;
  unsigned cores = 0;
  double memory_gib = 0, cache_mib = 0;  ///< cache: the largest that the system tells of; 0 = unknown
};

/// Over poses, in microseconds; a pose's time is the median of its repetitions.
struct Times {
  std::size_t poses = 0;
  double mean = 0, median = 0, p99 = 0, max = 0;
  double least_mean = 0;  ///< mean over poses of the least of the repetitions
  Interval mean_ci{};     ///< of the mean that further poses of this kind would give
  Interval noise_ci{};    ///< of the mean that measuring the same poses again would give
};

/// Of one question to one engine in one scene.
struct AskResult {
  Times times;
  int repetitions = 0;
  std::vector<Times> levels;  ///< as the scene's; without poses where the engine was not asked
  std::size_t cold_poses = 0;
  double cold_mean = 0;  ///< microseconds; like its interval without meaning where cold_poses is 0
  Interval cold_ci{};
  double cold_warm_mean = 0;                                 ///< of the same poses with warm caches
  double one_core_per_second = 0, all_cores_per_second = 0;  ///< 0 = not measured
  double ratio = 0;  ///< times the first engine's mean, on common poses; 0 = itself
  Interval ratio_ci{};
};

/// How often an engine's answers were not the exact ones, by class.
struct Agreement {
  std::size_t asked = 0, touching = 0, rounding = 0, wrong = 0;
};

struct EngineResult {
  std::string name, version, settings;
  std::string arithmetic;  ///< "exact", "double", "float"
  bool exact_any = true, exact_pairs = true, early_exit = true;
  double build_ms = 0;  ///< median of the repetitions
  Interval build_ci{};  ///< the least and the greatest of them
  int build_repetitions = 0;
  double bytes_per_triangle = 0;
  std::string failed;  ///< why it answered nothing, or stopped
  Agreement any_agreement, all_agreement;
  std::optional<AskResult> any, all;
};

enum class DisagreementClass : std::uint8_t { touching, rounding, wrong };

struct DisagreementRow {
  std::size_t pose = 0;
  std::uint32_t level = 0;
  std::string engine;
  bool all = false;                              ///< which question
  std::uint64_t said = 0, exact = 0;             ///< 0 or 1; numbers of pairs where `all`
  std::uint64_t missed = 0, extra = 0;           ///< pairs, where `all`
  std::uint32_t triangle_a = 0, triangle_b = 0;  ///< the pair that decided the class, where `all`
  DisagreementClass kind = DisagreementClass::wrong;
  /// Apart: how far (> 0). Meeting: minus the shortest translation found that parts them; nothing: none was found.
  std::optional<double> distance;
};

struct LevelInfo {
  double value = 0;
  std::size_t poses = 0, colliding = 0, verified = 0;
  double error_p99 = 0, error_max = 0;  ///< |achieved - prescribed| / size, of those verified
};

struct PictureInfo {
  std::uint32_t level = 0;
  std::array<double, 12> pose{};  ///< three rows of [R|t]
};

struct ModelInfo {
  std::string name;
  std::size_t triangles = 0, vertices = 0;
  std::string hash;
  double scale = 1;  ///< of the coordinates of its file
};

struct SceneResult {
  std::string name, title, levels_are, poses_hash, generator;
  int figure = 0;  ///< of the paper, 10 to 12; 0 = none
  ModelInfo a, b;
  double size = 0, max_penetration = 0;
  bool complete = false;
  std::vector<LevelInfo> levels;
  std::vector<EngineResult> engines;  ///< the first is the one ratios refer to
  std::vector<DisagreementRow> disagreements;
  std::vector<PictureInfo> pictures;
};

struct RunInfo {
  std::string command;  ///< words after `graze`, to run it again
  bool quick = false;
  double seconds = 0;  ///< asked for
  double elapsed_seconds = 0;
  double noise_percent = 0;  ///< what a comparison takes for noise at least
};

struct SkippedScene {
  std::string scene, why;
};

struct Results {
  std::string created;  ///< UTC, such as 2026-01-31T23:59:59Z
  std::string graze_version;
  bool complete = false;
  MachineInfo machine;
  RunInfo options;
  std::vector<SceneResult> scenes;
  std::vector<SkippedScene> skipped;
};

std::string_view name(DisagreementClass kind);

/// results.json and results.csv: a row an engine, scene, question and level, and one over all levels.
std::string to_json(const Results& results);
std::string to_csv(const Results& results);

/// Throws graze::Error (format) with the name given and what is wrong and where. Unknown members are ignored.
Results parse_results(std::string_view json, const std::filesystem::path& name);

/// Throws graze::Error (io, limit, format).
Results read_results(const std::filesystem::path& file);

/// To a temporary name beside it, then renamed. Throws graze::Error (io).
void write_whole(const std::filesystem::path& file, std::string_view text);

}  // namespace graze::suite
