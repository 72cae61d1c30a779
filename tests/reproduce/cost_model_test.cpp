// SPDX-License-Identifier: Apache-2.0
#include "cost_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace graze::reproduce {
namespace {

std::vector<Sample> samples_of(const Costs& truth) {
  std::vector<Sample> samples;
  for (int i = 0; i < 60; ++i) {
    Sample s;
    s.counts = {100.0 + 37 * (i % 7), 10.0 + 11 * (i % 5), 5.0 + 3 * (i % 11), 1.0 + i % 3};
    s.us = 1e-3 * (s.counts[0] * truth.volume + s.counts[1] * truth.primitive + s.counts[2] * truth.update +
                   s.counts[3] * truth.query);
    samples.push_back(s);
  }
  return samples;
}

TEST(CostModel, FindsTheCostsThatMadeTheTimes) {
  const Costs truth{7, 23, 40, 150};
  const Costs costs = fit_costs(samples_of(truth));
  EXPECT_NEAR(costs.volume, truth.volume, 1e-6);
  EXPECT_NEAR(costs.primitive, truth.primitive, 1e-6);
  EXPECT_NEAR(costs.update, truth.update, 1e-6);
  EXPECT_NEAR(costs.query, truth.query, 1e-6);
  Counters total;
  total.volume_tests = 10;
  total.primitive_tests = 2;
  total.node_updates = 1;
  EXPECT_NEAR(costs.predicted_us(total, 1), 0.306, 1e-9);
}

TEST(CostModel, NeverGivesNegativeCosts) {
  // Times that fall with the number of updates: the best unconstrained fit has a negative C_u.
  std::vector<Sample> samples = samples_of({7, 23, 0, 150});
  for (Sample& s : samples) s.us -= 0.002 * s.counts[2];
  const Costs costs = fit_costs(samples);
  EXPECT_GE(costs.volume, 0);
  EXPECT_GE(costs.primitive, 0);
  EXPECT_EQ(costs.update, 0);
  EXPECT_GE(costs.query, 0);
}

TEST(CostModel, DoesWithoutATermThatNeverVaries) {
  std::vector<Sample> samples = samples_of({7, 23, 0, 150});
  for (Sample& s : samples) s.counts[2] = 0;
  const Costs costs = fit_costs(samples);
  EXPECT_NEAR(costs.volume, 7, 1e-6);
  EXPECT_EQ(costs.update, 0);
  EXPECT_EQ(fit_costs({}).volume, 0);
}

/// Four flights that one set of costs explains and one of another kind: the mean gives it up, the other shares the
/// error.
TEST(CostModel, ServesAllFlightsAlike) {
  std::vector<std::vector<Sample>> flights;
  std::vector<Sample> all;
  for (int i = 0; i < 5; ++i) {
    const double slow = i == 4 ? 1.4 : 1;
    Sample s;
    s.counts = {1000.0 + 100 * i, 50.0 + 7 * i * i, 0, 1};
    s.us = slow * 1e-3 * (7 * s.counts[0] + 23 * s.counts[1]);
    flights.push_back({s, s});
    all.insert(all.end(), 2, s);
  }
  const auto worst = [&](const Costs& costs) {
    double most = 0;
    for (const auto& flight : flights) {
      const Sample& s = flight.back();
      const double us = 1e-3 * (costs.volume * s.counts[0] + costs.primitive * s.counts[1] + costs.query);
      most = std::max(most, std::abs(us / s.us - 1));
    }
    return most;
  };
  EXPECT_LT(worst(fit_costs_evenly(flights)), 0.9 * worst(fit_costs(all)));
  EXPECT_GE(fit_costs_evenly(flights).primitive, 0);
}

/// A flight that takes four times as long as its counters say is given up; the others stay within 15 %.
TEST(CostModel, DoesNotSpoilAllForOne) {
  std::vector<std::vector<Sample>> flights;
  for (int i = 0; i < 5; ++i) {
    Sample s;
    s.counts = {1000.0 + 100 * i, 50.0 + 7 * i * i, 0, 1};
    s.us = (i == 2 ? 4 : 1) * 1e-3 * (7 * s.counts[0] + 23 * s.counts[1]);
    flights.push_back({s, s});
  }
  const Costs costs = fit_costs_evenly(flights);
  int near = 0;
  for (const auto& flight : flights) {
    const Sample& s = flight.back();
    const double us = 1e-3 * (costs.volume * s.counts[0] + costs.primitive * s.counts[1] + costs.query);
    near += std::abs(us / s.us - 1) <= 0.15 ? 1 : 0;
  }
  EXPECT_GE(near, 4);
}

TEST(CostModel, JudgesOnOtherPoses) {
  FlightResult flight;
  for (std::uint64_t i = 0; i < 100; ++i) {
    Counters c;
    c.volume_tests = i;
    flight.counters.push_back(c);
    flight.us.push_back(1);
  }
  double queries = 0;
  flight.us[90] = 0;   // judged
  flight.us[89] = 49;  // as long as all other calibration poses together
  std::vector<Sample> samples = calibration_samples(flight);
  const Sample whole = samples.back();
  samples.pop_back();
  EXPECT_EQ(whole.counts[3], 50);
  EXPECT_EQ(whole.us, 98);
  EXPECT_EQ(whole.weight, static_cast<double>(samples.size()));
  for (const Sample& s : samples) queries += s.counts[3];
  EXPECT_EQ(queries, 50);
  EXPECT_LE(samples.back().counts[3], 5) << "one dear query is a group, but for those that did not fill one";
  for (std::size_t i = 0; i + 1 < samples.size(); ++i) EXPECT_EQ(samples[i].counts[3], 5);
  EXPECT_TRUE(is_calibration_pose(9));
  EXPECT_FALSE(is_calibration_pose(10));
}

}  // namespace
}  // namespace graze::reproduce
