// SPDX-License-Identifier: Apache-2.0
// What changed between two runs beyond noise.
#pragma once

#include <string>
#include <vector>

#include "suite/results.h"

namespace graze::suite {

/// A number of one engine in one scene that both runs have.
struct Change {
  std::string scene, engine, what;  ///< what: "any", "all", "build"
  double before = 0, after = 0;     ///< µs; build: ms
  Interval before_ci{}, after_ci{};
  bool beyond_noise = false;  ///< the intervals do not overlap, and the change exceeds the noise

  double factor() const { return before > 0 ? after / before : 0; }
  bool slower() const { return beyond_noise && after > before; }
  bool faster() const { return beyond_noise && after < before; }
};

struct Comparison {
  std::vector<std::string> notes;  ///< what makes the two runs less comparable, one line each
  std::vector<Change> changes;     ///< everything compared, in the new run's order
  std::vector<std::string> gone;   ///< "scene, engine": only in the old run
  std::vector<std::string> added;  ///< only in the new one
  std::size_t slower = 0, faster = 0;
};

/// Runs on the same poses are compared by what repeating a measurement gives, others by what further poses would.
/// `noise`: a part such as 0.05, that two runs differ by although nothing changed.
Comparison compare_results(const Results& before, const Results& after, double noise);

/// Lines for people: notes, what is slower, what is faster, a last line that sums up.
std::string comparison_text(const Comparison& comparison, double noise);

}  // namespace graze::suite
