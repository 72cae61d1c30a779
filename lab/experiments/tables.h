// SPDX-License-Identifier: Apache-2.0
// The tables of chapter 2 for our datasets.
#pragma once

#include <string>
#include <vector>

#include "lab/experiments/contest.h"
#include "lab/experiments/record.h"

namespace graze::lab {

struct TableOptions {
  ContestOptions contest;
  std::vector<std::string> worlds;  ///< names; empty: all that can be made
  std::vector<std::string> flyers;
};

/// Tables 1 to 8, and what the parameters do. Returns the number of wrong answers.
std::size_t write_tables(const TableOptions& options, Record& record, std::ostream& progress);

/// The parameters the thesis chose by experiment: N, the axis rules, the thresholds.
std::size_t write_parameters(const TableOptions& options, Record& record, std::ostream& progress);

/// All methods along given poses, through any environment.
std::size_t write_flight(const std::string& name, const Mesh& environment, const Mesh& body,
                         const std::vector<Pose>& poses, const ContestOptions& options, Record& record);

}  // namespace graze::lab
