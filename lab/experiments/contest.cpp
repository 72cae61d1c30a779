// SPDX-License-Identifier: Apache-2.0
#include "lab/experiments/contest.h"

#include <algorithm>
#include <ctime>
#include <numeric>

#include "graze/error.h"
#ifdef GRAZE_LAB_HAS_CGAL
#include "lab/tetra.h"
#endif
#include "scenes.h"

namespace graze::lab {
namespace {

/// Seconds this thread has computed: what the thesis measured, and blind to other programs on the machine.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What a method is to a contest: moves, answers, and answers again without moving.
struct Contestant {
  std::string name;
  std::function<bool(const Pose&)> move_and_ask;
  std::function<bool()> ask;
};

/// All poses; the answers are compared with those of the oracle that placed them.
double fly_once(const Contestant& contestant, const std::vector<Pose>& poses, const std::vector<char>& truth,
                std::size_t& wrong) {
  std::vector<char> answers(poses.size());
  const double began = cpu_seconds();
  for (std::size_t i = 0; i < poses.size(); ++i) answers[i] = contestant.move_and_ask(poses[i]) ? 1 : 0;
  const double seconds = cpu_seconds() - began;
  for (std::size_t i = 0; i < poses.size(); ++i) wrong += answers[i] != truth[i] ? 1 : 0;
  return seconds;
}

/// Full-resolution checks a second, averaged over poses as the thesis did: each is repeated for a millisecond.
double full_rate(const Contestant& contestant, const std::vector<Pose>& poses) {
  double total = 0;
  for (const Pose& pose : poses) {
    contestant.move_and_ask(pose);
    std::size_t repeats = 0;
    const double began = cpu_seconds();
    double seconds = 0;
    do {
      contestant.ask();
      ++repeats;
      seconds = cpu_seconds() - began;
    } while (seconds < 1e-3);
    total += seconds / static_cast<double>(repeats);
  }
  return total > 0 ? static_cast<double>(poses.size()) / total : 0;
}

}  // namespace

World make_world(const scenes::Chapter2Item& item) { return make_world(item, scenes::chapter2_world(item.name)); }

World make_world(const scenes::Chapter2Item& item, Mesh mesh) {
  World world{item, std::move(mesh), {}, "graze is built without GRAZE_LAB_CGAL"};
  world.methods.push_back(make_r_tree(world.mesh));
  world.methods.push_back(make_grid(world.mesh));
  world.methods.push_back(make_kd_tree(world.mesh));
#ifdef GRAZE_LAB_HAS_CGAL
  try {
    world.methods.push_back(make_tetra(world.mesh));
    world.why_no_tetra.clear();
  } catch (const Error& error) {
    world.why_no_tetra = error.message();
  }
#endif
  return world;
}

Outcome fly(const World& world, const Mesh& body, const ContestOptions& options, std::uint64_t seed) {
  scenes::Billiard path;
  path.region = scenes::chapter2_region(world.item, world.mesh);
  path.poses = options.steps;
  return fly(world, body, options, scenes::billiard(scenes::graze_oracle(world.mesh, body), path, seed));
}

Outcome fly(const World& world, const Mesh& body, const ContestOptions& options, const std::vector<Pose>& poses) {
  const Model a = Model::build(world.mesh), b = Model::build(body);
  Workspace workspace;
  std::vector<char> truth;
  std::vector<Pose> hits;
  for (const Pose& pose : poses) {
    truth.push_back(intersects(a, b, pose, {}, &workspace) ? 1 : 0);
    if (truth.back() != 0 && hits.size() < static_cast<std::size_t>(options.full_poses)) hits.push_back(pose);
  }
  Outcome outcome;
  outcome.steps = poses.size();
  outcome.collisions = static_cast<std::size_t>(std::count(truth.begin(), truth.end(), 1));

  const Flyer flyer(body);
  std::vector<std::unique_ptr<Flight>> flights;
  std::vector<Contestant> contestants;
  for (const std::unique_ptr<Method>& method : world.methods) {
    Flight* flight = flights.emplace_back(std::make_unique<Flight>(flyer)).get();
    contestants.push_back({std::string(method->name()),
                           [flight, m = method.get()](const Pose& pose) {
                             flight->move(pose);
                             return m->collides(*flight);
                           },
                           [flight, m = method.get()] { return m->collides(*flight); }});
  }
  Pose last;
  contestants.push_back({"graze",
                         [&](const Pose& pose) {
                           last = pose;
                           return intersects(a, b, pose, {}, &workspace);
                         },
                         [&] { return intersects(a, b, last, {}, &workspace); }});
  for (const Contestant& contestant : contestants) outcome.runs.push_back({contestant.name, 0, 0, {}});
  for (int round = 0; round < options.rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const double seconds = fly_once(contestants[i], poses, truth, outcome.wrong);
      double& best = outcome.runs[i].seconds;
      best = round == 0 ? seconds : std::min(best, seconds);
      if (round == 0 && i < flights.size()) outcome.runs[i].counters = flights[i]->counters();
    }
  }
  outcome.full_checks = outcome.runs[0].counters.full_checks;  // the R-tree's phase I is just that
  if (hits.empty()) return outcome;
  for (std::size_t i = 0; i < contestants.size(); ++i) outcome.runs[i].full_checks = full_rate(contestants[i], hits);
  return outcome;
}

std::vector<int> places(const std::vector<double>& rates) {
  constexpr double kTie = 0.97;
  std::vector<std::size_t> order(rates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return rates[i] > rates[j]; });
  std::vector<int> result(rates.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool tie = i > 0 && rates[order[i]] >= kTie * rates[order[i - 1]];
    result[order[i]] = tie ? result[order[i - 1]] : static_cast<int>(i) + 1;
  }
  return result;
}

}  // namespace graze::lab
