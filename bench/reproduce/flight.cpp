// SPDX-License-Identifier: Apache-2.0
#include "flight.h"

#include <algorithm>
#include <memory>

#include "clock.h"

namespace graze::reproduce {
namespace {

Model build_timed(const Mesh& mesh, BuildOptions options, double& ms) {
  options.threads = 1;
  Mesh copy = mesh;
  const double start = bench::thread_us();
  Model model = Model::build(std::move(copy), options);
  ms = 1e-3 * (bench::thread_us() - start);
  return model;
}

}  // namespace

Method method(std::string name, const BuildOptions& build, int tau, const QueryOptions& query) {
  Method result{std::move(name), build, build, query};
  result.object.leaf_size = tau;
  return result;
}

double FlightResult::mean_us() const {
  double sum = 0;
  for (const double t : us) sum += t;
  return us.empty() ? 0 : sum / static_cast<double>(us.size());
}

double FlightResult::max_us() const { return us.empty() ? 0 : *std::max_element(us.begin(), us.end()); }

Counters FlightResult::total() const {
  Counters sum;
  for (const Counters& c : counters) {
    sum.volume_tests += c.volume_tests;
    sum.primitive_tests += c.primitive_tests;
    sum.node_updates += c.node_updates;
    sum.exact_tests += c.exact_tests;
  }
  return sum;
}

Flyer::Flyer(const scenes::Scene& scene, const Method& method)
    : scene_(scene),
      query_(method.query),
      a_(build_timed(scene.a, method.environment, result_.build_environment_ms)),
      b_(build_timed(scene.b, method.object, result_.build_object_ms)) {
  result_.method = method.name;
  result_.environment = a_.stats();
  result_.object = b_.stats();
}

void Flyer::fly() {
  const std::vector<Pose>& poses = scene_.poses;
  const bool first = rounds_++ == 0;
  if (first) {
    result_.us.assign(poses.size(), 1e300);
    result_.hash = 0xCBF29CE484222325u;
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const double us = bench::short_us([&] { graze::contacts(a_, b_, poses[i], contacts_, query_, &workspace_); });
    result_.us[i] = std::min(result_.us[i], us);
    if (!first) continue;
    result_.counters.push_back(contacts_.counters);
    result_.contacts += contacts_.pairs.size();
    if (!contacts_.pairs.empty()) ++result_.hits;
    result_.hash = mixed(result_.hash, i);
    for (const Contact& c : contacts_.pairs) {
      result_.hash = mixed(mixed(result_.hash, c.triangle_a), c.triangle_b);
    }
  }
}

std::vector<FlightResult> fly_all(const scenes::Scene& scene, const std::vector<Method>& methods, int rounds,
                                  double most_seconds) {
  std::vector<std::unique_ptr<Flyer>> flyers;
  for (const Method& m : methods) flyers.push_back(std::make_unique<Flyer>(scene, m));
  std::vector<bool> tired(methods.size(), false);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < flyers.size(); ++i) {
      if (tired[i]) continue;
      const double start = bench::wall_us();
      flyers[i]->fly();
      tired[i] = bench::wall_us() - start > 1e6 * most_seconds;
    }
  }
  std::vector<FlightResult> results;
  for (auto& flyer : flyers) results.push_back(std::move(flyer->result()));
  return results;
}

}  // namespace graze::reproduce
