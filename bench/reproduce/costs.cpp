// SPDX-License-Identifier: Apache-2.0
// What things cost: table 17, figure 13, and the cost model beside measured times.
#include <cmath>

#include "cost_model.h"
#include "laboratory.h"
#include "methods.h"

namespace graze::reproduce {
namespace {

struct Judged {
  Counters counters;
  std::size_t queries = 0;
  double us = 0;
};

/// The poses that calibration has not seen.
Judged judged_poses(const FlightResult& flight) {
  Judged sum;
  for (std::size_t i = 0; i < flight.us.size(); ++i) {
    if (is_calibration_pose(i)) continue;
    sum.counters.volume_tests += flight.counters[i].volume_tests;
    sum.counters.primitive_tests += flight.counters[i].primitive_tests;
    sum.counters.node_updates += flight.counters[i].node_updates;
    sum.us += flight.us[i];
    ++sum.queries;
  }
  return sum;
}

void calibrate(Laboratory& lab, const Method& method) {
  std::vector<const FlightResult*> flights;
  std::vector<std::vector<Sample>> samples;
  for (const std::string& dataset : dataset_names()) {
    flights.push_back(lab.fly(dataset, {method}).front());
    samples.push_back(calibration_samples(*flights.back()));
  }
  const Costs costs = fit_costs_evenly(samples);
  lab.record("costs", "", method.name, "", "C_v_ns", costs.volume);
  lab.record("costs", "", method.name, "", "C_p_ns", costs.primitive);
  lab.record("costs", "", method.name, "", "C_u_ns", costs.update);
  lab.record("costs", "", method.name, "", "C_q_ns", costs.query);
  for (std::size_t i = 0; i < flights.size(); ++i) {
    const std::string& dataset = dataset_names()[i];
    const Judged judged = judged_poses(*flights[i]);
    const auto row = [&](const char* quantity, double value) {
      lab.record("model", dataset, method.name, "", quantity, value);
    };
    const auto queries = static_cast<double>(judged.queries);
    row("measured_us", judged.us / queries);
    row("predicted_us", costs.predicted_us(judged.counters, judged.queries) / queries);
    row("volume_us", 1e-3 * costs.volume * static_cast<double>(judged.counters.volume_tests) / queries);
    row("primitive_us", 1e-3 * costs.primitive * static_cast<double>(judged.counters.primitive_tests) / queries);
    row("update_us", 1e-3 * costs.update * static_cast<double>(judged.counters.node_updates) / queries);
    row("query_us", 1e-3 * costs.query);
  }
}

void calibrate_all(Laboratory& lab) {
  for (const Volume volume :
       {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26, Volume::sphere, Volume::obb, Volume::rounded_box}) {
    calibrate(lab, thesis_method(volume));
  }
  calibrate(lab, default_method());
  for (const Volume volume : {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26}) {
    calibrate(lab, study_method(volume));
  }
}

}  // namespace

void add_costs(std::vector<Experiment>& list) {
  list.push_back({"costs", {"table_17", "figure_13", "model"}, 5, 1, calibrate_all});
}

}  // namespace graze::reproduce
