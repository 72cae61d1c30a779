// SPDX-License-Identifier: Apache-2.0
#include "run.h"

#include <algorithm>
#include <cmath>

#include "clock.h"
#include "measure.h"

namespace graze::bench {
namespace {

/// Cheap scenes are spread over some seconds, so that a disturbance of one does not hit all passes.
constexpr int kMostRepeats = 30;

/// Of the time for queries; the rest is for repeating what is cheap.
constexpr double kRivalsPart = 0.6;

/// Times its share that a slow rival may take for the fewest poses, before it is left out of a scene.
constexpr double kPatience = 3;

/// Of its time that a scene has for queries, however long building took; later scenes get less then.
constexpr double kLeastShare = 0.4;

/// Passes over a rival's poses in a whole run of a scene: the check, and those of the turns of `repeat` repetitions.
int expected_passes(int repeat, double us) { return 1 + passes_a_turn(us) * repeat; }

std::vector<double> every(const std::vector<double>& values, std::size_t stride) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < values.size(); i += stride) kept.push_back(values[i]);
  return kept;
}

struct Column {
  const Engine* engine;
  const Answers* answers;
  const Measured* measured;
};

Row make_row(const scenes::Scene& scene, const std::string& mode, const Column& own, const Column& first) {
  const Engine& engine = *own.engine;
  Row row;
  row.scene = scene.name;
  row.mode = mode;
  row.engine = engine.name;
  row.volume = engine.volume;
  row.isa = engine.isa;
  row.is_rival = engine.rival != nullptr;
  row.triangles_a = scene.a.triangles.size();
  row.triangles_b = scene.b.triangles.size();
  row.stride = engine.stride;
  row.repetitions = own.measured->repetitions;
  const std::vector<double> us = every(own.measured->us, engine.stride);
  row.poses = us.size();
  row.us = summarise(us);
  // The first engine is asked every pose, so the common ones are this engine's.
  if (own.engine != first.engine) row.ratio = compare(us, every(first.measured->us, engine.stride));
  const double n = static_cast<double>(std::max<std::size_t>(1, row.poses));
  for (std::size_t i = 0; i < scene.poses.size(); i += engine.stride) {
    row.colliding += own.answers->any[i];
    if (!own.answers->pairs.empty()) row.pairs += static_cast<double>(own.answers->pairs[i].size()) / n;
  }
  row.hash = hash_of(*own.answers, engine.stride, mode != "bool" && mode != "front-bool");
  row.build_ms = engine.build_ms;
  row.bytes_per_triangle = engine.bytes_per_triangle;
  const Counters& sums = own.measured->sums;
  row.volume_tests = static_cast<double>(sums.volume_tests) / n;
  row.primitive_tests = static_cast<double>(sums.primitive_tests) / n;
  row.exact_tests = static_cast<double>(sums.exact_tests) / n;
  row.node_updates = static_cast<double>(sums.node_updates) / n;
  return row;
}

}  // namespace

void thin_out(std::vector<Pose>& poses, std::size_t most) {
  if (most == 0 || poses.size() <= most) return;
  const std::size_t stride = ((poses.size() + most - 1) / most) | 1u;  // odd: as in stride_for
  std::vector<Pose> kept;
  for (std::size_t i = 0; i < poses.size(); i += stride) kept.push_back(poses[i]);
  poses = std::move(kept);
}

Runner::Runner(RunOptions options) : options_(std::move(options)) {}
Runner::~Runner() = default;

void Runner::build(const scenes::Scene& scene) {
  if (engines_.empty() || meshes_ != scene.meshes) {
    engines_.clear();
    for (const Volume volume : options_.volumes) {
      for (Engine& engine : build_graze(scene, volume, options_.isas)) {
        if (options_.front) engines_.push_back(with_front(engine));
        engines_.push_back(std::move(engine));
      }
    }
    for (const std::string& rival : options_.rivals) engines_.push_back(build_rival(scene, rival));
    meshes_ = scene.meshes;
  }
}

void Runner::set_poses(scenes::Scene& scene) {
  if (options_.front && options_.walk.factor > 0) {
    Walk how = options_.walk;
    if (options_.max_poses > 0) how.poses = std::min(how.poses, options_.max_poses);
    scene.poses = walk(*engines_.front().a, *engines_.front().b, scene.poses, how);
  } else {
    thin_out(scene.poses, options_.max_poses);
  }
  for (Engine& engine : engines_) {
    if (engine.rival) engine.rival->set_poses(scene.poses);
  }
}

std::vector<Engine*> Runner::choose(const scenes::Scene& scene, double seconds, SceneResult& result) {
  std::vector<Engine*> asked, rivals;
  std::vector<double> us, passes, needs;
  for (Engine& engine : engines_) {
    engine.any_us = options_.any || !options_.all ? pilot_us(engine, Ask::any, scene.poses) : 0;
    engine.all_us = options_.all ? pilot_us(engine, Ask::contacts, scene.poses) : 0;
    const double cost = engine.any_us + engine.all_us;
    if (!engine.rival) {
      asked.push_back(&engine);
      continue;
    }
    rivals.push_back(&engine);
    us.push_back(cost);
    passes.push_back(expected_passes(options_.repeat, cost));
    needs.push_back(cost * passes.back() * static_cast<double>(scene.poses.size()));
  }
  const std::vector<double> shares = share_out(kRivalsPart * seconds * 1e6, needs);
  for (std::size_t i = 0; i < rivals.size(); ++i) {
    // For the slow (never the first, which the claims are about), the check and one repetition of a few poses must do;
    // then come as many repetitions as fit.
    const bool slow = i > 0 && passes[i] * us[i] * kFewestPoses > shares[i];
    rivals[i]->stride =
        stride_for(scene.poses.size(), shares[i] / (us[i] * passes[i]), slow ? kFewestSlowPoses : kFewestPoses);
    // Equal numbers of repetitions are part of fairness; the slow are judged by fewer, where noise is least.
    rivals[i]->allowance_us = slow ? shares[i] / 3 : 0;  // for each of boolean answers and lists
    if (2 * us[i] * kFewestSlowPoses > kPatience * shares[i]) {
      result.skipped.push_back({rivals[i]->name, us[i]});
    } else {
      asked.push_back(rivals[i]);
    }
  }
  return asked;
}

SceneResult Runner::run(scenes::Scene scene, double seconds) {
  const double start = wall_us();
  const auto left = [&] { return seconds - (wall_us() - start) * 1e-6; };
  build(scene);
  set_poses(scene);
  SceneResult result;
  result.scene = scene.name;
  const std::vector<Engine*> asked = choose(scene, std::max(left(), kLeastShare * seconds), result);
  CheckResult checked = check(scene, asked, options_.all);
  result.agreements = std::move(checked.agreements);
  result.disagreements = std::move(checked.disagreements);

  MeasureLimits limits;
  limits.least = options_.repeat;
  limits.most = std::max(kMostRepeats, options_.repeat);
  const auto add_rows = [&](const char* mode, const std::vector<Contender>& contenders,
                            const std::vector<Measured>& measured, Ask own_ask) {
    // Rivals have one question for lists, whichever of graze's two it is compared with.
    std::vector<Column> columns;
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      const Engine* engine = contenders[c].engine;
      if (!engine->rival && contenders[c].ask != own_ask) continue;
      columns.push_back({engine,
                         &checked.answers[static_cast<std::size_t>(std::ranges::find(asked, engine) - asked.begin())],
                         &measured[c]});
    }
    for (const Column& column : columns) result.rows.push_back(make_row(scene, mode, column, columns.front()));
  };
  if (options_.any) {
    std::vector<Contender> contenders;
    contenders.reserve(asked.size());
    for (Engine* engine : asked) contenders.push_back({engine, Ask::any, engine->any_us});
    limits.cheap_us = 1e6 * left() * (options_.all ? 0.4 : 1.0);
    add_rows(options_.front ? "front-bool" : "bool", contenders, measure(contenders, scene.poses, limits), Ask::any);
  }
  if (options_.all) {
    std::vector<Contender> contenders;
    for (Engine* engine : asked) {
      contenders.push_back({engine, Ask::contacts, engine->all_us});
      if (!engine->rival && !options_.front) contenders.push_back({engine, Ask::pairs, engine->all_us});
    }
    limits.cheap_us = 1e6 * left();
    const std::vector<Measured> measured = measure(contenders, scene.poses, limits);
    add_rows(options_.front ? "front-all" : "all", contenders, measured, Ask::contacts);
    if (!options_.front) add_rows("pairs", contenders, measured, Ask::pairs);
  }
  return result;
}

}  // namespace graze::bench
