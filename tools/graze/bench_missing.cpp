// SPDX-License-Identifier: Apache-2.0
// graze bench in a build without benchmarks: says how to get them.
#include <CLI/CLI.hpp>

#include "command.h"

namespace graze::cli {

void add_bench(CLI::App& app, Action& action, const std::string&) {
  constexpr const char* kHow =
      "this graze was built without benchmarks; configure with -DGRAZE_BENCH=ON, or run ./dev suite in its repository";
  CLI::App* command = app.add_subcommand("bench", "Compare collision detectors (not in this build)");
  command->allow_extras();
  command->prefix_command();
  command->footer(std::string("\nExamples: none, as ") + kHow + ".\n\nExit codes: 3.");
  command->callback([&action] { action = [] { return fail(kHow); }; });
}

}  // namespace graze::cli
