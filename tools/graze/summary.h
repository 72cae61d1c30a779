// SPDX-License-Identifier: Apache-2.0
// What a run of many poses cost, in a few numbers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "json.h"
#include "run.h"

namespace graze::cli {

struct Summary {
  std::size_t steps = 0, colliding = 0, undecided = 0;
  std::uint64_t contacts = 0;
  std::size_t most_contacts = 0, most_contacts_step = 0;
  std::int64_t total_ns = 0;
  double mean_ns = 0;
  std::int64_t median_ns = 0, p90_ns = 0, p99_ns = 0, max_ns = 0;  ///< nearest rank: p99 = the time 99 % do not exceed
  std::size_t max_step = 0;
  double volume_tests = 0, primitive_tests = 0, node_updates = 0, exact_tests = 0;  ///< means per step
};

Summary summarise(const RunResult& result);
Json to_json(const Summary& summary, bool all);

/// The smallest value that at least the share q of the sorted values, one or more, does not exceed.
std::int64_t nearest_rank(const std::vector<std::int64_t>& sorted, double q);

/// "812 ns", "3.4 us", "12.1 ms"
std::string time_text(double nanoseconds);

}  // namespace graze::cli
