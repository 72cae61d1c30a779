// SPDX-License-Identifier: Apache-2.0
#include "timed/fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "query/workspace.h"
#include "timed/timed_workspace.h"
#include "traverse/isa.h"

namespace graze {
namespace detail {
namespace {

/// States of one group.
template <int n>
struct Sample {
  using Vector = Eigen::Matrix<double, n, 1>;
  std::vector<Vector> x;
  std::vector<bool> y;

  void add(const Vector& features, bool collided) {
    x.push_back(features);
    y.push_back(collided);
  }
};

/// Newton's method on the log-likelihood with a quadratic pull towards `start`; concave, so it needs no line search
/// beyond a bound on the step.
template <int n>
Eigen::Matrix<double, n, 1> fit_logistic(const Sample<n>& sample, const Eigen::Matrix<double, n, 1>& start,
                                         double pull) {
  constexpr int kRounds = 50;
  constexpr double kLongestStep = 4;
  Eigen::Matrix<double, n, 1> w = start;
  for (int round = 0; round < kRounds; ++round) {
    Eigen::Matrix<double, n, 1> gradient = -pull * (w - start);
    Eigen::Matrix<double, n, n> hessian = pull * Eigen::Matrix<double, n, n>::Identity();
    for (std::size_t i = 0; i < sample.x.size(); ++i) {
      const Eigen::Matrix<double, n, 1>& x = sample.x[i];
      const double p = probability_of(w.dot(x));
      gradient += ((sample.y[i] ? 1 : 0) - p) * x;
      hessian += std::max(p * (1 - p), 1e-6) * x * x.transpose();
    }
    Eigen::Matrix<double, n, 1> step = hessian.ldlt().solve(gradient);
    if (step.norm() > kLongestStep) step *= kLongestStep / step.norm();
    w += step;
    if (step.norm() < 1e-9) break;
  }
  return w;
}

}  // namespace

std::size_t trace_states(const Model& a, const Model& b, std::span<const Pose> poses, std::vector<LabelledState>& out,
                         bool points) {
  init_isa();
  TimedWorkspace workspace;
  TimedWorkspace::Impl& impl = workspace.impl();
  std::vector<StateRecord> trace;
  impl.state.trace = &trace;
  std::size_t colliding = 0;
  for (const Pose& pose : poses) {
    trace.clear();
    begin(a, b, pose, impl);
    impl.state.no_points |= !points;
    const bool hit = is_hit(place_and_judge(impl.frames, pose, *impl.query, *impl.priors_a, *impl.priors_b,
                                            JudgeLimits(), impl.state, nullptr),
                            impl);
    colliding += hit ? 1 : 0;
    for (const StateRecord& state : trace)
      out.push_back({state.observed, state.points, state.tries, state.group, hit, impl.state.octaves, state.odds});
  }
  return colliding;
}

namespace {

/// Those of a group, with its weights an octave beside them unless all models are alike.
template <bool by_ratio, std::size_t n, class FeaturesOf>
void fit_group(std::span<const LabelledState> states, std::size_t group, bool points, const FeaturesOf& features_of,
               std::array<double, n>& at, std::array<double, n>& per_octave) {
  constexpr int kFeatures = static_cast<int>(by_ratio ? 2 * n : n);
  Sample<kFeatures> sample;
  for (const LabelledState& state : states) {
    if (state.group != group || state.observed.looked_up != points) continue;
    const std::array<double, n> features = features_of(state);
    typename Sample<kFeatures>::Vector x;
    for (std::size_t i = 0; i < n; ++i) {
      x[static_cast<int>(i)] = features[i];
      if constexpr (by_ratio) x[static_cast<int>(n + i)] = state.octaves * features[i];
    }
    sample.add(x, state.collided);
  }
  const auto w = fit_logistic<kFeatures>(sample, Sample<kFeatures>::Vector::Zero(), 1);
  std::copy_n(w.data(), n, at.begin());
  if constexpr (by_ratio) std::copy_n(w.data() + n, n, per_octave.begin());
}

constexpr std::size_t kTries = kPointLevels - 1;

double told_by_level(const RatioWeights& weights, const LabelledState& state, std::size_t level) {
  return log_odds(state.points, weights.at.points[level]) +
         state.octaves * log_odds(state.points, weights.per_octave.points[level]);
}

TriesSeen tries_by(const RatioWeights& weights, const LabelledState& state) {
  TriesSeen seen = state.tries;
  seen.told = told_by_level(weights, state, kTries - 1);
  return seen;
}

/// What points and tries told by these weights.
double told_by(const RatioWeights& weights, const LabelledState& state) {
  if (state.group < kTries) return told_by_level(weights, state, state.group);
  const TriesSeen seen = tries_by(weights, state);
  return log_odds(seen, weights.at.points[kTries]) + state.octaves * log_odds(seen, weights.per_octave.points[kTries]);
}

template <bool by_ratio>
RatioWeights fit_groups(std::span<const LabelledState> states) {
  RatioWeights out{};
  const auto fit = [&](std::size_t group, bool points, const auto& features_of, auto& at, auto& per_octave) {
    fit_group<by_ratio>(states, group, points, features_of, at, per_octave);
  };
  for (std::size_t level = 0; level < kTries; ++level) {
    const auto features = [](const LabelledState& s) { return s.points.features(); };
    fit(level, true, features, out.at.points[level], out.per_octave.points[level]);
  }
  const auto features = [&](const LabelledState& s) { return tries_by(out, s).features(); };
  fit(kTries, true, features, out.at.points[kTries], out.per_octave.points[kTries]);
  for (std::size_t i = 0; i < kBoxGroups; ++i) {
    const auto of_state = [&](const LabelledState& s) {
      Observed asked = s.observed;
      asked.told = told_by(out, s);
      return asked.features();
    };
    const auto of_boxes = [](const LabelledState& s) {
      const StateFeatures all = s.observed.features();
      BoxFeatures boxes;
      std::copy_n(all.begin(), boxes.size(), boxes.begin());
      return boxes;
    };
    fit(kPointLevels + i, true, of_state, out.at.states[i], out.per_octave.states[i]);
    fit(kPointLevels + i, false, of_boxes, out.at.boxes[i], out.per_octave.boxes[i]);
  }
  return out;
}

}  // namespace

double log_odds_by(const RatioWeights& weights, const LabelledState& state) {
  Observed asked = state.observed;
  if (asked.looked_up) asked.told = told_by(weights, state);
  if (state.group < kPointLevels) return asked.told;
  return log_odds(asked, state.group, weights.at) + state.octaves * log_odds(asked, state.group, weights.per_octave);
}

RatioWeights fit_weights(std::span<const LabelledState> states) {
  const bool alike = std::ranges::all_of(states, [](const LabelledState& s) { return s.octaves == 0; });
  return alike ? fit_groups<false>(states) : fit_groups<true>(states);
}

Calibration fit_calibration(std::span<const LabelledState> states) {
  constexpr double kPull = 3;  // worth a dozen states in the middle
  Calibration out;
  for (std::size_t group = 0; group < kStepGroups; ++group) {
    Sample<2> sample;
    for (const LabelledState& state : states) {
      if (state.group == group) sample.add({state.odds, 1}, state.collided);
    }
    const Eigen::Vector2d w = fit_logistic<2>(sample, Eigen::Vector2d(1, 0), kPull);
    // A negative slope would call the likelier the less likely: the data are too few, or unlike any others.
    out.slope[group] = std::max(w[0], 0.05);
    out.offset[group] = w[1];
  }
  return out;
}

Reliability reliability_of(std::span<const LabelledState> states, const Calibration& calibration) {
  Reliability out;
  const Correction correction{.calibration = calibration};
  for (const LabelledState& state : states) {
    const double p = probability_of(correction.apply(state.odds, state.group));
    Reliability::Bin& bin = out.bins[std::min<std::size_t>(static_cast<std::size_t>(p * 10), 9)];
    bin.claimed += p;
    bin.observed += state.collided ? 1 : 0;
    ++bin.count;
    const double miss = p - (state.collided ? 1 : 0);
    out.brier += miss * miss;
    ++out.states;
  }
  if (out.states == 0) return out;
  const auto total = static_cast<double>(out.states);
  out.brier /= total;
  for (Reliability::Bin& bin : out.bins) {
    if (bin.count == 0) continue;
    bin.claimed /= static_cast<double>(bin.count);
    bin.observed /= static_cast<double>(bin.count);
    out.calibration_error += static_cast<double>(bin.count) / total * std::abs(bin.claimed - bin.observed);
  }
  return out;
}

}  // namespace detail

Calibration calibrate(const Model& a, const Model& b, std::span<const Pose> poses, Reliability* reliability) {
  constexpr std::size_t kFewest = 20, kHeldBack = 5;
  if (poses.size() < kFewest) {
    throw std::invalid_argument("graze: calibrate needs 20 poses at least, some hundreds to be worth it");
  }
  prepare(a);
  prepare(b);
  std::vector<Pose> fitted, held;
  for (std::size_t i = 0; i < poses.size(); ++i) (i % kHeldBack == kHeldBack - 1 ? held : fitted).push_back(poses[i]);
  std::vector<detail::LabelledState> states, unseen;
  const std::size_t colliding = detail::trace_states(a, b, fitted, states);
  const std::size_t also = detail::trace_states(a, b, held, unseen);
  if (colliding + also == 0 || colliding + also == poses.size()) {
    throw std::invalid_argument("graze: calibrate needs poses that collide and poses that do not; all of these " +
                                std::string(colliding == 0 ? "are free" : "collide"));
  }
  Calibration out = detail::fit_calibration(states);
  out.poses = fitted.size();
  out.colliding = colliding;
  if (reliability != nullptr) *reliability = detail::reliability_of(unseen, out);
  return out;
}

}  // namespace graze
