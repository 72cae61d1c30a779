// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <cstdio>

#include "methods.h"
#include "words.h"

namespace graze::reproduce {
namespace {

/// Interrupted queries find some of the contacts; what they must not do is to call a pose free that is not.
bool is_conservative(const FlightResult& r, const std::vector<bool>& hits) {
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i] && r.outcomes[i] == Outcome::disjoint) return false;
    if (!hits[i] && r.outcomes[i] == Outcome::colliding) return false;
  }
  return true;
}

std::vector<bool> hits_of(const Scene& scene) {
  const scenes::Oracle oracle = scenes::graze_oracle(scene.a, scene.b);
  std::vector<bool> hits;
  for (const Pose& pose : scene.poses) hits.push_back(oracle.collides(pose));
  return hits;
}

/// Whether its answers are right.
bool print(const Scene& scene, const FlightResult& r, const FlightResult& reference, bool same_question) {
  const auto poses = static_cast<double>(r.us.size());
  const Counters sum = r.total();
  const auto mean = [&](std::uint64_t n) { return static_cast<double>(n) / poses; };
  std::printf("%-9s %10.3g %10.4g %10.4g %10.4g %9llu  ", scene.name.c_str(), r.mean_us(), mean(sum.volume_tests),
              mean(sum.primitive_tests), mean(sum.node_updates), static_cast<unsigned long long>(r.contacts));
  bool right = true;
  if (!r.outcomes.empty()) {
    right = is_conservative(r, hits_of(scene));
    const auto undecided = std::count(r.outcomes.begin(), r.outcomes.end(), Outcome::possible);
    std::printf("%s, %lld of %zu undecided, penetration at most %.3g (mean)",
                right ? "conservative" : "NOT CONSERVATIVE", static_cast<long long>(undecided), r.us.size(),
                r.penetration / poses);
  } else if (same_question) {
    right = r.hash == reference.hash && r.contacts == reference.contacts;
    std::printf("%s", right ? "same contacts" : "OTHER CONTACTS");
  } else {
    std::printf("with a margin");
  }
  std::printf("  %s\n", r.method.c_str());
  return right;
}

}  // namespace

int try_methods(const std::vector<std::string>& words, const std::vector<std::string>& datasets, bool reduced,
                int rounds) {
  std::vector<Method> methods = {default_method()};
  for (const std::string& w : words) methods.push_back(method_of_words(w));
  constexpr double kMostSeconds = 2;  // of a round that is worth another
  int wrong = 0;
  std::printf("%-9s %10s %10s %10s %10s %9s\n", "dataset", "us a query", "N_v", "N_p", "N_u", "contacts");
  for (const std::string& name : datasets.empty() ? dataset_names() : datasets) {
    const Scene scene = make_dataset(name, reduced);
    const std::vector<FlightResult> flown = fly_all(scene, methods, rounds, kMostSeconds);
    for (std::size_t i = 0; i < flown.size(); ++i) {
      if (!print(scene, flown[i], flown.front(), methods[i].query.margin == 0)) ++wrong;
    }
    std::fflush(stdout);
  }
  return wrong;
}

}  // namespace graze::reproduce
