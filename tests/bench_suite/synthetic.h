// SPDX-License-Identifier: Apache-2.0
// Results whose numbers are made up.
#pragma once

#include <cmath>
#include <string>

#include "suite/results.h"

namespace graze::suite::test {

inline Times times(double mean, double spread, double noise, std::size_t poses) {
  Times t;
  t.poses = poses;
  t.mean = mean;
  t.median = 0.9 * mean;
  t.p99 = 2 * mean;
  t.max = 3 * mean;
  t.least_mean = 0.95 * mean;
  t.mean_ci = {mean * (1 - spread), mean * (1 + spread)};
  t.noise_ci = {mean * (1 - noise), mean * (1 + noise)};
  return t;
}

/// Intervals: 20 % over poses, 1 % over repetitions.
inline AskResult ask(double mean, std::size_t levels) {
  AskResult a;
  a.times = times(mean, 0.2, 0.01, 10 * levels);
  a.repetitions = 5;
  for (std::size_t l = 0; l < levels; ++l)
    a.levels.push_back(times(mean * (1 + static_cast<double>(l)), 0.2, 0.01, 10));
  a.cold_poses = 4;
  a.cold_mean = 3 * mean;
  a.cold_ci = {2 * mean, 4 * mean};
  a.cold_warm_mean = mean;
  a.one_core_per_second = 1e6 / mean;
  a.all_cores_per_second = 2e6 / mean;
  return a;
}

inline EngineResult engine(const std::string& name, double any, double all, std::size_t levels) {
  EngineResult e;
  e.name = name;
  e.version = "1";
  e.settings = "made, \"up\"";
  e.arithmetic = "double";
  e.build_ms = 10 * any;
  e.build_ci = {9.9 * any, 10.1 * any};
  e.build_repetitions = 3;
  e.bytes_per_triangle = 100;
  e.any_agreement = {20, 1, 0, 0};
  e.all_agreement = {20, 0, 0, 1};
  e.any = ask(any, levels);
  e.all = ask(all, levels);
  return e;
}

/// Two engines on two scenes of two levels.
inline Results results() {
  Results r;
  r.created = "2026-01-31T23:59:59Z";
  r.graze_version = "0.1.0";
  r.complete = true;
  r.machine = {"A processor", "A system", "A compiler", "AVX2", 2, 8, 32};
  r.options = {"bench --quick -o x", true, 60, 59.5, 5};
  for (const std::string scene : {"hand-near", "hand-centres"}) {
    SceneResult& s = r.scenes.emplace_back();
    s.name = scene;
    s.title = "made up";
    s.levels_are = "distance of the centres";
    s.generator = "by hand";
    s.poses_hash = "0123456789abcdef";
    s.figure = scene == "hand-near" ? 10 : 0;
    s.a = s.b = {"hand", 100, 52, "00000000000000aa"};
    s.size = 2;
    s.max_penetration = 0.5;
    s.complete = true;
    s.levels = {{-1, 10, 10, 10, 1e-4, 2e-4}, {1, 10, 0, 0, 0, 0}};
    s.engines = {engine("graze", 1, 10, 2), engine("other", 20, 200, 2)};
    s.engines[1].any->ratio = 20;
    s.engines[1].any->ratio_ci = {19, 21};
    DisagreementRow row;
    row.pose = 3;
    row.level = 1;
    row.engine = "other";
    row.said = 1;
    row.kind = DisagreementClass::touching;
    row.distance = 1e-9;
    s.disagreements.push_back(row);
    row.all = true;
    row.said = 7;
    row.exact = 9;
    row.missed = 3;
    row.extra = 1;
    row.triangle_a = 5;
    row.triangle_b = 6;
    row.kind = DisagreementClass::wrong;
    row.distance.reset();
    s.disagreements.push_back(row);
    s.pictures.push_back({1, {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0}});
  }
  r.skipped = {{"hand-tunnels", "no tunnels"}};
  return r;
}

}  // namespace graze::suite::test
