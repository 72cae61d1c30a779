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

Flyer::Flyer(const scenes::Scene& scene, const Method& method, const Flyer* like)
    : scene_(scene),
      query_(method.query),
      a_(like != nullptr ? like->a_ : build_timed(scene.a, method.environment, result_.build_environment_ms)),
      b_(build_timed(scene.b, method.object, result_.build_object_ms)) {
  result_.method = method.name;
  if (like != nullptr) result_.build_environment_ms = like->result_.build_environment_ms;
  result_.environment = a_.stats();
  result_.object = b_.stats();
  limits_ = method.limits;
  if (method.front > 0) front_.emplace(method.front, method.front_pairs);
  if (method.planes) planes_.emplace();
}

void Flyer::ask(const Pose& pose) {
  if (is_limited()) {
    bounded_ = contacts_bounded(a_, b_, pose, limits_, query_, &workspace_);
  } else if (front_) {
    graze::contacts(a_, b_, pose, contacts_, *front_, query_);
  } else if (planes_) {
    graze::contacts(a_, b_, pose, contacts_, *planes_, query_);
  } else {
    graze::contacts(a_, b_, pose, contacts_, query_, &workspace_);
  }
}

void Flyer::count(std::size_t pose) {
  if (is_limited()) {
    contacts_ = std::move(bounded_.contacts);
    result_.outcomes.push_back(bounded_.outcome);
    if (!bounded_.complete) result_.penetration += bounded_.penetration;
  }
  result_.counters.push_back(contacts_.counters);
  if (query_.method == graze::Method::study) {
    const StudyCounters more = front_ ? front_->study_counters() : workspace_.study_counters();
    result_.study.overlaps += more.overlaps;
    result_.study.comparisons += more.comparisons;
    result_.study.disjoint_comparisons += more.disjoint_comparisons;
  }
  result_.contacts += contacts_.pairs.size();
  if (!contacts_.pairs.empty()) ++result_.hits;
  result_.hash = mixed(result_.hash, pose);
  for (const Contact& c : contacts_.pairs) result_.hash = mixed(mixed(result_.hash, c.triangle_a), c.triangle_b);
}

void Flyer::fly() {
  const std::vector<Pose>& poses = scene_.poses;
  const bool first = rounds_++ == 0;
  if (first) {
    result_.us.assign(poses.size(), 1e300);
    result_.hash = 0xCBF29CE484222325u;
  }
  if (front_) front_->reset();
  if (planes_) planes_->reset();
  for (std::size_t i = 0; i < poses.size(); ++i) {
    result_.us[i] = std::min(result_.us[i], bench::time_us([&] { ask(poses[i]); }));
    if (first) count(i);
  }
}

std::vector<FlightResult> fly_all(const scenes::Scene& scene, const std::vector<Method>& methods, int rounds,
                                  double most_seconds) {
  std::vector<std::unique_ptr<Flyer>> flyers;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::string& word = methods[i].same_environment;
    const Flyer* like = nullptr;
    for (std::size_t k = 0; k < i && !word.empty() && like == nullptr; ++k) {
      if (methods[k].same_environment == word) like = flyers[k].get();
    }
    flyers.push_back(std::make_unique<Flyer>(scene, methods[i], like));
  }
  std::vector<bool> tired(methods.size(), false);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < flyers.size(); ++i) {
      if (tired[i]) continue;
      const double start = bench::thread_us();
      flyers[i]->fly();
      tired[i] = bench::thread_us() - start > 1e6 * most_seconds;
    }
  }
  std::vector<FlightResult> results;
  for (auto& flyer : flyers) results.push_back(std::move(flyer->result()));
  return results;
}

}  // namespace graze::reproduce
