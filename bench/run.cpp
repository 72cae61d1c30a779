// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "clock.h"

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

/// graze with one choice of volume, or a rival, on the current pair of meshes.
struct Engine {
  std::string name;
  std::string volume;
  double build_ms = 0;
  double bytes_per_triangle = 0;
  std::optional<Model> a, b;  // graze
  Workspace workspace;
  Contacts contacts;
  std::unique_ptr<Rival> rival;  // or a rival

  bool find_any(const Pose& pose, std::size_t index) {
    return rival ? rival->intersects(index) : intersects(*a, *b, pose, {}, &workspace);
  }
  void find_all(const Pose& pose, std::size_t index, bool segments) {
    if (rival) {
      rival->find_all(index);
      return;
    }
    QueryOptions query;
    query.segments = segments;
    graze::contacts(*a, *b, pose, contacts, query, &workspace);
  }
  TrianglePairs pairs() const {
    if (rival) return rival->pairs();
    TrianglePairs result;
    for (const Contact& contact : contacts.pairs) result.emplace_back(contact.triangle_a, contact.triangle_b);
    return result;
  }
};

struct Runner::Engines {
  std::vector<Engine> list;  // graze first, then rivals
};

namespace {

Engine build_graze(const scenes::Scene& scene, Volume volume) {
  Engine engine;
  BuildOptions build;
  build.volume = volume;
  build.threads = 1;
  engine.name = volume == Volume::automatic ? "graze" : "graze-" + std::string(name(volume));
  engine.build_ms = 1e-3 * time_us([&] {
                      engine.a = Model::build(scene.a, build);
                      engine.b = Model::build(scene.b, build);
                    });
  const HierarchyStats a = engine.a->stats();
  const HierarchyStats b = engine.b->stats();
  engine.volume = std::string(name(a.volume));
  if (a.volume != b.volume) engine.volume += "/" + std::string(name(b.volume));
  engine.bytes_per_triangle = static_cast<double>(a.node_bytes + a.leaf_bytes + b.node_bytes + b.leaf_bytes) /
                              static_cast<double>(std::max<std::size_t>(1, a.triangles + b.triangles));
  return engine;
}

Engine build_rival(const scenes::Scene& scene, const std::string& name) {
  Engine engine;
  engine.rival = make_rival(name);
  engine.name = name;
  engine.volume = name;
  engine.build_ms = 1e-3 * time_us([&] { engine.rival->build(scene.a, scene.b); });
  engine.bytes_per_triangle = engine.rival->bytes_per_triangle();
  return engine;
}

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

}  // namespace

Runner::Runner(RunOptions options) : options_(std::move(options)) {}
Runner::~Runner() = default;

SceneResult Runner::run(scenes::Scene scene) {
  if (options_.max_poses > 0 && scene.poses.size() > options_.max_poses) {
    const std::size_t stride = (scene.poses.size() + options_.max_poses - 1) / options_.max_poses;
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

  const auto time_mode = [&](const std::string& mode, bool with_rivals, auto&& query) {
    std::vector<std::vector<double>> least(
        engines.size(), std::vector<double>(scene.poses.size(), std::numeric_limits<double>::infinity()));
    std::vector<Counters> sums(engines.size());
    for (int repetition = 0; repetition < options_.repeat; ++repetition) {
      for (std::size_t e = 0; e < engines.size(); ++e) {
        if (engines[e].rival && !with_rivals) continue;
        for (std::size_t i = 0; i < scene.poses.size(); ++i) {
          least[e][i] = std::min(least[e][i], time_us([&] { query(engines[e], i); }));
          if (repetition > 0 || engines[e].rival) continue;
          const Counters& counters = engines[e].workspace.counters();
          sums[e].volume_tests += counters.volume_tests;
          sums[e].primitive_tests += counters.primitive_tests;
          sums[e].exact_tests += counters.exact_tests;
        }
      }
    }
    for (std::size_t e = 0; e < engines.size(); ++e) {
      if (engines[e].rival && !with_rivals) continue;
      const double n = static_cast<double>(std::max<std::size_t>(1, scene.poses.size()));
      Row row;
      row.scene = scene.name;
      row.mode = mode;
      row.engine = engines[e].name;
      row.volume = engines[e].volume;
      row.triangles_a = scene.a.triangles.size();
      row.triangles_b = scene.b.triangles.size();
      row.poses = scene.poses.size();
      row.hash = kHashStart;
      for (std::size_t i = 0; i < scene.poses.size(); ++i) {
        row.colliding += answers[e].any[i];
        mix(row.hash, answers[e].any[i]);
        if (mode == "bool" || !options_.all) continue;
        row.pairs += static_cast<double>(answers[e].pairs[i].size()) / n;
        for (const auto& [a, b] : answers[e].pairs[i]) {
          mix(row.hash, a);
          mix(row.hash, b);
        }
      }
      row.us = summarise(least[e]);
      row.build_ms = engines[e].build_ms;
      row.bytes_per_triangle = engines[e].bytes_per_triangle;
      row.volume_tests = static_cast<double>(sums[e].volume_tests) / n;
      row.primitive_tests = static_cast<double>(sums[e].primitive_tests) / n;
      row.exact_tests = static_cast<double>(sums[e].exact_tests) / n;
      result.rows.push_back(std::move(row));
    }
  };
  if (options_.any) time_mode("bool", true, [&](Engine& engine, std::size_t i) { engine.find_any(scene.poses[i], i); });
  if (options_.all) {
    time_mode("all", true, [&](Engine& engine, std::size_t i) { engine.find_all(scene.poses[i], i, true); });
    time_mode("pairs", false, [&](Engine& engine, std::size_t i) { engine.find_all(scene.poses[i], i, false); });
  }
  return result;
}

}  // namespace graze::bench
