// SPDX-License-Identifier: Apache-2.0
// The one file of results that CSV, tables and charts are made of (scripts/bench_report.py).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run.h"

namespace graze::bench {

/// What ran.
struct Environment {
  std::string cpu, isa, compiler, revision;
  unsigned cores = 0;
  double clock_overhead_ns = 0;
};

/// The revision is that of GRAZE_REVISION in the environment, which `./dev bench` sets.
Environment environment();

/// Writes to a temporary name and renames. Throws std::runtime_error.
void write_json(const std::filesystem::path& file, const Environment& env, const std::vector<SceneResult>& results);

}  // namespace graze::bench
