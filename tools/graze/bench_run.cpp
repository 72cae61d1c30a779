// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "bench.h"
#include "bench_watch.h"
#include "command.h"
#include "output.h"
#include "suite/engines.h"
#include "suite/machine.h"
#include "suite/page.h"
#include "suite/run.h"
#include "suite/scenes.h"

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

/// Leaves a reserve of the three minutes for what cannot be shortened.
constexpr double kQuickSeconds = 140, kSecondsAScene = 60;
constexpr double kNoisePercent = 5;

std::string now() {
  const std::time_t time = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::string listing(const std::vector<suite::SceneFile>& scenes, const std::vector<suite::EngineEntry>& engines) {
  std::string text = "scenes\n";
  for (const suite::SceneFile& s : scenes) text += fmt::format("  {:<28} {}\n", s.name, s.what);
  text += "\nengines\n";
  for (const suite::EngineEntry& e : engines) {
    const std::string version = e.description.version.empty() ? "" : e.description.version + ": ";
    text += fmt::format("  {:<20} {}{}{}\n", e.name, version, e.description.settings,
                        e.origin == "graze" || e.origin == "rival" ? "" : " (" + e.origin + ")");
  }
  return text;
}

std::string ask_columns(const std::optional<suite::AskResult>& ask) {
  if (!ask) return fmt::format("{:>11} {:>8}", "-", "");
  return fmt::format("{:>11.3f} {:>8}", ask->times.mean, ask->ratio > 0 ? fmt::format("x {:.2f}", ask->ratio) : "");
}

/// One line an engine; times are means in microseconds.
std::string table(const suite::SceneResult& scene) {
  std::size_t poses = 0, colliding = 0;
  for (const suite::LevelInfo& level : scene.levels) {
    poses += level.poses;
    colliding += level.colliding;
  }
  std::string text =
      fmt::format("\n{}: {} and {} triangles, {} poses, {} colliding\n", scene.name, grouped(scene.a.triangles),
                  grouped(scene.b.triangles), grouped(poses), grouped(colliding));
  text += fmt::format("  {:<20} {:>11} {:>8} {:>11} {:>8} {:>10} {:>7}  {}\n", "engine", "any (us)", "", "all (us)", "",
                      "build (ms)", "B/tri", "not exact: touching, rounding, wrong");
  for (const suite::EngineResult& e : scene.engines) {
    const auto& [asked, touching, rounding, wrong] = e.any_agreement;
    const suite::Agreement& lists = e.all_agreement;
    const bool errs = touching + rounding + wrong + lists.touching + lists.rounding + lists.wrong > 0;
    text += fmt::format("  {:<20} {} {} {:>10.2f} {:>7.0f}  {}{}{}\n", e.name, ask_columns(e.any), ask_columns(e.all),
                        e.build_ms, e.bytes_per_triangle,
                        errs ? fmt::format("any {} {} {}, all {} {} {} of {}", touching, rounding, wrong,
                                           lists.touching, lists.rounding, lists.wrong, asked)
                             : "",
                        errs && !e.failed.empty() ? "; " : "", e.failed.empty() ? "" : "FAILED: " + e.failed);
  }
  return text;
}

/// Where the exact predicates contradict graze; not a plug-in, whatever it is called.
std::size_t own_mistakes(const suite::Results& results, const std::vector<suite::EngineEntry>& engines) {
  std::size_t count = 0;
  for (const suite::SceneResult& scene : results.scenes) {
    count += static_cast<std::size_t>(std::ranges::count_if(scene.disagreements, [&](const suite::DisagreementRow& d) {
      return d.engine == "graze" || std::ranges::any_of(engines, [&](const suite::EngineEntry& e) {
               return e.name == d.engine && e.origin == "graze";
             });
    }));
  }
  return count;
}

/// Created when it is not there; files in it are replaced.
void prepare(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) throw Failure(folder.string() + ": cannot become a folder");
  for (const char* file : {"results.json", "results.csv", "report.html"}) require_output(folder / file, {});
  OutputFile(folder / "results.json");  // can be written, and nothing is left behind
}

void keep(const fs::path& folder, const suite::Results& results) {
  if (folder.empty() || results.scenes.empty()) return;
  suite::write_whole(folder / "results.json", suite::to_json(results));
  suite::write_whole(folder / "results.csv", suite::to_csv(results));
}

suite::SuiteOptions options_of(const BenchRun& flags, std::vector<suite::EngineEntry> engines,
                               std::vector<suite::SceneFile> scenes, unsigned cores) {
  suite::SuiteOptions options;
  options.engines = std::move(engines);
  options.scenes = std::move(scenes);
  options.cores = cores;
  const auto asked = [&](const char* ask) {
    return flags.asks.empty() || std::ranges::find(flags.asks, ask) != flags.asks.end();
  };
  options.any = asked("any");
  options.all = asked("all");
  options.seconds = flags.seconds > 0 ? flags.seconds
                    : flags.quick     ? kQuickSeconds
                                      : kSecondsAScene * static_cast<double>(options.scenes.size());
  return options;
}

}  // namespace

int bench_run(const BenchRun& flags) {
  suite::SceneOptions scene_options;
  scene_options.quick = flags.quick;
  scene_options.models = flags.models;
  scene_options.pose_sets = flags.pose_sets;
  scene_options.seed = flags.seed;
  std::vector<suite::EngineEntry> engines =
      suite::choose_engines(suite::engine_catalogue(flags.plugins), flags.engines);
  std::vector<suite::SceneFile> scenes = suite::choose_scenes(suite::list_scenes(scene_options), flags.scenes);
  if (flags.list) {
    write_stdout(listing(scenes, engines));
    return kNothingFound;
  }
  if (flags.folder.empty()) throw Failure("-o FOLDER is required, for the results (graze bench --help)");
  prepare(flags.folder);

  suite::Results results;
  results.created = now();
  results.graze_version = GRAZE_VERSION;
  results.machine = suite::this_machine();
  const suite::SuiteOptions options = options_of(flags, std::move(engines), std::move(scenes), results.machine.cores);
  results.options.command = flags.command;
  results.options.quick = flags.quick;
  results.options.seconds = options.seconds;
  results.options.noise_percent = kNoisePercent;
  BenchMeshes meshes;
  {  // the bar is gone before anything is printed
    BenchWatch watch(options.seconds, [&](const suite::Results& so_far) { keep(flags.folder, so_far); });
    suite::run_suite(options, watch, results);
    meshes = watch.meshes();
  }
  if (results.scenes.empty() && !results.skipped.empty()) {
    throw Failure(fmt::format("{}: {}", results.skipped.front().scene, results.skipped.front().why));
  }
  if (results.scenes.empty() && !results.complete) {  // what an earlier run has left there stays
    tell("graze: interrupted before anything was measured; nothing is written\n");
    return kNotDecided;
  }
  keep(flags.folder, results);
  if (suite::has_page()) suite::write_whole(flags.folder / "report.html", bench_page(results, meshes));
  std::string text = fmt::format("{}, {} cores, {}; means over poses, a pose's time is the median of its repetitions\n",
                                 results.machine.cpu, results.machine.cores, results.machine.isa);
  for (const suite::SceneResult& scene : results.scenes) text += table(scene);
  for (const suite::SkippedScene& s : results.skipped) text += fmt::format("\n{}: skipped: {}\n", s.scene, s.why);
  text +=
      fmt::format("\n{:.0f} s; written: {}, results.csv{}\n", results.options.elapsed_seconds,
                  (flags.folder / "results.json").string(),
                  suite::has_page() ? ", report.html" : "; no page, for three.js could not be fetched for this build");
  write_stdout(text);
  if (!results.complete) {
    tell(fmt::format("graze: interrupted after {} of {} scenes; what was measured is kept\n", results.scenes.size(),
                     options.scenes.size()));
    return kNotDecided;
  }
  return own_mistakes(results, options.engines) > 0 ? kFound : kNothingFound;
}

}  // namespace graze::cli
