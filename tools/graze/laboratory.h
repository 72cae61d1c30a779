// SPDX-License-Identifier: Apache-2.0
// Options of the laboratory (docs/laboratory.md): how the study traversal works, fronts, interruptible queries.
#pragma once

#include <string>

#include "graze/query.h"
#include "run.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls itself so
class App;
class Option;
}  // namespace CLI

namespace graze::cli {

/// --tumbling, --order, --intervals, --closure, --front, --front-levels, --steps, --time-limit.
class StudyFlags {
 public:
  void add_to(CLI::App& app);
  /// Sets what the flags say, Method::study included. Throws Failure for what does not go together.
  void apply(RunOptions& options) const;

 private:
  std::string tumbling_ = "automatic", order_ = "stored", front_ = "none";
  int intervals_ = 0, levels_ = 1;
  bool closure_ = false;
  std::uint64_t steps_ = 0;
  double microseconds_ = 0;
  CLI::Option *tumbling_given_ = nullptr, *order_given_ = nullptr, *intervals_given_ = nullptr,
              *levels_given_ = nullptr;
};

/// Three numbers for each, separated by blanks, commas or semicolons: "1 0 0, 0 1 0, 1 2 -1". Throws Failure.
std::vector<Vec3> parse_directions(const std::string& text);

}  // namespace graze::cli
