// SPDX-License-Identifier: Apache-2.0
// Time-critical queries: whether probabilities are true (reliability on models that were not fitted on), and by how
// much deadlines are overshot.
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>

#include "clock.h"
#include "judge_cases.h"
#include "laboratory.h"
#include "timed/fit.h"

namespace graze::reproduce {

void measure_judge_rules(Laboratory& lab, const JudgeCase& c, ClaimPool& pool);               // judge_rules.cpp
void measure_judge_frames(Laboratory& lab, const std::vector<TimedPair>& pairs, int frames);  // judge_frames.cpp

namespace {

using bench::Asked;
using bench::Trace;

/// `group`: the models that the weights were fitted on, or others; also the name of all of them together.
const char* group_name(bool fitted) { return fitted ? "fitted on" : "unseen"; }

void record_reliability(Laboratory& lab, const std::string& model, const std::string& method, const std::string& poses,
                        std::span<const bench::Claim> claims) {
  const Reliability r = bench::reliability_of(claims);
  const auto row = [&](const std::string& quantity, double value) {
    lab.record("judge_trust", model, method, poses, quantity, value);
  };
  row("claims", static_cast<double>(r.states));
  row("ece", r.calibration_error);
  row("brier", r.brier);
  for (std::size_t i = 0; i < r.bins.size(); ++i) {
    const std::string bin = " " + std::to_string(i);
    row("claimed" + bin, r.bins[i].claimed);
    row("observed" + bin, r.bins[i].observed);
    row("count" + bin, static_cast<double>(r.bins[i].count));
  }
}

void measure_trust(Laboratory& lab, const JudgeCase& c, ClaimPool& pool) {
  constexpr std::uint64_t kMost = 64;  // an application's limit: what it leaves open teaches nothing
  const auto run = [&](const std::string& method, const std::string& name, const std::vector<Pose>& poses,
                       const Calibration* calibration, bool learn) {
    TimedWorkspace workspace;
    if (calibration != nullptr) workspace.use(*calibration);
    workspace.learn(learn);
    const Asked asked = learn || &poses == &c.path ? Asked::after_steps : Asked::at_each_look;
    const Trace trace = bench::trace(c.a, c.b, poses, workspace, asked, kMost);
    if (trace.wrong_but_certain > 0) throw std::runtime_error("a certain verdict is wrong");
    record_reliability(lab, c.name, method, name, trace.claims);
    lab.record("judge_trust", c.name, method, name, "hits",
               100 * static_cast<double>(trace.colliding) / static_cast<double>(trace.poses));
    std::vector<bench::Claim>& all = pool[{method, name}];
    all.insert(all.end(), trace.claims.begin(), trace.claims.end());
  };
  const struct {
    const char* name;
    const std::vector<Pose>& poses;
  } kinds[] = {{"U", c.far}, {"N", c.near}, {"path", c.path}};
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    run("shipped", kinds[i].name, kinds[i].poses, nullptr, false);
    run("calibrated", kinds[i].name, kinds[i].poses, &c.own[i], false);
    run("calibrated on U and N", kinds[i].name, kinds[i].poses, &c.mixed, false);
    run("online", kinds[i].name, kinds[i].poses, nullptr, true);
  }
}

void record_pool(Laboratory& lab, const std::string& group, const ClaimPool& pool) {
  ClaimPool both;
  for (const auto& [key, claims] : pool) {
    record_reliability(lab, group, key.first, key.second, claims);
    if (key.second == "path") continue;
    std::vector<bench::Claim>& all = both[{key.first, "U and N"}];
    all.insert(all.end(), claims.begin(), claims.end());
  }
  for (const auto& [key, claims] : both) record_reliability(lab, group, key.first, key.second, claims);
}

long preemptions() {
  rusage usage{};
  return ::getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

/// Of queries that the deadline stopped, in microseconds.
struct Overshoot {
  std::vector<double> single, least;  ///< single runs without a context switch; the least of three
  std::size_t switched = 0;
};

void measure_overshoot(const JudgeCase& c, double us, Overshoot& out) {
  constexpr int kRounds = 3;
  Budget budget;
  budget.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e3 * us));
  TimedWorkspace workspace;
  Verdict verdict;
  for (const Pose& pose : c.near) {
    double least = 1e18;
    int stopped = 0;
    for (int round = 0; round < kRounds; ++round) {
      const long before = preemptions();
      const double time = bench::short_us([&] { judge(c.a, c.b, pose, verdict, budget, workspace); });
      const bool switched = preemptions() != before;
      if (verdict.certain) break;
      ++stopped;
      least = std::min(least, time - us);
      if (switched) {
        ++out.switched;
      } else {
        out.single.push_back(time - us);
      }
    }
    if (stopped == kRounds) out.least.push_back(least);
  }
}

void record_overshoot(Laboratory& lab, double us, Overshoot& found) {
  const std::string budget = std::to_string(static_cast<int>(us));
  const auto record = [&](const char* method, std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    const auto row = [&](const std::string& quantity, double value) {
      lab.record("judge_overshoot", "", method, budget, quantity, value);
    };
    row("stops", static_cast<double>(values.size()));
    if (values.empty()) return;
    for (const double q : {0.5, 0.9, 0.99, 0.999, 1.0}) {
      const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(values.size())));
      char name[24];
      std::snprintf(name, sizeof(name), "p%g", 100 * q);
      row(name, values[std::max<std::size_t>(rank, 1) - 1]);
    }
    // A histogram by factors of the square root of two.
    double edge = 0.025;
    auto from = values.begin();
    while (from != values.end()) {
      const auto to = std::lower_bound(from, values.end(), edge);
      char name[32];
      std::snprintf(name, sizeof(name), "below %.4f", edge);
      row(name, static_cast<double>(to - from));
      from = to;
      edge *= std::sqrt(2.0);
    }
  };
  record("single", found.single);
  record("least of 3", found.least);
  lab.record("judge_overshoot", "", "single", budget, "switched", static_cast<double>(found.switched));
}

/// The weights of a model fitted on all others, for the twelve that the shipped weights were fitted on.
void measure_left_out(Laboratory& lab) {
  std::vector<std::string> names;
  std::vector<std::vector<detail::LabelledState>> states[2];  // of U and N, by model
  for (const std::string& file : judge_models(true)) {
    const JudgeCase c = make_judge_case(file, true);
    names.push_back(c.name);
    for (const bool near : {false, true}) {
      detail::trace_states(c.a, c.b, c.poses(near), states[near ? 1 : 0].emplace_back());
    }
  }
  std::vector<bench::Claim> all;
  for (std::size_t out = 0; out < names.size(); ++out) {
    std::vector<detail::LabelledState> others;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i == out) continue;
      for (const auto& of : states) others.insert(others.end(), of[i].begin(), of[i].end());
    }
    const detail::RatioWeights weights = detail::fit_weights(others);
    for (const bool near : {false, true}) {
      std::vector<bench::Claim> claims;
      for (const detail::LabelledState& state : states[near ? 1 : 0][out]) {
        claims.push_back({detail::probability_of(detail::log_odds_by(weights, state)), state.collided, 0, 0});
      }
      record_reliability(lab, names[out], "left out", near ? "N" : "U", claims);
      all.insert(all.end(), claims.begin(), claims.end());
    }
  }
  record_reliability(lab, group_name(true), "left out", "U and N", all);
}

/// Of the scenarios U and N alike, from the whole list of poses.
void add_pairs(const JudgeCase& c, const Model& model, std::vector<TimedPair>& out) {
  constexpr std::size_t kEach = 23;  // 22 models make some 1,000 pairs
  for (const bool near : {false, true}) {
    const std::vector<Pose>& poses = c.poses(near);
    for (std::size_t i = 0; i < kEach; ++i) out.push_back({&model, &model, poses[i * poses.size() / kEach]});
  }
}

void judge_experiments(Laboratory& lab) {
  constexpr double kBudgets[] = {5, 20, 50, 200};
  Overshoot overshoot[std::size(kBudgets)];
  const auto overshoots = [&](const JudgeCase& c) {
    for (std::size_t k = 0; k < std::size(kBudgets); ++k) measure_overshoot(c, kBudgets[k], overshoot[k]);
  };
  std::deque<Model> models;  // of the pairs below
  std::vector<TimedPair> pairs;
  for (const bool fitted : {false, true}) {
    ClaimPool pool;
    for (const std::string& file : judge_models(fitted)) {
      const JudgeCase c = make_judge_case(file, lab.quick());
      models.push_back(c.a);
      add_pairs(c, models.back(), pairs);
      lab.record("judge_model", c.name, "", group_name(fitted), "triangles",
                 static_cast<double>(c.a.mesh().triangles.size()));
      measure_judge_rules(lab, c, pool);
      measure_trust(lab, c, pool);
      overshoots(c);
    }
    record_pool(lab, group_name(fitted), pool);
  }
  measure_judge_frames(lab, pairs, lab.quick() ? 5 : 40);
  measure_left_out(lab);
  overshoots(make_long_case(lab.quick()));
  for (std::size_t k = 0; k < std::size(kBudgets); ++k) record_overshoot(lab, kBudgets[k], overshoot[k]);
}

}  // namespace

void add_judge(std::vector<Experiment>& list) {
  list.push_back(
      {"judge",
       {"judge_rules", "judge_deadlines", "judge_reliability", "judge_paths", "judge_overshoot", "judge_frames"},
       120,
       11,
       judge_experiments});
}

}  // namespace graze::reproduce
