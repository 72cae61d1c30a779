// SPDX-License-Identifier: Apache-2.0
// graze_judge: fits the weights of time-critical queries on some models and measures them on others.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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

struct Case {
  std::string name;
  Model model;
  std::vector<Pose> far, near;  // U and N
};

Case load_case(const std::filesystem::path& file, int poses) {
  Case out{file.stem().string(), Model::build(load_mesh(file)), {}, {}};
  prepare(out.model);
  out.far = poses_at_distances(out.model, out.model, std::max(1, poses / 12), 1);  // nearly half of them are dropped
  out.near = poses_near_contact(out.model, out.model, std::max(1, poses / 6), 2);
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
      detail::trace_states(c.model, c.model, c.far, states, points);
      detail::trace_states(c.model, c.model, c.near, states, points);
    }
  }
  fmt::print("const Weights kJudgeWeights = {{\n");
  print_weights(detail::fit_weights(states).at, states);
  fmt::print("}};\n");
}

Model scaled(const Model& model, double by) {
  Mesh mesh = model.mesh();
  for (Vec3& v : mesh.vertices) v = {by * v.x, by * v.y, by * v.z};
  Model out = Model::build(mesh);
  prepare(out);
  return out;
}

/// Each model beside others that are smaller, evenly over all ratios for which there are weights; in N the poses are
/// within 2.5 % of the larger's side, and of the smaller's.
void fit_unlike(const std::vector<Case>& cases, int poses) {
  constexpr std::size_t kOthers = 12;
  States states;
  for (std::size_t i = 0; i < cases.size() * kOthers; ++i) {
    const Model& a = cases[i / kOthers].model;
    const Model& other = cases[(i / kOthers + i) % cases.size()].model;
    const double fraction = std::fmod(0.6180339887 * static_cast<double>(i + 1), 1.0);
    const double ratio = std::exp2(1 + detail::kMostOctaves * fraction);
    const auto radius = [](const Model& m) { return m.hierarchy().radius * m.hierarchy().unit; };
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
Measured measure(const Model& model, const std::vector<Pose>& poses, const Budget& budget, TimedWorkspace& workspace) {
  Measured out;
  Workspace exact;
  Verdict verdict;
  for (const Pose& pose : poses) {
    double best = 1e18, best_exact = 1e18;
    bool truth = false;
    for (int i = 0; i < 2; ++i) {
      const auto t0 = Clock::now();
      truth = intersects(model, model, pose, {}, &exact);
      const auto t1 = Clock::now();
      judge(model, model, pose, verdict, budget, workspace);
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

void report(const std::vector<Case>& cases, bool calibrated) {
  fmt::print("{:<26} {:>3} {:>22} {:>22} {:>22} {:>22} {:>22}  {}\n", "model", "", "exact order", "eps 0.10",
             "eps 0.05", "5 µs", "20 µs", "ECE");
  for (const Case& c : cases) {
    for (const bool near : {false, true}) {
      const std::vector<Pose>& poses = near ? c.near : c.far;
      TimedWorkspace workspace;
      if (calibrated) {
        std::vector<Pose> both = c.far;
        both.insert(both.end(), c.near.begin(), c.near.end());
        workspace.use(calibrate(c.model, c.model, both));
      }
      std::vector<detail::LabelledState> states;
      detail::trace_states(c.model, c.model, poses, states);
      const Reliability reliability = detail::reliability_of(states, workspace.impl().state.correction.calibration);
      std::string line = fmt::format("{:<26} {:>3}", c.name, near ? "N" : "U");
      for (const Budget& budget :
           {Budget{}, Budget{.epsilon = 0.10}, Budget{.epsilon = 0.05}, Budget{.time = std::chrono::microseconds(5)},
            Budget{.time = std::chrono::microseconds(20)}}) {
        const Measured m = measure(c.model, poses, budget, workspace);
        const auto n = static_cast<double>(poses.size());
        line += fmt::format(" {:>6.2f} % {:>5.2f}x {:>4.0f} ns", 100 * static_cast<double>(m.wrong) / n,
                            m.exact_ns / m.ns, m.ns / n);
      }
      fmt::print("{}  {:.3f}\n", line, reliability.calibration_error);
    }
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  CLI::App app("Fits and measures time-critical queries");
  std::vector<std::filesystem::path> training, test;
  int poses = 600;
  bool calibrated = false;
  app.add_option("--fit", training, "models to fit the shipped weights on; prints them");
  app.add_option("--test", test, "models to measure: error, speed over the exact query, calibration error");
  app.add_option("--poses", poses, "of each scenario and model")->check(CLI::Range(22, 1000000));
  app.add_flag("--calibrated", calibrated, "calibrate for each model first");
  CLI11_PARSE(app, argc, argv);
  using namespace graze::bench;
  std::vector<Case> cases;
  for (const auto& file : training) cases.push_back(load_case(file, poses));
  if (!cases.empty()) {
    fit(cases);
    fit_unlike(cases, std::max(22, poses / 6));
  }
  cases.clear();
  for (const auto& file : test) cases.push_back(load_case(file, poses));
  if (!cases.empty()) report(cases, calibrated);
  return 0;
}
