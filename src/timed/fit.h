// SPDX-License-Identifier: Apache-2.0
// Logistic regression on the states of queries whose end is known.
#pragma once

#include <span>
#include <vector>

#include "timed/judge_state.h"

namespace graze::detail {

/// A state on the way of a query, and how it ended.
struct LabelledState {
  Observed observed;
  PointsSeen points;
  TriesSeen tries;
  std::size_t group;
  bool collided;
  double octaves = 0;  // by which one model is larger than twice the other
  double odds = 0;     // log-odds as they were told, before any correction
};

/// Runs every pose to its end and appends its states; queries decided at once leave none. Returns how many collide.
/// Without points, as if one model were much larger than the other.
std::size_t trace_states(const Model& a, const Model& b, std::span<const Pose> poses, std::vector<LabelledState>& out,
                         bool points = true);

/// Of states with and without points; zero for groups that have none.
RatioWeights fit_weights(std::span<const LabelledState> states);

/// What these weights make of a state: points are asked anew.
double log_odds_by(const RatioWeights& weights, const LabelledState& state);

/// Slope and offset in each group, drawn towards 1 and 0 as far as there are few states.
Calibration fit_calibration(std::span<const LabelledState> states);

/// Of the probabilities that a correction makes of states.
Reliability reliability_of(std::span<const LabelledState> states, const Calibration& calibration);

}  // namespace graze::detail
