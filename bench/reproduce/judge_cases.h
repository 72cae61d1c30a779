// SPDX-License-Identifier: Apache-2.0
// What the experiments on time-critical queries share: real models, those that the shipped weights were fitted on and
// others, and their poses (TIMED, "setting").
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graze/timed.h"
#include "reliability.h"

namespace graze::reproduce {

struct JudgeCase {
  std::string name;
  Model a, b;
  std::vector<Pose> far, near;        ///< scenarios U and N
  std::vector<std::uint8_t> hits[2];  ///< whether they collide, of `far` and of `near`
  std::vector<int> kinds[2];          ///< of `far` the distance, 0 to 21; of `near` how near, 0 to 2
  std::vector<Pose> path;             ///< approach and retreat, coherent
  Calibration mixed;                  ///< fitted on other poses of U and N, some 500 each
  Calibration own[3];                 ///< on other poses of U, of N, of paths

  const std::vector<Pose>& poses(bool is_near) const { return is_near ? near : far; }
  const std::vector<std::uint8_t>& truth(bool is_near) const { return hits[is_near ? 1 : 0]; }
};

/// What was claimed of all models together, by method and poses.
using ClaimPool = std::map<std::pair<std::string, std::string>, std::vector<bench::Claim>>;

/// Files, as scenes::model() takes them: those below GRAZE_DATA that are there, and bundled ones. `fitted`: those that
/// the shipped weights were fitted on (src/timed/weights.cpp), else others.
std::vector<std::string> judge_models(bool fitted);

/// A model against a copy of itself.
JudgeCase make_judge_case(const std::string& file, bool quick);

/// Queries that take long, for deadlines of 200 µs: nested spheres with hardly a gap between them; in `near`.
JudgeCase make_long_case(bool quick);

}  // namespace graze::reproduce
