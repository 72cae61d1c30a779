// SPDX-License-Identifier: Apache-2.0
// graze_bench: graze and its rivals on the standard scenes.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "report.h"
#include "run.h"
#include "throughput.h"

namespace {

using namespace graze;
using namespace graze::bench;

constexpr const char* kQuickScenes[] = {"s1a", "s1b",    "s2",    "s3",    "s4",
                                        "s5",  "tetras", "pipes", "torus", "approach+0.1%"};
constexpr std::size_t kQuickPoses = 120;

Volume volume_by_name(const std::string& word) {
  for (int i = 0; i <= static_cast<int>(Volume::hybrid); ++i) {
    const auto volume = static_cast<Volume>(i);
    if (name(volume) == word) return volume;
  }
  throw std::invalid_argument("unknown volume '" + word + "'");
}

struct Arguments {
  bool list = false, quick = false, batch = false;
  int build = 0;
  std::vector<std::string> scenes, volumes, rivals = {"fcl-obb"};
  std::string mode = "both", csv, json;
  int repeat = 3;
};

int run_scenes(const Arguments& arguments) {
  RunOptions options;
  options.rivals = arguments.rivals;
  std::erase(options.rivals, "none");
  options.any = arguments.mode != "all";
  options.all = arguments.mode != "bool";
  options.repeat = arguments.repeat;
  if (!arguments.volumes.empty()) options.volumes.clear();
  for (const std::string& word : arguments.volumes) options.volumes.push_back(volume_by_name(word));
  std::vector<std::string> names = arguments.scenes;
  if (arguments.quick) {
    options.max_poses = kQuickPoses;
    if (names.empty()) names.assign(std::begin(kQuickScenes), std::end(kQuickScenes));
  }
  if (names.empty()) {
    for (const auto& info : scenes::scene_list()) names.push_back(info.name);
  }

  const Environment env = environment();
  std::cout << env.cpu << ", " << env.isa << ", " << env.compiler << "; a pose's time is the least of at least "
            << options.repeat << "; x = mean of the first rival over the engine's mean\n";
  print_header(std::cout);
  Runner runner(options);
  std::vector<Row> rows;
  std::vector<Disagreement> disagreements;
  for (const std::string& scene : names) {
    SceneResult result = runner.run(scenes::make_scene(scene));
    print_rows(std::cout, result.rows);
    print_disagreements(std::cout, result.disagreements);
    std::cout << std::flush;
    rows.insert(rows.end(), result.rows.begin(), result.rows.end());
    disagreements.insert(disagreements.end(), result.disagreements.begin(), result.disagreements.end());
  }
  const std::string rival = options.rivals.empty() ? "" : options.rivals.front();
  if (!arguments.csv.empty()) write_csv(arguments.csv, rows, rival);
  if (!arguments.json.empty()) write_json(arguments.json, rows, disagreements, rival);
  const auto wrong = std::count_if(disagreements.begin(), disagreements.end(),
                                   [](const Disagreement& d) { return d.graze != d.truth; });
  std::cout << disagreements.size() << " disagreements, graze wrong in " << wrong << '\n';
  return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("graze and its rivals on the standard scenes");
  app.add_flag("--list", arguments.list, "names of the scenes");
  app.add_option("--scene", arguments.scenes, "only these")->delimiter(',');
  app.add_flag("--quick", arguments.quick, "ten scenes, at most 120 poses each");
  app.add_option("--mode", arguments.mode, "bool, all or both")->check(CLI::IsMember({"bool", "all", "both"}));
  app.add_option("--repeat", arguments.repeat, "repetitions; a pose's time is the least")->check(CLI::Range(1, 1000));
  app.add_option("--volume", arguments.volumes, "volumes of graze, such as obb,dop26")->delimiter(',');
  app.add_option("--rival", arguments.rivals, "fcl-obb, fcl-obbrss or none")->delimiter(',');
  app.add_option("--csv", arguments.csv, "write the rows to this file");
  app.add_option("--json", arguments.json, "write rows and disagreements to this file");
  app.add_option("--build", arguments.build, "time building models of this many triangles instead")
      ->check(CLI::Range(20, 100000000));
  app.add_flag("--batch", arguments.batch, "time intersects_batch on one thread and two instead");
  CLI11_PARSE(app, argc, argv);
  try {
    if (arguments.list) {
      for (const auto& info : scenes::scene_list()) std::cout << info.name << "\t" << info.what << '\n';
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
