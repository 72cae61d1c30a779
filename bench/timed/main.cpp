// SPDX-License-Identifier: Apache-2.0
// graze_judge: fits the weights of time-critical queries on some models and measures them on others.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "graze/io.h"
#include "graze/timed.h"
#include "poses.h"
#include "timed/fit.h"
#include "timed/timed_workspace.h"

namespace graze::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Two copies of a model, or a model and a smaller one.
struct Case {
  std::string name;
  Model a, b;
  std::vector<Pose> far, near, near_smaller;  // U, N, and N by the smaller one's side
};

Model load_model(const std::filesystem::path& file) {
  Model out = Model::build(load_mesh(file));
  prepare(out);
  return out;
}

std::vector<Case> copies_of(const std::vector<std::filesystem::path>& files, int poses) {
  std::vector<Case> out;
  for (const auto& file : files) {
    const Model model = load_model(file);
    out.push_back({file.stem().string(), model, model, {}, {}, {}});
    out.back().far = poses_at_distances(model, model, std::max(1, poses / 12), 1);  // nearly half of them are dropped
    out.back().near = poses_near_contact(model, model, std::max(1, poses / 6), 2);
  }
  return out;
}

Model scaled(const Model& model, double by) {
  Mesh mesh = model.mesh();
  for (Vec3& v : mesh.vertices) v = {by * v.x, by * v.y, by * v.z};
  Model out = Model::build(mesh);
  prepare(out);
  return out;
}

double radius(const Model& model) { return model.hierarchy().radius * model.hierarchy().unit; }

/// Each model beside the next of them, made so many times as small.
std::vector<Case> unlike_pairs(const std::vector<std::filesystem::path>& files, double ratio, int poses) {
  std::vector<Model> models;
  for (const auto& file : files) models.push_back(load_model(file));
  std::vector<Case> out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::size_t next = (i + 1) % files.size();
    const Model &a = models[i], b = scaled(models[next], radius(a) / (ratio * radius(models[next])));
    out.push_back({files[i].stem().string() + " " + files[next].stem().string(), a, b, {}, {}, {}});
    out.back().far = poses_at_distances(a, b, std::max(1, poses / 12), 1);
    out.back().near = poses_near_contact(a, b, std::max(1, poses / 6), 2);
    out.back().near_smaller = poses_near_contact(a, b, std::max(1, poses / 6), 3, true);
  }
  return out;
}

using States = std::vector<detail::LabelledState>;

void print_weights(const detail::Weights& weights, const States& states) {
  const auto print = [&](const auto& groups, std::size_t first, bool points) {
    fmt::print("    {{{{\n");
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto count = std::count_if(states.begin(), states.end(), [&](const auto& s) {
        return s.group == first + i && s.observed.looked_up == points;
      });
      fmt::print("        {{{:.4f}}},  // {} states\n", fmt::join(groups[i], ", "), count);
    }
    fmt::print("    }}}},\n");
  };
  print(weights.points, 0, true);
  print(weights.states, detail::kPointLevels, true);
  print(weights.boxes, detail::kPointLevels, false);
}

void fit(const std::vector<Case>& cases) {
  States states;
  for (const Case& c : cases) {
    for (const bool points : {true, false}) {
      detail::trace_states(c.a, c.b, c.far, states, points);
      detail::trace_states(c.a, c.b, c.near, states, points);
    }
  }
  fmt::print("const Weights kJudgeWeights = {{\n");
  print_weights(detail::fit_weights(states).at, states);
  fmt::print("}};\n");
}

/// Each model beside others that are smaller, evenly over all ratios for which there are weights; in N the poses are
/// within 2.5 % of the larger's side, and of the smaller's.
void fit_unlike(const std::vector<Case>& cases, int poses) {
  constexpr std::size_t kOthers = 12;
  States states;
  for (std::size_t i = 0; i < cases.size() * kOthers; ++i) {
    const Model& a = cases[i / kOthers].a;
    const Model& other = cases[(i / kOthers + i) % cases.size()].a;
    const double fraction = std::fmod(0.6180339887 * static_cast<double>(i + 1), 1.0);
    const double ratio = std::exp2(1 + detail::kMostOctaves * fraction);
    const Model b = scaled(other, radius(a) / (ratio * radius(other)));
    const auto add = [&](const std::vector<Pose>& at) {
      for (const bool points : {true, false}) detail::trace_states(a, b, at, states, points);
    };
    add(poses_at_distances(a, b, std::max(1, poses / 12), i));
    add(poses_near_contact(a, b, std::max(1, poses / 6), i));
    add(poses_near_contact(a, b, std::max(1, poses / 6), i, true));
  }
  const detail::RatioWeights weights = detail::fit_weights(states);
  fmt::print("const RatioWeights kUnlikeWeights = {{{{\n");
  print_weights(weights.at, states);
  fmt::print("}}, {{\n");
  print_weights(weights.per_octave, states);
  fmt::print("}}}};\n");
}

struct Measured {
  std::size_t wrong = 0, uncertain = 0;
  double ns = 0, exact_ns = 0;
};

/// Least of two, query by query beside the exact one.
Measured measure(const Case& c, const std::vector<Pose>& poses, const Budget& budget, TimedWorkspace& workspace) {
  Measured out;
  Workspace exact;
  Verdict verdict;
  for (const Pose& pose : poses) {
    double best = 1e18, best_exact = 1e18;
    bool truth = false;
    for (int i = 0; i < 2; ++i) {
      const auto t0 = Clock::now();
      truth = intersects(c.a, c.b, pose, {}, &exact);
      const auto t1 = Clock::now();
      judge(c.a, c.b, pose, verdict, budget, workspace);
      const auto t2 = Clock::now();
      best_exact = std::min(best_exact, std::chrono::duration<double, std::nano>(t1 - t0).count());
      best = std::min(best, std::chrono::duration<double, std::nano>(t2 - t1).count());
    }
    out.ns += best;
    out.exact_ns += best_exact;
    out.wrong += verdict.collides != truth ? 1 : 0;
    out.uncertain += verdict.certain ? 0 : 1;
    if (verdict.certain && verdict.collides != truth) throw std::runtime_error("a certain verdict is wrong");
  }
  return out;
}

constexpr std::size_t kBudgets = 5;
const std::array<Budget, kBudgets> kBudget = {Budget{}, Budget{.epsilon = 0.10}, Budget{.epsilon = 0.05},
                                              Budget{.time = std::chrono::microseconds(5)},
                                              Budget{.time = std::chrono::microseconds(20)}};

/// Of one or more cases: percent wrong, speed over the exact query, ns.
struct Row {
  std::array<std::array<double, 3>, kBudgets> cells{};
  double calibration_error = 0;

  void add(const Row& row, double weight) {
    for (std::size_t i = 0; i < kBudgets; ++i) {
      for (std::size_t j = 0; j < 3; ++j) cells[i][j] += weight * row.cells[i][j];
    }
    calibration_error += weight * row.calibration_error;
  }
  void print(const std::string& name, std::string_view scenario) const {
    std::string line = fmt::format("{:<40} {:>2}", name, scenario);
    for (const auto& c : cells) line += fmt::format(" {:>6.2f} % {:>5.2f}x {:>4.0f} ns", c[0], c[1], c[2]);
    fmt::print("{}  {:.3f}\n", line, calibration_error);
  }
};

Row row_of(const Case& c, const std::vector<Pose>& poses, TimedWorkspace& workspace) {
  Row out;
  std::vector<detail::LabelledState> states;
  detail::trace_states(c.a, c.b, poses, states);
  const Calibration& calibration = workspace.impl().state.correction.calibration;
  out.calibration_error = detail::reliability_of(states, calibration).calibration_error;
  for (std::size_t i = 0; i < kBudgets; ++i) {
    const Measured m = measure(c, poses, kBudget[i], workspace);
    const auto n = static_cast<double>(poses.size());
    out.cells[i] = {100 * static_cast<double>(m.wrong) / n, m.exact_ns / m.ns, m.ns / n};
  }
  return out;
}

void report(const std::vector<Case>& cases, bool calibrated) {
  fmt::print("{:<40} {:>2} {:>22} {:>22} {:>22} {:>22} {:>22}  {}\n", "", "", "exact order", "eps 0.10", "eps 0.05",
             "5 µs", "20 µs", "ECE");
  constexpr std::array kScenarios = {std::pair{"U", &Case::far}, std::pair{"N", &Case::near},
                                     std::pair{"S", &Case::near_smaller}};
  std::array<Row, kScenarios.size()> means{};
  for (const Case& c : cases) {
    TimedWorkspace workspace;
    if (calibrated) {
      std::vector<Pose> both = c.far;
      both.insert(both.end(), c.near.begin(), c.near.end());
      workspace.use(calibrate(c.a, c.b, both));
    }
    for (std::size_t i = 0; i < kScenarios.size(); ++i) {
      const auto& [scenario, poses] = kScenarios[i];
      if ((c.*poses).empty()) continue;
      const Row row = row_of(c, c.*poses, workspace);
      row.print(c.name, scenario);
      means[i].add(row, 1.0 / static_cast<double>(cases.size()));
    }
  }
  for (std::size_t i = 0; i < kScenarios.size(); ++i) {
    if (means[i].cells[0][1] > 0) means[i].print("mean", kScenarios[i].first);
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  CLI::App app("Fits and measures time-critical queries");
  std::vector<std::filesystem::path> training, test;
  int poses = 600;
  double ratio = 1;
  bool calibrated = false;
  app.add_option("--fit", training, "models to fit the shipped weights on; prints them");
  app.add_option("--test", test, "models to measure: error, speed over the exact query, calibration error");
  app.add_option("--poses", poses, "of each scenario and model")->check(CLI::Range(22, 1000000));
  app.add_option("--ratio", ratio, "--test each model beside the next of them, made so many times as small")
      ->check(CLI::Range(1.0, 1e6));
  app.add_flag("--calibrated", calibrated, "calibrate for each model first");
  CLI11_PARSE(app, argc, argv);
  using namespace graze::bench;
  if (!training.empty()) {
    const std::vector<Case> cases = copies_of(training, poses);
    fit(cases);
    fit_unlike(cases, std::max(22, poses / 6));
  }
  if (!test.empty()) report(ratio > 1 ? unlike_pairs(test, ratio, poses) : copies_of(test, poses), calibrated);
  return 0;
}
