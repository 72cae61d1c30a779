// SPDX-License-Identifier: Apache-2.0
// graze_bench: graze and its rivals on the standard scenes. `./dev bench` calls it and makes files of its JSON.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>

#include "clock.h"
#include "progress.h"
#include "report.h"
#include "results.h"
#include "scene_file.h"
#include "throughput.h"

namespace {

using namespace graze;
using namespace graze::bench;

constexpr const char* kQuickScenes[] = {"s1a", "s1b",    "s2",    "s3",    "s4",
                                        "s5",  "tetras", "pipes", "torus", "approach+0.1%"};
/// Where a Front gains most, least, and what lies between; the first ones are a quick run's.
constexpr const char* kFrontScenes[] = {"s2",       "tetras",        "s3", "torus", "747",     "car-wheel", "turbines",
                                        "mountain", "approach+0.1%", "s4", "pipes", "car-hood"};
constexpr std::size_t kQuickFrontScenes = 4;
constexpr std::size_t kQuickPoses = 120;
/// Of 15 minutes and of two, leaving a reserve for what cannot be shortened.
constexpr double kSeconds = 600, kQuickSeconds = 75;
/// A single scene is not stretched to fill the time, and none is starved by those before it.
constexpr double kLeastSecondsAScene = 2, kMostSecondsAScene = 20;

struct Arguments {
  bool list = false, quick = false, batch = false, growth = false;
  int build = 0;
  std::vector<std::string> scenes, volumes, rivals, isas;
  std::string mode = "both", json, export_folder;
  int repeat = 3;
  double seconds = 0, step = 1;

  bool front() const { return mode == "front"; }
};

Volume volume_by_name(const std::string& word) {
  for (int i = 0; i <= static_cast<int>(Volume::hybrid); ++i) {
    const auto volume = static_cast<Volume>(i);
    if (name(volume) == word) return volume;
  }
  throw std::invalid_argument("unknown volume '" + word + "'");
}

std::vector<std::string> chosen_rivals(const Arguments& arguments) {
  if (arguments.rivals.empty()) {
    // Building every rival's models takes longer than a quick run may, and says nothing about growth or variants.
    if (arguments.growth || !arguments.isas.empty()) return {};
    return arguments.quick || arguments.front() ? std::vector<std::string>{"fcl-obb"} : rival_names();
  }
  std::vector<std::string> rivals;
  for (const std::string& word : arguments.rivals) {
    if (word == "all") return rival_names();
    if (word != "none") rivals.push_back(word);
  }
  return rivals;
}

std::vector<std::string> chosen_scenes(const Arguments& arguments) {
  if (!arguments.scenes.empty()) return arguments.scenes;
  std::vector<std::string> names;
  if (arguments.front()) {
    names.assign(std::begin(kFrontScenes), std::end(kFrontScenes));
    if (arguments.quick) names.resize(kQuickFrontScenes);
    return names;
  }
  for (const auto& info : scenes::scene_list()) {
    if ((info.name.rfind(kGrowthPrefix, 0) == 0) == arguments.growth) names.push_back(info.name);
  }
  if (arguments.growth && names.empty())
    throw std::invalid_argument(std::string("no scene is named ") + kGrowthPrefix + "*");
  if ((arguments.quick || !arguments.export_folder.empty() || !arguments.isas.empty()) && !arguments.growth)
    names.assign(std::begin(kQuickScenes), std::end(kQuickScenes));
  return names;
}

RunOptions run_options(const Arguments& arguments) {
  RunOptions options;
  options.rivals = chosen_rivals(arguments);
  options.isas = instruction_sets(arguments.isas);
  options.any = arguments.mode != "all";
  options.all = arguments.mode != "bool" && !(arguments.growth && arguments.mode == "both");
  options.front = arguments.front();
  options.walk.factor = arguments.step;
  options.repeat = arguments.repeat;
  if (arguments.quick) options.max_poses = kQuickPoses;
  if (!arguments.volumes.empty()) options.volumes.clear();
  for (const std::string& word : arguments.volumes) options.volumes.push_back(volume_by_name(word));
  return options;
}

/// Poses and pairs that a variant of graze judges wrongly.
std::size_t mistakes(const SceneResult& result) {
  std::size_t wrong = 0;
  for (const Disagreement& d : result.disagreements) wrong += d.graze != d.truth ? 1u : 0u;
  for (const Agreement& a : result.agreements) {
    if (a.engine.rfind("graze", 0) == 0) wrong += a.wrong_any + a.wrong_lists + a.unjudged;
  }
  return wrong;
}

int run_scenes(const Arguments& arguments) {
  const RunOptions options = run_options(arguments);
  const std::vector<std::string> names = chosen_scenes(arguments);
  const double seconds = arguments.seconds > 0 ? arguments.seconds : arguments.quick ? kQuickSeconds : kSeconds;
  const Environment env = environment();
  std::cout << env.cpu << ", " << env.isa << ", " << env.compiler << "; a pose's time is the least of at least "
            << 2 * options.repeat << "; x = times the first engine's mean, on the poses of both\n";
  print_header(std::cout);
  Runner runner(options);
  std::vector<SceneResult> results;
  std::vector<Row> rows;
  std::size_t wrong = 0;
  {
    Progress progress(names.size());
    const double start = wall_us();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const double left = seconds - (wall_us() - start) * 1e-6;
      const double share =
          std::clamp(left / static_cast<double>(names.size() - i), kLeastSecondsAScene, kMostSecondsAScene);
      progress.begin(i, names[i]);
      const double scene_start = wall_us();
      scenes::Scene scene = scenes::make_scene(names[i]);
      const double making = (wall_us() - scene_start) * 1e-6;
      SceneResult result = runner.run(std::move(scene), std::max(share - making, 0.3 * share));
      progress.clear();
      print_rows(std::cout, result.rows);
      print_remarks(std::cout, result);
      std::cout << std::flush;
      wrong += mistakes(result);
      rows.insert(rows.end(), result.rows.begin(), result.rows.end());
      results.push_back(std::move(result));
    }
  }
  if (options.isas.size() > 1 || options.volumes.size() > 1) print_variants(std::cout, rows);
  print_summary(std::cout, summarise_scenes(rows));
  print_defeats(std::cout, rows);
  print_growth(std::cout, growth_of(rows));
  if (!arguments.json.empty()) write_json(arguments.json, env, results);
  std::size_t disagreements = 0;
  for (const SceneResult& result : results) disagreements += result.disagreements.size();
  std::cout << disagreements << " disagreements listed, graze wrong in " << wrong << '\n';
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("graze and its rivals on the standard scenes");
  app.add_flag("--list", arguments.list, "names of the scenes");
  app.add_option("--scene", arguments.scenes, "only these")->delimiter(',');
  app.add_flag("--quick", arguments.quick, "ten scenes, at most 120 poses each, one rival");
  app.add_flag("--growth", arguments.growth, "the scenes growth-*: time against the number of triangles");
  app.add_option("--mode", arguments.mode, "bool, all, both, or front: small steps with and without a Front")
      ->check(CLI::IsMember({"bool", "all", "both", "front"}));
  app.add_option("--step", arguments.step,
                 "--mode front: times 5e-4 of the scene and 0.57 degrees; 0: the scene's poses")
      ->check(CLI::Range(0.0, 1e3));
  app.add_option("--repeat", arguments.repeat, "repetitions; a pose's time is the least")->check(CLI::Range(1, 1000));
  app.add_option("--seconds", arguments.seconds, "about how long the run may take; slow rivals do fewer poses");
  app.add_option("--volume", arguments.volumes, "volumes of graze, such as obb,dop26")->delimiter(',');
  app.add_option("--isa", arguments.isas, "instruction sets of graze: avx512, avx2, sse4, scalar, all")->delimiter(',');
  app.add_option("--rival", arguments.rivals, "such as fcl-obb,bullet; all or none")->delimiter(',');
  app.add_option("--json", arguments.json, "write the results to this file");
  app.add_option("--export", arguments.export_folder, "write scenes for bench/compare into this folder instead");
  app.add_option("--build", arguments.build, "time building models of this many triangles instead")
      ->check(CLI::Range(20, 100000000));
  app.add_flag("--batch", arguments.batch, "time intersects_batch on one thread and two instead");
  CLI11_PARSE(app, argc, argv);
  try {
    if (arguments.list) {
      for (const auto& info : scenes::scene_list()) std::cout << info.name << "\t" << info.what << '\n';
      return 0;
    }
    if (!arguments.export_folder.empty()) {
      export_scenes(arguments.export_folder, chosen_scenes(arguments), kQuickPoses);
      return 0;
    }
    if (arguments.build > 0) measure_build(std::cout, arguments.build, arguments.repeat);
    if (arguments.batch) measure_batch(std::cout, arguments.repeat);
    if (arguments.build > 0 || arguments.batch) return 0;
    return run_scenes(arguments);
  } catch (const std::exception& error) {
    std::cerr << "graze_bench: " << error.what() << '\n';
    return 3;
  }
}
