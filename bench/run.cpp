// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>

#include "clock.h"
#include "engine.h"

namespace graze::bench {
namespace {

Timing summarise(std::vector<double> us) {
  Timing timing;
  if (us.empty()) return timing;
  for (const double t : us) timing.mean += t;
  timing.mean /= static_cast<double>(us.size());
  std::sort(us.begin(), us.end());
  timing.median = us[us.size() / 2];
  timing.p99 = us[std::min(us.size() - 1, us.size() * 99 / 100)];
  timing.max = us.back();
  return timing;
}

/// FNV-1a over 32-bit words.
void mix(std::uint64_t& hash, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) hash = (hash ^ ((word >> (8 * i)) & 255u)) * 0x100000001B3u;
}
constexpr std::uint64_t kHashStart = 0xCBF29CE484222325u;

Mesh single_triangle(const Mesh& mesh, std::uint32_t t) {
  Mesh single;
  for (const std::uint32_t v : mesh.triangles[t]) single.vertices.push_back(mesh.vertices[v]);
  single.triangles.push_back({0, 1, 2});
  return single;
}

bool decide(const scenes::Scene& scene, const Pose& pose, std::uint32_t a, std::uint32_t b) {
  QueryOptions options;
  options.method = Method::brute_force;
  return intersects(Model::build(single_triangle(scene.a, a)), Model::build(single_triangle(scene.b, b)), pose,
                    options);
}

}  // namespace

struct Runner::Engines {
  std::vector<Engine> list;  // graze first, then rivals
};

namespace {

/// Answers of one engine to all poses, in one mode.
struct Answers {
  std::vector<TrianglePairs> pairs;
  std::vector<std::uint8_t> any;
};

Answers answer(Engine& engine, const std::vector<Pose>& poses, bool all) {
  Answers answers;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    answers.any.push_back(engine.find_any(poses[i], i) ? 1 : 0);
    if (!all) continue;
    engine.find_all(poses[i], i, false);
    answers.pairs.push_back(engine.pairs());
  }
  return answers;
}

void compare(const scenes::Scene& scene, const Engine& engine, const Answers& ours, const Answers& theirs,
             std::vector<Disagreement>& out) {
  for (std::size_t i = 0; i < ours.pairs.size(); ++i) {
    TrianglePairs differing;
    std::set_symmetric_difference(ours.pairs[i].begin(), ours.pairs[i].end(), theirs.pairs[i].begin(),
                                  theirs.pairs[i].end(), std::back_inserter(differing));
    for (const auto& [a, b] : differing) {
      const bool found = std::binary_search(ours.pairs[i].begin(), ours.pairs[i].end(), std::pair(a, b));
      out.push_back({scene.name, engine.name, i, a, b, found, decide(scene, scene.poses[i], a, b)});
    }
  }
}

/// Rivals give ids only, so "all" and "pairs" are the same query to them.
bool is_timed(const Engine& engine, std::string_view mode) { return !engine.rival || mode != "pairs"; }

struct Measured {
  std::vector<double> us;  // of each pose, the least of the repetitions
  Counters sums;
};

/// Cheap modes are repeated this often, while they take less than this long.
constexpr int kMostRepeats = 10;
constexpr double kCheapUs = 1e6;

/// Passes over all poses in a turn: the first finds the caches full of the other engines' models.
constexpr int kPassesPerTurn = 2;

/// The engines take turns, so that what disturbs the machine disturbs all.
std::vector<Measured> measure(std::vector<Engine>& engines, std::size_t poses, int repeat, std::string_view mode,
                              const std::function<void(Engine&, std::size_t)>& query) {
  std::vector<Measured> measured(engines.size());
  for (Measured& m : measured) m.us.assign(poses, std::numeric_limits<double>::infinity());
  const double start = wall_us();
  const auto is_cheap = [&](int repetition) { return repetition < kMostRepeats && wall_us() - start < kCheapUs; };
  for (int repetition = 0; repetition < repeat || is_cheap(repetition); ++repetition) {
    for (std::size_t e = 0; e < engines.size(); ++e) {
      if (!is_timed(engines[e], mode)) continue;
      for (std::size_t k = 0; k < kPassesPerTurn * poses; ++k) {
        const std::size_t i = k % poses;
        measured[e].us[i] = std::min(measured[e].us[i], time_us([&] { query(engines[e], i); }));
        if (repetition > 0 || k >= poses || engines[e].rival) continue;
        const Counters& counters = engines[e].workspace.counters();
        measured[e].sums.volume_tests += counters.volume_tests;
        measured[e].sums.primitive_tests += counters.primitive_tests;
        measured[e].sums.exact_tests += counters.exact_tests;
      }
    }
  }
  return measured;
}

Row make_row(const scenes::Scene& scene, const std::string& mode, const Engine& engine, const Answers& answers,
             const Measured& measured) {
  const double n = static_cast<double>(std::max<std::size_t>(1, scene.poses.size()));
  Row row;
  row.scene = scene.name;
  row.mode = mode;
  row.engine = engine.name;
  row.volume = engine.volume;
  row.triangles_a = scene.a.triangles.size();
  row.triangles_b = scene.b.triangles.size();
  row.poses = scene.poses.size();
  row.hash = kHashStart;
  for (std::size_t i = 0; i < scene.poses.size(); ++i) {
    row.colliding += answers.any[i];
    mix(row.hash, answers.any[i]);
    if (mode == "bool") continue;
    row.pairs += static_cast<double>(answers.pairs[i].size()) / n;
    for (const auto& [a, b] : answers.pairs[i]) {
      mix(row.hash, a);
      mix(row.hash, b);
    }
  }
  row.us = summarise(measured.us);
  row.build_ms = engine.build_ms;
  row.bytes_per_triangle = engine.bytes_per_triangle;
  row.volume_tests = static_cast<double>(measured.sums.volume_tests) / n;
  row.primitive_tests = static_cast<double>(measured.sums.primitive_tests) / n;
  row.exact_tests = static_cast<double>(measured.sums.exact_tests) / n;
  return row;
}

}  // namespace

Runner::Runner(RunOptions options) : options_(std::move(options)) {}
Runner::~Runner() = default;

SceneResult Runner::run(scenes::Scene scene) {
  if (options_.max_poses > 0 && scene.poses.size() > options_.max_poses) {
    // Odd, because some scenes alternate between free and colliding poses.
    const std::size_t stride = ((scene.poses.size() + options_.max_poses - 1) / options_.max_poses) | 1u;
    std::vector<Pose> kept;
    for (std::size_t i = 0; i < scene.poses.size(); i += stride) kept.push_back(scene.poses[i]);
    scene.poses = std::move(kept);
  }
  if (!engines_ || meshes_ != scene.meshes) {
    engines_ = std::make_unique<Engines>();
    for (const Volume volume : options_.volumes) engines_->list.push_back(build_graze(scene, volume));
    for (const std::string& rival : options_.rivals) engines_->list.push_back(build_rival(scene, rival));
    meshes_ = scene.meshes;
  }
  std::vector<Engine>& engines = engines_->list;
  for (Engine& engine : engines) {
    if (engine.rival) engine.rival->set_poses(scene.poses);
  }

  SceneResult result;
  std::vector<Answers> answers;
  for (Engine& engine : engines) {
    answers.push_back(answer(engine, scene.poses, options_.all));
    compare(scene, engine, answers.front(), answers.back(), result.disagreements);
    for (std::size_t i = 0; i < scene.poses.size(); ++i) {
      // Without lists there is no pair to name; with them an answer must also agree with its own list.
      const bool expected = options_.all ? !answers.back().pairs[i].empty() : answers.front().any[i] != 0;
      if ((answers.back().any[i] != 0) != expected)
        result.disagreements.push_back(
            {scene.name, engine.name + " bool", i, 0, 0, answers.front().any[i] != 0, expected});
    }
  }

  const auto time_mode = [&](const char* mode, const std::function<void(Engine&, std::size_t)>& query) {
    const std::vector<Measured> measured = measure(engines, scene.poses.size(), options_.repeat, mode, query);
    for (std::size_t e = 0; e < engines.size(); ++e) {
      if (is_timed(engines[e], mode)) result.rows.push_back(make_row(scene, mode, engines[e], answers[e], measured[e]));
    }
  };
  if (options_.any) time_mode("bool", [&](Engine& engine, std::size_t i) { engine.find_any(scene.poses[i], i); });
  if (options_.all) {
    time_mode("all", [&](Engine& engine, std::size_t i) { engine.find_all(scene.poses[i], i, true); });
    time_mode("pairs", [&](Engine& engine, std::size_t i) { engine.find_all(scene.poses[i], i, false); });
  }
  return result;
}

}  // namespace graze::bench
