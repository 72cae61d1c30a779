// SPDX-License-Identifier: Apache-2.0
// Time-critical queries: error against time for every stop rule, beside two exact queries; and these cut off at the
// deadline.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "clock.h"
#include "depth_first.h"
#include "judge_cases.h"
#include "laboratory.h"

namespace graze::reproduce {
namespace {

struct Rule {
  std::string name;
  Budget budget;
};

std::string text(double value) {
  char out[24];
  std::snprintf(out, sizeof(out), "%g", value);
  return out;
}

Budget within(double us) {
  Budget budget;
  budget.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e3 * us));
  return budget;
}

std::vector<Rule> rules() {
  std::vector<Rule> out = {{"exact", {}}};
  for (const double epsilon : {0.20, 0.10, 0.05, 0.02}) {
    for (const bool free_only : {false, true}) {
      Budget budget;
      budget.epsilon = epsilon;
      budget.free_only = free_only;
      out.push_back({(free_only ? "free-only " : "epsilon ") + text(epsilon), budget});
    }
  }
  for (const std::uint64_t steps : {16, 32, 64, 128}) {
    Budget budget;
    budget.steps = steps;
    out.push_back({"steps " + std::to_string(steps), budget});
  }
  for (const double us : {0.5, 1.0, 2.0, 5.0, 20.0, 50.0, 200.0}) out.push_back({"us " + text(us), within(us)});
  return out;
}

/// An exact query that takes longer than the deadline is cut off, and wrong when the answer it then gives is.
struct Exact {
  double us = 0;
  std::size_t cut = 0, cut_free_wrong = 0, cut_collides_wrong = 0;

  void add(double took, double deadline, bool truth) {
    us += took;
    if (deadline == 0 || took <= deadline) return;
    ++cut;
    ++(truth ? cut_free_wrong : cut_collides_wrong);
  }
};

struct Sums {
  std::size_t poses = 0, wrong = 0, uncertain = 0;
  double us = 0;
  Exact exact, depth_first;  // `intersects`, and depth_first.h
};

/// All poses, and those of each kind (of a distance, or so near to contact).
struct Measurement {
  Sums all;
  std::map<int, Sums> of_kind;
  std::vector<bench::Claim> claims;  // of verdicts that are not certain
};

/// Least of three, query by query beside the exact ones, each of which comes first once: whoever follows another finds
/// caches and branches as that left them. Of a deadline's verdicts the one with the most steps counts: the run that was
/// disturbed least, as the least time is.
Measurement measure(const JudgeCase& c, bool near, const Rule& rule, TimedWorkspace& workspace) {
  constexpr int kEngines = 3, kRounds = 3;
  const double deadline = 1e-3 * static_cast<double>(rule.budget.time.count());
  Measurement out;
  Workspace exact;
  Verdict verdict, best;
  const std::vector<Pose>& poses = c.poses(near);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const bool truth = c.truth(near)[i] != 0;
    double us = 1e18, exact_us = 1e18, depth_first_us = 1e18;
    bool answer = false;
    const auto run = [&](int engine, bool first) {
      if (engine == 0) {
        exact_us = std::min(exact_us, bench::short_us([&] { answer = intersects(c.a, c.b, poses[i], {}, &exact); }));
        if (answer != truth) throw std::runtime_error("intersects changed its mind");
      } else if (engine == 1) {
        depth_first_us =
            std::min(depth_first_us,
                     bench::short_us([&] { answer = bench::intersects_depth_first(c.a, c.b, poses[i], exact); }));
        if (answer != truth) throw std::runtime_error("exact queries differ");
      } else {
        us = std::min(us, bench::short_us([&] { judge(c.a, c.b, poses[i], verdict, rule.budget, workspace); }));
        // Of the run that came farthest, as times are of the quickest: hits that are tried and found take no steps.
        const bool farther = verdict.certain == best.certain ? verdict.steps > best.steps : verdict.certain;
        if (first || farther) best = verdict;
        if (verdict.certain && verdict.collides != truth) throw std::runtime_error("a certain verdict is wrong");
      }
    };
    for (int round = 0; round < kRounds; ++round) {
      for (int engine = 0; engine < kEngines; ++engine) run((round + engine) % kEngines, round == 0);
    }
    if (!best.certain) {
      const double collision = best.collides ? best.probability : 1 - best.probability;
      out.claims.push_back({collision, truth, static_cast<std::uint32_t>(i), best.steps});
    }
    for (Sums* sums : {&out.all, &out.of_kind[c.kinds[near ? 1 : 0][i]]}) {
      ++sums->poses;
      sums->us += us;
      sums->exact.add(exact_us, deadline, truth);
      sums->depth_first.add(depth_first_us, deadline, truth);
      sums->wrong += best.collides != truth ? 1 : 0;
      sums->uncertain += best.certain ? 0 : 1;
    }
  }
  return out;
}

/// Error and time by distance, or by how near contact is.
void record_kinds(Laboratory& lab, const JudgeCase& c, bool near, const std::string& rule, const Measurement& m) {
  constexpr const char* kNear[] = {"2.5", "0.5", "0.1"};  // per cent of the side
  for (const auto& [kind, sums] : m.of_kind) {
    const std::string name = near ? std::string("N ") + kNear[kind] : "U " + text(0.4 + 0.1 * kind);
    const auto row = [&](const char* quantity, double value) {
      lab.record("judge_kinds", c.name, rule, name, quantity, value);
    };
    row("poses", static_cast<double>(sums.poses));
    row("wrong", static_cast<double>(sums.wrong));
    row("us", sums.us);
    row("exact_us", sums.exact.us);
    row("depth_first_us", sums.depth_first.us);
  }
}

void record_rule(Laboratory& lab, const JudgeCase& c, bool near, const Rule& rule, const std::string& name,
                 TimedWorkspace& workspace, ClaimPool& pool) {
  const Measurement measured = measure(c, near, rule, workspace);
  std::vector<bench::Claim>& claims = pool[{name, near ? "N" : "U"}];
  claims.insert(claims.end(), measured.claims.begin(), measured.claims.end());
  if (rule.budget.time.count() == 0) record_kinds(lab, c, near, name, measured);
  const Sums& sums = measured.all;
  const auto count = static_cast<double>(c.poses(near).size());
  const auto row = [&](const char* quantity, double value) {
    lab.record("judge_rules", c.name, name, near ? "N" : "U", quantity, value);
  };
  row("error", 100 * static_cast<double>(sums.wrong) / count);
  row("undecided", 100 * static_cast<double>(sums.uncertain) / count);
  row("us", sums.us / count);
  row("poses", count);
  for (const auto& [prefix, exact] : {std::pair{"", &sums.exact}, std::pair{"depth_first_", &sums.depth_first}}) {
    const auto of = [&](const char* quantity, double value) { row((std::string(prefix) + quantity).c_str(), value); };
    of(*prefix == '\0' ? "exact_us" : "us", exact->us / count);
    if (rule.budget.time.count() == 0) continue;
    of("cut", 100 * static_cast<double>(exact->cut) / count);
    of("cut_free_error", 100 * static_cast<double>(exact->cut_free_wrong) / count);
    of("cut_collides_error", 100 * static_cast<double>(exact->cut_collides_wrong) / count);
  }
}

/// All poses one after the other, as an application asks: mean µs a query of the quickest pass. Nothing of the same
/// pose is in the caches or known to the branch predictor, which above helps the longer queries more.
void record_stream(Laboratory& lab, const JudgeCase& c, bool near, const Rule& rule, TimedWorkspace& workspace) {
  constexpr int kPasses = 5;
  Workspace exact;
  Verdict verdict;
  const std::vector<Pose>& poses = c.poses(near);
  const auto pass = [&](const auto& query) {
    const auto began = std::chrono::steady_clock::now();
    for (const Pose& pose : poses) query(pose);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count() /
           static_cast<double>(poses.size());
  };
  double us = 1e18, exact_us = 1e18, depth_first_us = 1e18;
  for (int i = 0; i < kPasses; ++i) {
    us = std::min(us, pass([&](const Pose& pose) { judge(c.a, c.b, pose, verdict, rule.budget, workspace); }));
    exact_us = std::min(exact_us, pass([&](const Pose& pose) { intersects(c.a, c.b, pose, {}, &exact); }));
    depth_first_us =
        std::min(depth_first_us, pass([&](const Pose& pose) { bench::intersects_depth_first(c.a, c.b, pose, exact); }));
  }
  const auto row = [&](const char* quantity, double value) {
    lab.record("judge_stream", c.name, rule.name, near ? "N" : "U", quantity, value);
  };
  row("us", us);
  row("exact_us", exact_us);
  row("depth_first_us", depth_first_us);
}

}  // namespace

void measure_judge_rules(Laboratory& lab, const JudgeCase& c, ClaimPool& pool) {
  TimedWorkspace shipped, calibrated;
  calibrated.use(c.mixed);
  for (const bool near : {false, true}) {
    for (const Rule& rule : rules()) {
      record_rule(lab, c, near, rule, rule.name, shipped, pool);
      if (rule.budget.epsilon > 0 && !rule.budget.free_only) record_stream(lab, c, near, rule, shipped);
      if (rule.name != "exact") record_rule(lab, c, near, rule, rule.name + " calibrated", calibrated, pool);
    }
  }
}

}  // namespace graze::reproduce
