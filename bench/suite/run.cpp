// SPDX-License-Identifier: Apache-2.0
#include "suite/run.h"

#include <algorithm>

#include "clock.h"
#include "graze/error.h"
#include "suite/scene_run.h"

namespace graze::suite {
namespace {

/// Of its even share of the time: no scene is starved by those before it.
constexpr double kLeastShare = 0.25;

bool measured_something(const SceneResult& scene) {
  return std::ranges::any_of(scene.engines, [](const EngineResult& e) { return e.any || e.all; });
}

}  // namespace

void run_suite(const SuiteOptions& options, Watcher& watcher, Results& results) {
  const double start = bench::wall_us();
  const auto elapsed = [&] { return (bench::wall_us() - start) * 1e-6; };
  results.complete = false;
  Stable stable(options.engines);
  const Stop stop = [&] { return watcher.stop(); };
  for (const SceneFile& file : options.scenes) {
    if (file.want) file.want();
  }
  for (std::size_t i = 0; i < options.scenes.size() && !stop(); ++i) {
    const SceneFile& file = options.scenes[i];
    const auto tell = [&](const std::string& what) {
      watcher.progress(elapsed(), std::max(0.0, options.seconds - elapsed()), file.name + ": " + what);
    };
    const double scenes_left = static_cast<double>(options.scenes.size() - i);
    const double share = std::max((options.seconds - elapsed()) / scenes_left,
                                  kLeastShare * options.seconds / static_cast<double>(options.scenes.size()));
    const double scene_start = elapsed();
    tell("poses");
    Scene scene;
    try {
      scene = file.make([&](const std::string& what) {
        tell(what);
        return !stop();
      });
    } catch (const Error& error) {
      results.skipped.push_back({file.name, error.what()});
      continue;
    }
    if (stop()) break;
    if (scene.set.poses.empty()) {
      results.skipped.push_back({file.name, scene.set.generator});
      continue;
    }
    const double making = elapsed() - scene_start;
    watcher.scene_made(scene);
    SceneResult result = run_scene(scene, stable, options, std::max(share - making, 0.5 * share), stop, tell);
    if (result.complete || measured_something(result)) results.scenes.push_back(std::move(result));
    results.options.elapsed_seconds = elapsed();
    watcher.scene_done(results);
  }
  results.complete = !stop();
}

}  // namespace graze::suite
