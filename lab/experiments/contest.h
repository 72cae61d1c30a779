// SPDX-License-Identifier: Apache-2.0
// Methods in a contest: one environment, flying objects, the same path for all; times, answers, ranks.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "chapter2.h"
#include "graze/query.h"
#include "lab/method.h"

namespace graze::lab {

/// An environment in every method's form.
struct World {
  scenes::Chapter2Item item;
  Mesh mesh;
  std::vector<std::unique_ptr<Method>> methods;
  std::string why_no_tetra;  ///< empty where there is one
};

/// With the thesis's parameters. Without CGAL, or where the mesh cannot be made to conform, the tetrahedra are missing.
World make_world(const scenes::Chapter2Item& item);
World make_world(const scenes::Chapter2Item& item, Mesh mesh);

/// How one method did on one flight.
struct Run {
  std::string method;
  double seconds = 0;      ///< of computing, in the fastest round, for all steps: moving, climbing, asking
  double full_checks = 0;  ///< a second, in poses with contact; 0 where there are none
  Counters counters;       ///< of one round
};

struct Outcome {
  std::size_t steps = 0;
  std::size_t collisions = 0;
  std::size_t full_checks = 0;  ///< poses in which the flyer's box meets a triangle's
  std::size_t wrong = 0;        ///< answers, of all methods, that differ from graze's
  std::vector<Run> runs;        ///< graze's own engine is the last
};

struct ContestOptions {
  int steps = 10000;
  int rounds = 3;
  int full_poses = 20;  ///< with contact, timed alone
};

/// Along a billiard path.
Outcome fly(const World& world, const Mesh& body, const ContestOptions& options, std::uint64_t seed);
/// Along any.
Outcome fly(const World& world, const Mesh& body, const ContestOptions& options, const std::vector<Pose>& poses);

/// Places in a contest, the fastest first: 1, 2, ...; rates within 3 % share the better place, as close ties do in
/// tables 3 and 4.
std::vector<int> places(const std::vector<double>& rates);

}  // namespace graze::lab
