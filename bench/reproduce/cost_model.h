// SPDX-License-Identifier: Apache-2.0
// T = N_v C_v + N_p C_p + N_u C_u (thesis, equation 2), calibrated: the costs of a volume on this machine.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "flight.h"

namespace graze::reproduce {

/// Nanoseconds each. C_q is what a query costs before its first test (pose, frame, sorting): the thesis's T has no such
/// term, and needs none at milliseconds a query; at half a microsecond it is a tenth to a half.
struct Costs {
  double volume = 0, primitive = 0, update = 0, query = 0;

  double predicted_us(const Counters& total, std::size_t queries) const;
};

/// What some queries did, added up, and how long they took.
struct Sample {
  std::array<double, 4> counts{};  ///< N_v, N_p, N_u, queries
  double us = 0;
  double weight = 1;
};

/// Non-negative costs that minimise the weighted sum of squared relative errors. All zero for no samples.
Costs fit_costs(std::span<const Sample> samples);

/// The same over several flights, each with its whole as the last sample: flights that fit badly are given more weight,
/// some times over (Lawson's algorithm), which makes the largest error least, and of all fits on the way that is taken
/// which is within 15 % on the most flights, then that of the least largest error. A mean alone sacrifices the flight
/// that is unlike the others; the least largest error alone spoils all for one that cannot be fitted.
Costs fit_costs_evenly(const std::vector<std::vector<Sample>>& flights);

/// Every other run of ten poses of a flight is for calibration, the others are for judging it.
bool is_calibration_pose(std::size_t pose);

/// Those poses of a flight by how many volumes they tested, gathered into groups that took as long as each other: the
/// few dear queries of a flight weigh what they cost. The last is the whole, with the weight of all groups together:
/// it is flights that the model is asked about.
std::vector<Sample> calibration_samples(const FlightResult& flight);

}  // namespace graze::reproduce
