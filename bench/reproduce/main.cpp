// SPDX-License-Identifier: Apache-2.0
// Repeats the experiments of the seeds (thesis chapters 3 to 8, the rounded-box paper, ADB-trees); scripts/reproduce.py
// calls it, adds chapter 2 (graze_lab) and writes the report.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>

#include "clock.h"
#include "laboratory.h"
#include "trial.h"
#include "words.h"

namespace {

using namespace graze::reproduce;

bool wanted(const Experiment& experiment, const std::vector<std::string>& only) {
  return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& word) {
           return word == experiment.name ||
                  std::find(experiment.tables.begin(), experiment.tables.end(), word) != experiment.tables.end();
         });
}

std::vector<Experiment> experiments() {
  std::vector<Experiment> list;
  add_spheres(list);
  add_volumes(list);
  add_memory(list);
  add_construction(list);
  add_overlap(list);
  add_thresholds(list);
  add_steps(list);
  add_packages(list);
  add_gouge(list);
  add_costs(list);
  add_calibration(list);
  add_judge(list);
  add_adb(list);
  return list;
}

int run(int argc, char** argv) {
  CLI::App app{"Repeats the experiments of the seeds"};
  LaboratoryOptions options;
  std::string out = "build/results/reproduce";
  std::vector<std::string> only;
  bool listing = false;
  std::vector<std::string> trials, datasets;
  app.add_flag("--quick", options.quick, "reduced datasets and flights");
  app.add_option("--out", out, "folder for measured.csv");
  app.add_option("--only", only, "tables or groups, such as table_24")->delimiter(',');
  app.add_flag("--list", listing, "what --only may name");
  std::string words;
  for (const std::string& word : option_names()) words += " " + word;
  app.add_option("--try", trials, "flies a method in words, \"volume=dop18 width=2\"; options:" + words)
      ->allow_extra_args(false);
  app.add_option("--datasets", datasets, "that --try flies: Pipes,Torus,747,Swept,Interior")->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  options.out = out;
  if (!trials.empty()) return try_methods(trials, datasets, options.quick, options.quick ? 2 : 3) == 0 ? 0 : 1;

  std::vector<Experiment> chosen;
  for (Experiment& experiment : experiments()) {
    if (listing) {
      std::cout << experiment.name << ':';
      for (const std::string& table : experiment.tables) std::cout << ' ' << table;
      std::cout << '\n';
    }
    if (wanted(experiment, only)) chosen.push_back(std::move(experiment));
  }
  if (listing) return 0;
  if (chosen.empty() && !only.empty()) {
    std::cerr << "graze_reproduce: no experiment of that name; see --list\n";
    return 3;
  }

  Laboratory laboratory(options);
  const auto seconds = [&](const Experiment& e) { return options.quick ? e.quick_seconds : e.seconds; };
  double left = 0;
  double planned_done = 0;
  for (const Experiment& e : chosen) left += seconds(e);
  const double start = graze::bench::wall_us();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    // The plan's seconds, stretched by how this machine has kept to them so far.
    const double elapsed = 1e-6 * (graze::bench::wall_us() - start);
    const double pace = planned_done > 0 ? elapsed / planned_done : 1;
    std::fprintf(stderr, "[%zu/%zu] %s, %.0f s gone, about %.0f s left\n", i + 1, chosen.size(), chosen[i].name.c_str(),
                 elapsed, left * pace);
    chosen[i].run(laboratory);
    planned_done += seconds(chosen[i]);
    left -= seconds(chosen[i]);
    laboratory.record("time", "", chosen[i].name, "", "seconds", 1e-6 * (graze::bench::wall_us() - start) - elapsed);
  }
  if (laboratory.flights() > 0) {
    std::fprintf(stderr, "%d flights, %d with other contacts than the default's\n", laboratory.flights(),
                 laboratory.disagreements());
  }
  return laboratory.disagreements() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "graze_reproduce: " << error.what() << '\n';
    return 3;
  }
}
