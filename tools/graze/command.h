// SPDX-License-Identifier: Apache-2.0
// What the commands share: exit codes, the error that ends a command, and how a command registers itself.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls itself so
class App;
}

namespace graze::cli {

enum ExitCode { kNothingFound = 0, kFound = 1, kNotDecided = 2, kFailed = 3 };

/// Wrong use or a file that cannot be handled: one line on stderr, exit code kFailed.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// To standard error. What cannot be written there is lost: it must not change the answer.
void tell(const std::string& text);

/// One line on stderr; returns kFailed.
int fail(const std::string& what);

/// What the parsed command line asks for; returns the exit code.
using Action = std::function<int()>;

void add_info(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_fly(CLI::App& app, Action& action);
void add_build(CLI::App& app, Action& action);
void add_judge(CLI::App& app, Action& action);
void add_gouge(CLI::App& app, Action& action);
void add_calibrate(CLI::App& app, Action& action);
/// `words`: the whole command line.
void add_bench(CLI::App& app, Action& action, const std::string& words);

/// "1,234,567"
std::string grouped(unsigned long long number);

/// "1 triangle", "1,234 triangles"
std::string counted(unsigned long long number, const std::string& noun);

}  // namespace graze::cli
