// SPDX-License-Identifier: Apache-2.0
// One way to build and to ask, flown along a recorded path: times, counters, contacts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graze/front.h"
#include "graze/query.h"
#include "scenes.h"

namespace graze::reproduce {

/// A is the environment, B the flying object, as in the thesis's Algorithm 1.
struct Method {
  std::string name;
  BuildOptions environment, object;
  QueryOptions query;
  std::string same_environment =
      {};                    ///< methods flown side by side with the same word here share the environment's model
  int front = 0;             ///< levels an EnvironmentFront may rise by (thesis: 1); 0 = every pose from scratch
  bool front_pairs = false;  ///< it keeps pairs of nodes
  bool planes = false;       ///< graze's own Front
  Limits limits = {};        ///< where one is set, queries are interrupted (4.3)
};

/// The same options for both models, except τ: the thesis's environments have one triangle in a leaf.
Method method(std::string name, const BuildOptions& build, int tau, const QueryOptions& query);

/// What one flight cost.
struct FlightResult {
  std::string method;
  std::vector<double> us;  ///< of each pose: the least over all rounds
  std::vector<Counters> counters;
  StudyCounters study;            ///< over all poses; zero unless the method is a study
  std::uint64_t contacts = 0;     ///< over all poses
  std::uint64_t hits = 0;         ///< poses with any
  std::uint64_t hash = 0;         ///< of all contacts of all poses
  std::vector<Outcome> outcomes;  ///< of each pose, with Method::limits
  double penetration = 0;         ///< the bounds of interrupted queries, added up
  HierarchyStats environment, object;
  double build_environment_ms = 0, build_object_ms = 0;  ///< processor time, one thread

  double mean_us() const;
  double max_us() const;
  Counters total() const;
};

/// The two models of a method on a scene, built on one thread, and what it has been asked so far.
class Flyer {
 public:
  /// `like`: takes the environment's model from there.
  Flyer(const scenes::Scene& scene, const Method& method, const Flyer* like = nullptr);

  /// All poses once: the first time with counters and contacts, afterwards only times.
  void fly();
  bool has_flown() const { return rounds_ > 0; }
  FlightResult& result() { return result_; }

 private:
  void ask(const Pose& pose);
  bool is_limited() const { return limits_.steps > 0 || limits_.time.count() > 0; }
  void count(std::size_t pose);

  const scenes::Scene& scene_;
  QueryOptions query_;
  std::optional<EnvironmentFront> front_;
  std::optional<Front> planes_;
  FlightResult result_;  // before the models, whose building it times
  Model a_, b_;
  Workspace workspace_;
  Limits limits_;
  Bounded bounded_;
  Contacts contacts_;
  int rounds_ = 0;
};

/// FNV-1a, a step.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) { return (hash ^ value) * 0x100000001B3u; }

/// Rounds of different methods take turns, so that a slow spell of the machine hits all of them; a method that took
/// more than `most_seconds` in a round gets no further one.
std::vector<FlightResult> fly_all(const scenes::Scene& scene, const std::vector<Method>& methods, int rounds,
                                  double most_seconds);

}  // namespace graze::reproduce
